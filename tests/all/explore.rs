//! /v1/matches/{match_id}/explore: moves on a copy of what a player may know.

use serde_json::{Value, json};
use tests::{Person, Server};

const SETUP: &str = "setup K T3 T2 4 4 4 3 3 3 2 2 2";

async fn table(server: &Server, game: &str) -> ([Person; 2], String, String) {
    let people = server.people(["Anna", "Bob"]).await;
    let id = people[0].creates(json!({"game": game, "seating": "joined"})).await;
    server.later(chrono::Duration::seconds(1));
    people[1].joins(&id).await;
    let path = format!("/v1/matches/{id}/explore");
    (people, id, path)
}

/// All that is stored of matches, moves and emails.
async fn stored(server: &Server) -> Vec<Vec<Option<String>>> {
    let of = |table: &str| format!("SELECT '{table}', string_agg(r::text, E'\\n' ORDER BY r::text) FROM {table} r");
    server.query(&["matches", "moves", "emails", "seats"].map(of).join(" UNION ALL ")).await
}

fn moves(texts: &[&str]) -> Value {
    json!({"moves": texts.iter().map(|text| json!({"move": text})).collect::<Vec<_>>()})
}

#[tokio::test(flavor = "multi_thread")]
async fn explored_moves_show_what_they_lead_to_and_change_nothing() {
    let server = Server::start().await;
    let ([anna, bob], id, path) = table(&server, "magnapoco").await;
    server.emails_are_out().await;
    let (before, page) = (stored(&server).await, anna.sees(&id).await["page"].clone());
    let now = anna.post(&path, &moves(&[])).await.expect(200);
    assert_eq!((&now["page"]["view"], &now["next"]), (&page["view"], &json!(0)));
    let first = anna.finds_a_move(&id).await;
    let explored = bob.post(&path, &moves(&[&first.to_uppercase()])).await.expect(200);
    assert_eq!(explored["moves"], json!([{"move": first, "by": 0}]));
    assert_eq!((&explored["next"], &explored["may_have_others"]), (&json!(1), &json!(false)));
    assert_eq!((&explored["page"]["turn"], &explored["page"]["deadlines"]), (&page["turn"], &json!([])));
    assert_eq!(stored(&server).await, before);
    anna.plays(&id, &first).await;
    let after = bob.sees(&id).await["page"].clone();
    for member in ["view", "scene", "text", "ends", "outcome", "awaited", "your_seat"] {
        assert_eq!(explored["page"][member], after[member], "{member}");
    }
    let choices = bob.get(&format!("/v1/matches/{id}/choices")).await.expect(200)["choices"].clone();
    assert_eq!(explored["choices"], choices);
    let so_far = choices[0]["text"].as_str().unwrap();
    let next = bob.post(&path, &json!({"moves": [], "so_far": so_far})).await.expect(200);
    let further = bob.get(&format!("/v1/matches/{id}/choices?so_far={so_far}")).await.expect(200);
    assert_eq!(next["choices"], further["choices"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_that_cannot_be_explored_is_named() {
    let server = Server::start().await;
    let ([anna, bob], id, path) = table(&server, "magnet").await;
    let cleo = server.person("Cleo").await;
    cleo.post(&path, &moves(&[])).await.problem("forbidden");
    let unreadable = anna.post(&path, &moves(&[SETUP, "?"])).await.problem("unreadable-move");
    assert_eq!((&unreadable["number"], &unreadable["at"]), (&json!(2), &json!(1)));
    let illegal = anna.post(&path, &moves(&["setup K"])).await.problem("illegal-move");
    assert_eq!((&illegal["number"], &illegal["code"]), (&json!(1), &json!("wrong-pieces")));
    assert!(illegal["detail"].as_str().unwrap().starts_with("Move 1: A side has twelve pieces"), "{illegal}");
    let over = anna.post(&path, &moves(&["resign", "f6"])).await.problem("illegal-move");
    assert_eq!((&over["number"], &over["code"]), (&json!(2), &json!("over")));
    anna.post(&path, &moves(&["f6"; 41])).await.problem("bad-field");
    anna.post(&path, &json!({"moves": [{"move": "f6", "seat": 1}]})).await.problem("bad-field");
    let far = json!({"moves": [{"move": "f6", "by": 7}]});
    assert_eq!(anna.post(&path, &far).await.problem("illegal-move")["code"], "no-such-seat");
    bob.act(&format!("/v1/matches/{id}/resign")).await.expect(200);
    anna.post(&path, &moves(&[])).await.problem("conflict");
}

#[tokio::test(flavor = "multi_thread")]
async fn no_number_of_requests_shows_a_hidden_piece() {
    let server = Server::with(|table| drop(table.insert("requests_per_minute".to_owned(), "100000".into()))).await;
    let ([anna, bob], id, path) = table(&server, "magnet").await;
    // The king stands on h1, the first of Red's places. A king never rises, and any other piece of rank 1 may.
    anna.plays(&id, SETUP).await;
    bob.plays(&id, SETUP).await;
    let plan = json!({"moves": [{"move": "f6: k6+"}]});
    let own = anna.post(&path, &plan).await.expect(200);
    assert_eq!(own["moves"][0]["by"], 0);
    let mut answers = std::collections::BTreeMap::new();
    for _ in 0..60 {
        let reply = bob.post(&path, &plan).await;
        *answers.entry(reply.status).or_insert(0) += 1;
        if reply.status != 200 {
            assert_eq!(reply.problem("not-explored")["number"], 1);
        }
    }
    // The king is on k6 in one of twelve draws, so eight draws agree in half of all requests that it can rise.
    assert!(answers[&200] >= 10 && answers[&422] >= 10, "{answers:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_exploration_counts_as_ten_requests() {
    let server = Server::with(|table| drop(table.insert("requests_per_minute".to_owned(), "40".into()))).await;
    let ([anna, _], _, path) = table(&server, "magma").await;
    let mut refused = false;
    for _ in 0..6 {
        let reply = anna.post(&path, &moves(&[])).await;
        match reply.status {
            200 => assert!(!refused, "a limit that was reached holds"),
            _ => refused = !reply.problem("rate-limited").is_null(),
        }
    }
    assert!(refused);
}
