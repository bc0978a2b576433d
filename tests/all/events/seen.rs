//! /v1/me/seen: the email about a turn waits while a page in sight has shown the turn.

use chrono::Duration;
use serde_json::json;
use tests::{Person, Server};

use super::Follower;

/// A match of Anna and Bob with an email owed to Bob, who may have a page open.
async fn turn_of(server: &Server, anna: &Person, bob: &Person) -> String {
    let id =
        anna.creates(json!({"game": "magma", "seating": "joined", "clock": {"kind": "per-move", "time": "P3D"}})).await;
    bob.joins(&id).await;
    server.emails_are_out().await;
    anna.moves(&id).await;
    id
}

/// The state of the emails about turns to Bob, and the seconds after which they are due.
async fn emails(server: &Server, id: &str) -> Vec<[String; 2]> {
    server.emails_are_out().await;
    let sql = format!(
        "SELECT l.state, extract(epoch FROM l.due_at - l.created_at)::int FROM emails l JOIN users u ON u.id = l.user_id
         WHERE match_id = '{id}' AND kind = 'your-turn' AND u.handle = 'bob' ORDER BY l.id"
    );
    server.rows(&sql).await.into_iter().map(|row| row.try_into().unwrap()).collect()
}

fn are(found: &[[String; 2]], expected: &[(&str, &str)]) {
    let expected: Vec<[String; 2]> =
        expected.iter().map(|(state, due)| [(*state).to_owned(), (*due).to_owned()]).collect();
    assert_eq!(found, expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_email_about_a_turn_that_was_seen_goes_after_two_minutes_or_not_at_all() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = turn_of(&server, &anna, &bob).await;
    are(&emails(&server, &id).await, &[("sent", "0")]);
    bob.moves(&id).await;
    let mut follower = Follower::start(&bob).await;
    anna.moves(&id).await;
    are(&emails(&server, &id).await, &[("sent", "0"), ("due", "5")]);
    sees(&bob, &mut follower, &id, 3).await;
    are(&emails(&server, &id).await, &[("sent", "0"), ("due", "120")]);
    server.later(Duration::seconds(119));
    bob.post("/v1/me/seen", &json!({"match_id": id, "turn": 3})).await.expect(204);
    are(&emails(&server, &id).await, &[("sent", "0"), ("due", "120")]);
    // Bob moves in time: the email is moot.
    bob.moves(&id).await;
    server.later(Duration::seconds(1));
    are(&emails(&server, &id).await, &[("sent", "0"), ("moot", "120")]);
    // Bob sees the turn, and goes away.
    anna.moves(&id).await;
    sees(&bob, &mut follower, &id, 5).await;
    server.later(Duration::seconds(121));
    are(&emails(&server, &id).await, &[("sent", "0"), ("moot", "120"), ("sent", "120")]);
    bob.moves(&id).await;
    // The page is not in sight.
    anna.moves(&id).await;
    server.later(Duration::seconds(5));
    assert_eq!(emails(&server, &id).await[3], ["sent", "5"]);
    bob.post("/v1/me/seen", &json!({"match_id": id, "turn": 7})).await.expect(204);
    assert_eq!(emails(&server, &id).await[3], ["sent", "5"]);
}

/// The page of a person shows a turn, and says so more than once.
async fn sees(person: &Person, follower: &mut Follower, id: &str, turn: u32) {
    while follower.expect("match", id).await["turn"] != turn {}
    for _ in 0..2 {
        person.post("/v1/me/seen", &json!({"match_id": id, "turn": turn})).await.expect(204);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn only_players_say_what_they_have_seen_and_nothing_is_told_of_other_matches() {
    let server = Server::start().await;
    let [anna, bob, eve] = server.people(["Anna", "Bob", "Eve"]).await;
    let id = turn_of(&server, &anna, &bob).await;
    let private = anna.creates(json!({"game": "magma", "visibility": "private"})).await;
    let mut refused = Vec::new();
    for other in [&id, &private, "0198c0de-7a11-7000-8000-00c0ffee0001"] {
        let reply = eve.post("/v1/me/seen", &json!({"match_id": other, "turn": 0})).await;
        reply.problem("not-found");
        refused.push(reply.text());
    }
    refused.dedup();
    assert_eq!(refused.len(), 1, "all alike");
    bob.post("/v1/me/seen", &json!({"match_id": id, "turn": 2})).await.refused("bad-field", Some("turn"));
    for old in [0, 1] {
        bob.post("/v1/me/seen", &json!({"match_id": id, "turn": old})).await.expect(204);
    }
    let made = bob.post("/v1/me/tokens", &json!({"name": "bot", "scopes": ["matches:read"]})).await.expect(201);
    let bot = server.client(made["token"].as_str().unwrap());
    assert_eq!(
        bot.post("/v1/me/seen", &json!({"match_id": id, "turn": 1})).await.problem("scope-missing")["scope"],
        "session"
    );
    server.post("/v1/me/seen", &json!({"match_id": id, "turn": 1})).await.problem("unauthenticated");
}
