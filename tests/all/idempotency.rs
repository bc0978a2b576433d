//! The header `Idempotency-Key`.

use chrono::Duration;
use serde_json::{Value, json};
use tests::{Person, Reply, Server};

async fn with_key(person: &Person, path: &str, key: &str, body: &Value) -> Reply {
    Reply::send(person.request("POST", path).header("Idempotency-Key", key).json(body)).await
}

const MATCHES: &str = "/v1/matches";

#[tokio::test(flavor = "multi_thread")]
async fn a_request_with_a_key_makes_a_match_once_and_gets_the_same_answer_again() {
    let server = Server::quiet(|_| {}).await;
    let (anna, bob) = (server.person_by_secret("Anna").await, server.person_by_secret("Bob").await);
    let new = json!({"game": "magma", "seats": 2, "computers": [1]});
    let first = with_key(&anna, MATCHES, "\"a\"", &new).await;
    let again = with_key(&anna, MATCHES, "\"a\"", &new).await;
    let names = ["content-type", "location", "cache-control"];
    assert_eq!(names.map(|name| again.header(name)), names.map(|name| first.header(name)));
    assert_eq!(again.expect(201), first.expect(201));
    assert_eq!(server.count("SELECT count(*) FROM matches").await, 1);

    // The key belongs to the account, the path and the body.
    with_key(&bob, MATCHES, "\"a\"", &new).await.expect(201);
    let other = with_key(&anna, MATCHES, "\"a\"", &json!({"game": "magnet"})).await;
    other.refused("bad-field", Some("Idempotency-Key"));
    let id = first.json()["id"].as_str().unwrap().to_owned();
    let (notes, note) = (format!("{MATCHES}/{id}/notes"), json!({"text": "Hello"}));
    with_key(&anna, &notes, "\"a\"", &note).await.refused("bad-field", Some("Idempotency-Key"));
    for _ in 0..2 {
        let reply = with_key(&anna, &notes, "\"b\"", &note).await;
        assert!(reply.status == 201 && reply.bytes.is_empty(), "{}", reply.text());
    }
    assert_eq!(server.count("SELECT count(*) FROM notes").await, 1);
    assert_eq!(server.count("SELECT count(*) FROM matches").await, 2);

    // A token that may do less does not get the answer.
    let token = json!({"name": "reader", "scopes": ["matches:read"]});
    let made = anna.proves(&server).await.post("/v1/me/tokens", &token).await.expect(201);
    let reader = server.client(made["token"].as_str());
    let asked = reader.request("POST", MATCHES).header("Idempotency-Key", "\"a\"").json(&new);
    Reply::send(asked).await.refused("bad-field", Some("Idempotency-Key"));

    // After a day it is forgotten.
    server.later(Duration::hours(25));
    with_key(&anna, MATCHES, "\"a\"", &new).await.expect(201);
    assert_eq!(server.count("SELECT count(*) FROM matches").await, 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_is_readable_bounded_and_free_again_after_a_refusal() {
    let server = Server::quiet(|_| {}).await;
    let anna = server.person_by_secret("Anna").await;
    let new = json!({"game": "magma"});
    let long = format!("\"{}\"", "a".repeat(65));
    for key in ["", "\"\"", "\"a", "\"a\"b\"", "\"a\\\"", &long] {
        with_key(&anna, MATCHES, key, &new).await.refused("bad-request", Some("Idempotency-Key"));
    }
    with_key(&anna, MATCHES, "\"a\"", &json!({"game": "chess"})).await.refused("bad-field", Some("game"));
    let made = with_key(&anna, MATCHES, "\"a\"", &new).await.expect(201);
    // Most clients leave the quotation marks out.
    assert_eq!(with_key(&anna, MATCHES, "a", &new).await.expect(201), made);
    // Where a key does not count, it is not read.
    with_key(&anna, "/v1/me/seen", "a", &json!({})).await;
    let fill = format!(
        "INSERT INTO idempotency_keys (user_id, key, digest, created_at) SELECT '{}', n, sha256('x'), '{}' FROM generate_series(1, 99) n",
        anna.id().0,
        server.app.clock.now().to_rfc3339()
    );
    server.query(&fill).await;
    let full = with_key(&anna, MATCHES, "\"b\"", &new).await.refused("conflict", None);
    assert!(full["detail"].as_str().unwrap().contains("at most 100 keys"), "{full}");
    anna.post(MATCHES, &new).await.expect(201);
    anna.proves(&server).await.delete("/v1/me").await.expect(204);
    assert_eq!(server.count("SELECT count(*) FROM idempotency_keys").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_requests_at_once_with_one_key_one_takes_effect() {
    let server = Server::quiet(|_| {}).await;
    let anna = server.person_by_secret("Anna").await;
    let new = json!({"game": "magma"});
    let at_once = (0..8).map(|_| with_key(&anna, MATCHES, "\"a\"", &new));
    let replies = futures_util::future::join_all(at_once).await;
    for reply in replies {
        assert!([201, 409].contains(&reply.status), "{}", reply.text());
    }
    assert_eq!(server.count("SELECT count(*) FROM matches").await, 1);
    // As after a server that was killed: whether the request took effect is not known.
    server.query("UPDATE idempotency_keys SET status = NULL, location = NULL, body = NULL").await;
    let unknown = with_key(&anna, MATCHES, "\"a\"", &new).await.refused("conflict", None);
    assert!(unknown["detail"].as_str().unwrap().contains("in progress"), "{unknown}");
}
