//! What a look at a match costs the server: at a position that no reader has seen, and at one that others have seen.
//!
//! `cargo bench -p tests --bench views` prints it for every game, for the page and for the answer of the API, as a visitor sees them. Each
//! figure is the median of one request for each position, in milliseconds, over one connection. Where players may keep something secret, a
//! running match has no position that is seen already (decisions/moves.md, "Repeated work is cached by its input").
#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

use serde_json::{Value, json};
use tests::Client;
use tests::bench::{self, Bench};
use turnpost::boot::Running;

/// The positions of each game.
const POSITIONS: usize = 40;

/// The requests for each position after the first one, of each kind.
const AGAIN: usize = 3;

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(run());
}

async fn run() {
    let bench = Bench::start().await;
    let app = bench.app().await;
    let running = Running::start(app.clone(), false).unwrap();
    let url = format!("http://{}", running.address);
    let visitor = Client::new(&url, None);
    let (mut players, games) = (Vec::new(), visitor.get("/v1/games").await.expect(200));
    for number in 0..6 {
        players.push(Client::new(&url, Some(&bench::person(&app, &format!("player{number}"), None).await)));
    }
    println!("{:<16} {:>9} {:>9} {:>6} {:>9} {:>9} {:>6}", "", "page", "again", "ratio", "API", "again", "ratio");
    for game in games["games"].as_array().unwrap() {
        let id = game["id"].as_str().unwrap();
        let [page, page_again, api, api_again] = look(&visitor, &players, id).await.map(bench::median);
        let ratios = [page_again / page, api_again / api];
        println!(
            "{id:<16} {page:>9.2} {page_again:>9.2} {:>6.2} {api:>9.2} {api_again:>9.2} {:>6.2}",
            ratios[0], ratios[1]
        );
    }
    running.stop().await;
    drop(app);
    bench.stop().await;
}

/// Plays matches of a game, and looks at each position; returns the milliseconds that the first looks took and those that later ones took.
async fn look(visitor: &Client, players: &[Client], game: &str) -> [Vec<f64>; 4] {
    let mut took = [const { Vec::new() }; 4];
    let mut id = String::new();
    while took[0].len() < POSITIONS {
        if !advance(players, &id).await {
            id = begin(players, game).await;
        }
        for (at, path) in [(0, format!("/matches/{id}")), (2, format!("/v1/matches/{id}"))] {
            took[at].push(bench::timed(visitor, &path).await);
            for _ in 0..AGAIN {
                took[at + 1].push(bench::timed(visitor, &path).await);
            }
        }
    }
    took
}

/// A public match of a game, which has begun, with the least number of players.
async fn begin(players: &[Client], game: &str) -> String {
    let id = players[0].post("/v1/matches", &json!({"game": game, "visibility": "public"})).await.expect(201);
    let id = id["id"].as_str().unwrap().to_owned();
    for player in &players[1..] {
        if players[0].get(&format!("/v1/matches/{id}")).await.expect(200)["phase"] != "open" {
            break;
        }
        player.post(&format!("/v1/matches/{id}/join"), &Value::Null).await.expect(200);
    }
    id
}

/// Plays a move; returns false if there is none, as before the first match and after its end.
async fn advance(players: &[Client], id: &str) -> bool {
    let path = format!("/v1/matches/{id}");
    for player in players {
        let choices = player.get(&format!("{path}/choices")).await;
        if choices.status != 200 {
            continue;
        }
        // Nothing is listed for a player who is not to move.
        let mut choice = middle(&choices.expect(200));
        while choice["complete"] == false {
            let so_far = choice["text"].as_str().unwrap_or_default();
            let request = player.request("GET", &format!("{path}/choices")).query(&[("so_far", so_far)]);
            choice = middle(&request.send().await.unwrap().json().await.unwrap());
        }
        let Some(text) = choice["text"].as_str() else { continue };
        let turn = &player.get(&path).await.expect(200)["page"]["turn"];
        player.post(&format!("{path}/moves"), &json!({"move": text, "turn": turn})).await.expect(200);
        return true;
    }
    false
}

/// One of the choices.
fn middle(found: &Value) -> Value {
    let found: Vec<&Value> = found["choices"].as_array().into_iter().flatten().collect();
    found.get(found.len() / 2).map_or(Value::Null, |choice| (*choice).clone())
}
