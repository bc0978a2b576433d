//! Limits of what an account may have hold for requests at once, too.

use futures_util::future::join_all;
use serde_json::json;
use tests::{Person, Reply, Server};

/// The numbers of requests that were taken and that were refused.
fn taken(replies: &[Reply]) -> (usize, usize) {
    let taken = replies.iter().filter(|reply| reply.status < 300).count();
    let refused = replies.iter().filter(|reply| [409, 429].contains(&reply.status)).count();
    assert_eq!(taken + refused, replies.len(), "{replies:?}");
    (taken, refused)
}

async fn tokens(person: &Person, number: usize) -> Vec<Reply> {
    let make = |name: usize| async move {
        person.post("/v1/me/tokens", &json!({"name": name.to_string(), "scopes": ["account:read"]})).await
    };
    join_all((0..number).map(make)).await
}

#[tokio::test(flavor = "multi_thread")]
async fn many_tokens_at_once_are_no_more_than_the_limit() {
    let server = Server::quiet(|_| {}).await;
    let anna = server.person_by_secret("Anna").await;
    tokens(&anna, 90).await;
    assert_eq!(taken(&tokens(&anna, 60).await), (10, 50));
    assert_eq!(server.count("SELECT count(*) FROM personal_tokens").await, 100);
}

#[tokio::test(flavor = "multi_thread")]
async fn many_webhooks_at_once_are_no_more_than_the_limit() {
    let server = Server::quiet(|_| {}).await;
    let anna = server.person_by_secret("Anna").await;
    let make = |number: usize| {
        let anna = &anna;
        async move { anna.post("/v1/me/hooks", &json!({"url": format!("https://club.example/{number}")})).await }
    };
    assert_eq!(taken(&join_all((0..40).map(make)).await), (5, 35));
    assert_eq!(server.count("SELECT count(*) FROM hooks").await, 5);
}

#[tokio::test(flavor = "multi_thread")]
async fn many_notes_and_watches_at_once_are_no_more_than_the_limit() {
    let server = Server::quiet(|_| {}).await;
    let [anna, bob, cleo] = [
        server.person_by_secret("Anna").await,
        server.person_by_secret("Bob").await,
        server.person_by_secret("Cleo").await,
    ];
    let id = anna.creates(json!({"game": "magma", "seats": 2})).await;
    bob.joins(&id).await;
    let write = |number: usize| {
        let (anna, id) = (&anna, &id);
        async move { anna.post(&format!("/v1/matches/{id}/notes"), &json!({"text": number.to_string()})).await }
    };
    assert_eq!(taken(&join_all((0..60).map(write)).await), (20, 40));
    assert_eq!(server.count("SELECT count(*) FROM notes").await, 20);
    let mut others = Vec::new();
    for _ in 0..130 {
        others.push(anna.creates(json!({"game": "magma", "seats": 2})).await);
    }
    let watch = |other: String| {
        let cleo = &cleo;
        async move { Reply::send(cleo.request("PUT", &format!("/v1/me/watches/{other}"))).await }
    };
    assert_eq!(taken(&join_all(others.into_iter().map(watch)).await), (100, 30));
    assert_eq!(server.count("SELECT count(*) FROM watches").await, 100);
}

#[tokio::test(flavor = "multi_thread")]
async fn many_invitations_and_proposals_at_once_are_no_more_than_the_limit() {
    let server = Server::quiet(|_| {}).await;
    let [anna, bob] = [server.person_by_secret("Anna").await, server.person_by_secret("Bob").await];
    let clock = json!({"kind": "per-move", "time": "P3D"});
    let id = anna.creates(json!({"game": "magma", "seats": 2, "clock": clock})).await;
    bob.joins(&id).await;
    let propose = |_| {
        let (anna, id) = (&anna, &id);
        async move { anna.post(&format!("/v1/matches/{id}/proposals"), &json!({"kind": "pause", "length": "P7D"})).await }
    };
    assert_eq!(taken(&join_all((0..20).map(propose)).await).0, 1, "one proposal waits at a time");
    let open = anna.creates(json!({"game": "magma", "seats": 2})).await;
    server
        .query(&format!(
            "INSERT INTO invitations (id, match_id, inviter, address, created_at)
         SELECT gen_random_uuid(), '{open}', '{}', 'old' || n || '@example.org', now() FROM generate_series(1, 95) n",
            anna.id()
        ))
        .await;
    let invite = |number: usize| {
        let (anna, open) = (&anna, &open);
        async move {
            let address = format!("new{number}@example.org");
            anna.post(&format!("/v1/matches/{open}/invitations"), &json!({"address": address})).await
        }
    };
    assert_eq!(taken(&join_all((0..40).map(invite)).await).0, 5);
    assert_eq!(server.count("SELECT count(*) FROM invitations").await, 100);
}
