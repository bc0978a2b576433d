//! /v1/matches

use serde_json::json;
use tests::Server;

#[tokio::test(flavor = "multi_thread")]
async fn two_people_play() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = anna.creates(json!({"game": "magnapoco", "seating": "joined"})).await;
    let seen = bob.joins(&id).await;
    assert_eq!(seen["phase"], "running", "{seen}");
}
