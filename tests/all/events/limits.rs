//! The number of streams, slow readers, and who may read a feed.

use std::time::Duration;

use serde_json::json;
use tests::{Reply, Server, eventually};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use turnpost::events::{Change, Kind, Notice};
use turnpost::ids::MatchId;

use super::Follower;

#[tokio::test(flavor = "multi_thread")]
async fn an_account_and_a_network_have_so_many_streams() {
    let server = Server::with(|table| {
        table.insert("streams_per_account".to_owned(), "3".into());
        table.insert("streams_per_network".to_owned(), "2".into());
    })
    .await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = anna.creates(json!({"game": "magma"})).await;
    let mut followers = Vec::new();
    for _ in 0..3 {
        followers.push(Follower::start(&anna).await);
    }
    let table = format!("/v1/matches/{id}/events");
    for path in ["/v1/me/events", &table] {
        let reply = Reply::send(anna.request("GET", path).header("accept", "text/event-stream")).await;
        let problem = reply.problem("rate-limited");
        assert!(problem["detail"].as_str().unwrap().starts_with("You already have 3 event streams"), "{problem}");
        assert!(!reply.header("retry-after").is_empty());
        anna.get(&format!("{path}?wait=20")).await.problem("rate-limited");
    }
    // A list that does not wait needs no stream, and others have their own.
    anna.get("/v1/me/events").await.expect(200);
    followers.push(Follower::start(&bob).await);
    for _ in 0..2 {
        followers.push(Follower::open(server.request("GET", &table)).await);
    }
    Reply::send(server.request("GET", &table).header("accept", "text/event-stream")).await.problem("rate-limited");
    followers.push(Follower::open(bob.request("GET", &table)).await);
    // A client that goes frees its place, once a write fails.
    followers.clear();
    eventually("no stream", async || {
        let told = Notice { kind: Kind::Note, match_id: None, level: None, version: (0, 0) };
        let told = [&anna, &bob].map(|person| (person.id(), told.clone())).to_vec();
        let spectators = Some(told[0].1.clone());
        let match_id = id.parse().unwrap();
        server.app.hub.feeds.tell(&Change { match_id, players: Vec::new(), told, spectators });
        (server.app.hub.feeds.sizes() == (0, 0)).then_some(())
    })
    .await;
    Follower::start(&anna).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_reader_is_told_that_it_missed_events() {
    let server = Server::start().await;
    let anna = server.person("Anna").await;
    let mut socket = tokio::net::TcpStream::connect(server.url.trim_start_matches("http://")).await.unwrap();
    let head = format!(
        "GET /v1/me/events HTTP/1.1\r\nhost: a\r\naccept: text/event-stream\r\nauthorization: Bearer {}\r\n\r\n",
        anna.access()
    );
    socket.write_all(head.as_bytes()).await.unwrap();
    eventually("a stream", async || (server.app.hub.feeds.sizes().0 == 1).then_some(())).await;
    // It reads nothing. More than the buffers of the kernel can hold: at most 16 notices wait in the server.
    for number in 0..100_000 {
        let match_id = MatchId(uuid::Uuid::from_u128(number));
        let notice = Notice { kind: Kind::Note, match_id: Some(match_id), level: None, version: (0, 0) };
        let told = vec![(anna.id(), notice)];
        server.app.hub.feeds.tell(&Change { match_id, players: Vec::new(), told, spectators: None });
        if number % 8 == 0 {
            tokio::task::yield_now().await;
        }
    }
    let (mut text, mut buffer) = (String::new(), vec![0; 1 << 16]);
    while !text.contains("event: resync\ndata: {\"kind\":\"resync\"}\n\n") {
        let length = tokio::time::timeout(Duration::from_secs(20), socket.read(&mut buffer)).await.unwrap().unwrap();
        assert!(length > 0, "the stream goes on");
        text = text.split_off(text.len().saturating_sub(100)) + &String::from_utf8_lossy(&buffer[..length]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_feed_is_only_for_those_who_may_see_its_match() {
    let server = Server::start().await;
    let [anna, bob, eve] = server.people(["Anna", "Bob", "Eve"]).await;
    let id = anna.creates(json!({"game": "magma", "visibility": "private"})).await;
    let table = format!("/v1/matches/{id}/events");
    for path in [&table, "/v1/matches/0198c0de-7a11-7000-8000-00c0ffee0001/events"] {
        server.get(path).await.problem("not-found");
        eve.get(&format!("{path}?wait=20")).await.problem("not-found");
        Reply::send(eve.request("GET", path).header("accept", "text/event-stream")).await.problem("not-found");
    }
    assert_eq!(server.app.hub.feeds.sizes(), (0, 0), "a refused stream is not kept");
    // Bob is invited, and sees the match until he declines.
    anna.post(&format!("/v1/matches/{id}/invitations"), &json!({"handle": "bob"})).await.expect(202);
    let mut follower = Follower::open(bob.request("GET", &table)).await;
    assert_eq!(follower.next().await.unwrap().data["phase"], "open");
    let invitation = bob.get("/v1/me/invitations").await.expect(200)["invitations"][0]["id"].clone();
    bob.act(&format!("/v1/invitations/{}/decline", invitation.as_str().unwrap())).await.expect(204);
    assert_eq!(follower.next().await, None);
    bob.get(&table).await.problem("not-found");

    let token = async |scope: &str| {
        let made = anna.post("/v1/me/tokens", &json!({"name": "bot", "scopes": [scope]})).await.expect(201);
        server.client(made["token"].as_str().unwrap())
    };
    let (reads, writes) = (token("matches:read").await, token("moves:write").await);
    for path in ["/v1/me/events", &table] {
        reads.get(path).await.expect(200);
        assert_eq!(writes.get(path).await.problem("scope-missing")["scope"], "matches:read");
    }
}
