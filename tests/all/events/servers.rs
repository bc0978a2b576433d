//! Several servers on one database: each tells its own streams what happens on the others.

use serde_json::{Value, json};
use tests::mailbox::{Mailbox, Security};
use tests::{Person, Server, database};

use super::Follower;

/// The connections on which servers listen. A silent one is asked now and then whether it is still there.
const LISTENERS: &str =
    "FROM pg_stat_activity WHERE datname = current_database() AND query IN ('LISTEN turnpost', 'SELECT 1')";

async fn two() -> [Server; 2] {
    let url = database::fresh().await;
    let start = async || {
        let mailbox = Mailbox::open(Security::Plain).await;
        Server::on(&url, mailbox, |table| {
            table.insert("servers".to_owned(), "2".into());
            table.insert("requests_per_minute".to_owned(), "1999999".into());
        })
        .await
    };
    let servers = [start().await, start().await];
    servers[0].until(&format!("SELECT count(*) = 2 {LISTENERS}")).await;
    servers
}

/// The next event that is no `resync`.
async fn next(follower: &mut Follower) -> Value {
    loop {
        let told = follower.next().await.unwrap();
        if told.kind != "resync" {
            return told.data;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_crosses_from_one_server_to_the_other() {
    let [here, there] = two().await;
    let anna = here.person_by_secret("Anna").await;
    let bob = here.person_by_secret("Bob").await.at(&there);
    let id =
        anna.creates(json!({"game": "magma", "seating": "joined", "clock": {"kind": "per-move", "time": "P3D"}})).await;
    let path = format!("/v1/matches/{id}/events");
    let mut of_anna = Follower::start(&anna).await;
    let mut of_visitor = Follower::open(here.request("GET", &path)).await;
    assert_eq!(next(&mut of_visitor).await["phase"], "open");
    bob.joins(&id).await;
    let started = of_anna.expect("match-started", &id).await;
    assert_eq!((&started["turn"], &started["awaited"]), (&json!(0), &json!(true)));
    assert!(started["deadline"].is_string());
    assert_eq!(
        next(&mut of_visitor).await,
        json!({"kind": "match-started", "match_id": id, "turn": 0, "phase": "running"})
    );
    let mut of_bob = Follower::start(&bob).await;
    let mut here_too = Follower::start(&bob.at(&here)).await;
    anna.plays(&id, "pass").await;
    for follower in [&mut of_bob, &mut here_too] {
        let told = follower.expect("match", &id).await;
        assert_eq!((&told["turn"], &told["awaited"]), (&json!(1), &json!(true)));
    }
    bob.post(&format!("/v1/matches/{id}/notes"), &json!({"text": "Good luck!"})).await.expect(201);
    of_anna.expect("note", &id).await;
    let other = anna.creates(json!({"game": "magma"})).await;
    anna.post(&format!("/v1/matches/{other}/invitations"), &json!({"handle": "bob"})).await.expect(202);
    of_bob.expect("invitation", &other).await;
    // The end of a session is told, too.
    anna.at(&there).act("/v1/sign-out").await.expect(204);
    while of_anna.next().await.is_some() {}
}

#[tokio::test(flavor = "multi_thread")]
async fn secret_acts_do_not_cross() {
    let [here, there] = two().await;
    let mut people: Vec<Person> = Vec::new();
    for name in ["Anna", "Ben", "Cleo"] {
        people.push(here.person_by_secret(name).await);
    }
    let [ash, birch, cedar]: [Person; 3] = people.try_into().unwrap_or_else(|_| unreachable!());
    let world = crate::secrecy::magic::world(&here, [&ash, &birch, &cedar], 1).await;
    let mut of_cedar = Follower::start(&cedar.at(&there)).await;
    let mut of_birch = Follower::start(&birch.at(&there)).await;
    of_cedar.expect("match-started", &world.id).await;
    birch.plays(&world.id, crate::secrecy::magic::ORDERS[0]).await;
    of_birch.expect("match", &world.id).await;
    ash.post(&format!("/v1/matches/{}/notes", world.id), &json!({"text": "hello"})).await.expect(201);
    // A stream is opened before its start is read, so the start of the match may come once more, from the other server.
    let mut told = next(&mut of_cedar).await;
    if told["kind"] == "match-started" {
        told = next(&mut of_cedar).await;
    }
    assert_eq!(told["kind"], "note", "nothing before it");
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_lost_connection_all_streams_are_told_to_load_again() {
    let [here, there] = two().await;
    let anna = here.person_by_secret("Anna").await;
    let bob = here.person_by_secret("Bob").await.at(&there);
    let id = anna.creates(json!({"game": "magma", "seating": "joined"})).await;
    let mut follower = Follower::start(&anna).await;
    here.query(&format!("SELECT pg_terminate_backend(pid) {LISTENERS}")).await;
    while follower.next().await.unwrap().kind != "resync" {}
    here.until(&format!("SELECT count(*) = 2 {LISTENERS}")).await;
    bob.joins(&id).await;
    follower.expect("match-started", &id).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn each_server_counts_its_share_of_requests() {
    let server = Server::with(|table| {
        table.insert("servers".to_owned(), "3".into());
        table.insert("requests_per_minute".to_owned(), "9".into());
    })
    .await;
    let mut taken = 0;
    while server.get("/v1/games").await.status == 200 {
        taken += 1;
    }
    assert_eq!(taken, 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_ends_on_one_server_is_over_on_all_and_after_a_restart() {
    let [here, there] = two().await;
    let anna = here.person_by_secret("Anna").await;
    let of_there = anna.at(&there);
    of_there.get("/v1/matches?filter=mine").await.expect(200);
    anna.act("/v1/sign-out").await.expect(204);
    tests::eventually("the other server knows", async || {
        let reply = of_there.get("/v1/matches?filter=mine").await;
        (reply.status == 401).then_some(())
    })
    .await;
    let restarted = Server::on(&there.database, Mailbox::open(Security::Plain).await, |_| {}).await;
    anna.at(&restarted).get("/v1/matches?filter=mine").await.problem("unauthenticated");
}
