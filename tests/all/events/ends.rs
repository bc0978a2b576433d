//! The ends of streams: of the session, of the account, of the server.

use serde_json::json;
use tests::mailbox::{Mailbox, Security};
use tests::{Reply, Server};

use super::Follower;

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_ends_with_its_session() {
    let server = Server::start().await;
    let anna = server.person("Anna").await;
    let other = server.person("Anna").await;
    let id = anna.creates(json!({"game": "magma"})).await;
    let mut mine = Follower::start(&anna).await;
    let mut table = Follower::open(anna.request("GET", &format!("/v1/matches/{id}/events"))).await;
    let mut of_other = Follower::start(&other).await;
    anna.act("/v1/sign-out").await.expect(204);
    while mine.next().await.is_some() {}
    while table.next().await.is_some() {}
    // The access token opens no stream.
    for path in ["/v1/me/events".to_owned(), format!("/v1/matches/{id}/events")] {
        let request = anna.request("GET", &path).header("accept", "text/event-stream");
        Reply::send(request).await.problem("unauthenticated");
    }
    let bob = server.person("Bob").await;
    bob.joins(&id).await;
    of_other.expect("match-started", &id).await;
    let session = other.get("/v1/me/sessions").await.expect(200)["sessions"][0]["id"].as_str().unwrap().to_owned();
    other.delete(&format!("/v1/me/sessions/{session}")).await.expect(204);
    assert_eq!(of_other.next().await, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_ends_with_its_token_and_with_its_account() {
    let server = Server::start().await;
    let anna = server.person("Anna").await;
    let made = anna.post("/v1/me/tokens", &json!({"name": "bot", "scopes": ["matches:read"]})).await.expect(201);
    let bot = server.client(made["token"].as_str().unwrap());
    let mut of_bot = Follower::open(bot.request("GET", "/v1/me/events")).await;
    let mut follower = Follower::start(&anna).await;
    anna.delete(&format!("/v1/me/tokens/{}", made["id"].as_str().unwrap())).await.expect(204);
    assert_eq!(of_bot.next().await, None);
    anna.delete("/v1/me").await.expect(204);
    assert_eq!(follower.next().await, None);
    assert_eq!(server.app.hub.feeds.sizes(), (0, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn streams_do_not_hold_up_the_end_of_the_server() {
    let server = Server::on(&tests::database::fresh().await, Mailbox::open(Security::Plain).await, |_| {}).await;
    let anna = server.person("Anna").await;
    let mut follower = Follower::start(&anna).await;
    let began = std::time::Instant::now();
    let (end, poll, _) =
        tokio::join!(follower.next(), async { anna.get("/v1/me/events?wait=25").await.expect(200) }, async {
            let (hub, shared) = (server.app.hub.clone(), &server.app);
            tests::eventually("both", async || (shared.hub.feeds.sizes().0 == 2).then_some(())).await;
            hub.feeds.close();
        });
    assert_eq!((end, &poll["events"]), (None, &json!([])));
    server.stop().await;
    assert!(began.elapsed().as_secs() < 20, "{:?}", began.elapsed());
}
