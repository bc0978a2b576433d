//! A soak: people play for minutes while the server and Postgres are killed and the mail server refuses emails. Afterwards no move that
//! was accepted may be missing, and no email may be recorded as sent that the mail server did not take.

mod checks;
mod players;
mod world;

use std::time::{Duration, Instant};

use tokio::task::JoinSet;

use players::{Done, Person, Player};
use world::World;

/// Lets so many people play so many matches at a time for this time, and prints what became of it. Returns false if anything is wrong.
pub(super) async fn run(time: Duration, matches: usize, people: usize) -> bool {
    let mut world = World::start().await;
    let persons = arrive(&world, people).await;
    println!("{people} people play {matches} matches at a time for {} s.", time.as_secs());
    let end = Instant::now() + time;
    let mut players = JoinSet::new();
    for at in 0..people {
        let pair = [persons[at].clone(), persons[(at + 1) % people].clone()];
        let tables = matches / people + usize::from(at < matches % people);
        players.spawn(Player::new(&world.url, pair, tables, end).play());
    }
    let kills = world.disturb(end).await;
    let mut done = Done::default();
    while let Some(player) = players.join_next().await {
        done.add(player.unwrap());
    }
    checks::judge(&world, &done, &kills, time).await
}

/// Makes the accounts.
async fn arrive(world: &World, people: usize) -> Vec<Person> {
    let mut persons = Vec::new();
    for number in 0..people {
        persons.push(Person::new(&world.url, &world.secrets, &format!("soaked{number}")).await);
    }
    persons
}
