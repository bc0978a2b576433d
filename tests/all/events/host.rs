//! Streams and acts of the host: commands are heard by a server that runs alone.

use serde_json::json;
use tests::{Reply, Server};
use turnpost::play::people::host;

use super::Follower;
use crate::host::{command, reason};

#[tokio::test(flavor = "multi_thread")]
async fn streams_of_a_blocked_person_and_of_spectators_of_a_hidden_match_end() {
    let server = Server::start().await;
    let [anna, bob, cleo] = server.people(["Anna", "Bob", "Cleo"]).await;
    let id = anna.creates(json!({"game": "magma", "seating": "joined"})).await;
    bob.joins(&id).await;
    let path = format!("/v1/matches/{id}/events");
    let mut of_anna = Follower::start(&anna).await;
    let mut of_bob = Follower::start(&bob).await;
    let mut of_cleo = Follower::open(cleo.request("GET", &path)).await;
    let mut of_visitor = Follower::open(server.request("GET", &path)).await;
    let of_match = id.parse().unwrap();
    command(&server, async |app| host::hide(app, of_match, &reason()).await).await.unwrap();
    while of_cleo.next().await.is_some() {}
    while of_visitor.next().await.is_some() {}
    let again = server.request("GET", &path).header("accept", "text/event-stream");
    Reply::send(again).await.problem("not-found");
    command(&server, async |app| host::block(app, "anna", &reason()).await).await.unwrap();
    while of_anna.next().await.is_some() {}
    // Those who play are told of the end.
    command(&server, async |app| host::end(app, of_match, &reason()).await).await.unwrap();
    of_bob.expect("match-over", &id).await;
}
