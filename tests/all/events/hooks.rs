//! /v1/me/hooks: webhooks, received by a program on this machine.

use chrono::Duration;
use data_encoding::BASE64;
use serde_json::{Value, json};
use tests::receiver::{Call, Receiver, SILENCE};
use tests::{Person, Server};
use turnpost::secrets;

/// The body of a call, if it was signed by this secret.
fn verified(call: &Call, secret: &str) -> Value {
    let key = data(secret.strip_prefix("whsec_").unwrap());
    let text = format!("{}.{}.{}", call.header("webhook-id"), call.header("webhook-timestamp"), call.text());
    let proof = call.header("webhook-signature").strip_prefix("v1,").unwrap();
    assert_eq!(data(proof), secrets::signature(&key, text.as_bytes()));
    assert_eq!(call.header("content-type"), "application/json");
    call.json()
}

fn data(text: &str) -> Vec<u8> {
    BASE64.decode(text.as_bytes()).unwrap()
}

async fn server() -> Server {
    Server::with(|table| {
        table.insert("private_hooks".to_owned(), "true".into());
    })
    .await
}

/// Makes a hook; gives its id and its secret.
async fn makes(person: &Person, url: &str) -> (String, String) {
    let made = person.post("/v1/me/hooks", &json!({ "url": url })).await.expect(201);
    (made["id"].as_str().unwrap().to_owned(), made["secret"].as_str().unwrap().to_owned())
}

async fn test(person: &Person, id: &str) {
    person.act(&format!("/v1/me/hooks/{id}/test")).await.expect(202);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hook_is_called_when_its_owner_is_to_know() {
    let server = server().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let receiver = Receiver::open(&["200 OK"]).await;
    let (_, secret) = makes(&bob, &receiver.url).await;
    server.later(Duration::seconds(1));
    let id = anna.creates(json!({"game": "magma", "seating": "joined", "name": "A \"match\""})).await;
    anna.post(&format!("/v1/matches/{id}/invitations"), &json!({"handle": "bob"})).await.expect(202);
    let calls = receiver.after(&server, 1).await;
    assert!(calls[0].head.starts_with("POST /hook?key=1 HTTP/1.1\r\n"), "{}", calls[0].head);
    assert_eq!(calls[0].header("host"), receiver.url.split('/').nth(2).unwrap());
    let data = json!({"match_id": id, "name": "A \"match\"", "game": "magma", "turn": 0,
        "url": format!("https://turnpost.example/matches/{id}")});
    let expected = json!({"type": "invitation", "timestamp": "2026-01-01T00:00:01.000Z", "data": data});
    assert_eq!(verified(&calls[0], &secret), expected);
    bob.joins(&id).await;
    assert_eq!(verified(&receiver.after(&server, 2).await[1], &secret)["type"], "match-started");
    anna.moves(&id).await;
    let turn = verified(&receiver.after(&server, 3).await[2], &secret);
    assert_eq!((&turn["type"], &turn["data"]["turn"]), (&json!("your-turn"), &json!(1)));
    bob.act(&format!("/v1/matches/{id}/resign")).await.expect(200);
    let calls = receiver.after(&server, 4).await;
    assert_eq!(verified(&calls[3], &secret)["type"], "match-over");
    let mut ids: Vec<&str> = calls.iter().map(|call| call.header("webhook-id")).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), 4);
    assert_eq!(
        server.count("SELECT count(DISTINCT user_id) FROM receivers").await,
        1,
        "Anna has no hook, and no calls"
    );
    assert_eq!(server.count("SELECT count(*) FROM calls").await, 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_that_fails_is_tried_again_until_the_hook_is_turned_off() {
    let server = server().await;
    let anna = server.person("Anna").await;
    let receiver = Receiver::open(&["500 No", "302 Found\r\nlocation: /other", "204 Done", "404 No"]).await;
    let (id, secret) = makes(&anna, &receiver.url).await;
    let failing = async || anna.get("/v1/me/hooks").await.expect(200)["hooks"][0]["failing_since"].clone();
    test(&anna, &id).await;
    let first = receiver.after(&server, 1).await[0].clone();
    assert_eq!(failing().await, "2026-01-01T00:00:00Z");
    server.later(Duration::seconds(4));
    receiver.after(&server, 1).await;
    server.later(Duration::seconds(1));
    receiver.after(&server, 2).await;
    server.later(Duration::minutes(5));
    let last = receiver.after(&server, 3).await[2].clone();
    assert_eq!(last.header("webhook-id"), first.header("webhook-id"), "the same call");
    assert_ne!(last.header("webhook-timestamp"), first.header("webhook-timestamp"));
    assert_eq!(verified(&last, &secret), verified(&first, &secret));
    assert_eq!(failing().await, Value::Null);
    // From here on every try fails: ten of a call, over three days.
    test(&anna, &id).await;
    let mut number = 4;
    for pause in [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400] {
        receiver.after(&server, number).await;
        server.later(Duration::seconds(pause));
        number += 1;
    }
    receiver.after(&server, number).await;
    server.later(Duration::hours(47));
    receiver.after(&server, number).await;
    let off = async || anna.get("/v1/me/hooks").await.expect(200)["hooks"][0]["off_at"].clone();
    assert_eq!(off().await, Value::Null);
    test(&anna, &id).await;
    receiver.after(&server, number + 1).await;
    assert!(off().await.is_string(), "five days without a success");
    let email = server.mailbox.wait_for(&anna.address, |email| email.subject().contains("webhook")).await;
    assert!(email.text().contains("127.0.0.1"), "{}", email.text());
    anna.act(&format!("/v1/me/hooks/{id}/test")).await.problem("conflict");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_about_a_turn_that_is_over_is_dropped_and_is_no_success() {
    let server = server().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = anna.creates(json!({"game": "magma", "seating": "joined"})).await;
    bob.joins(&id).await;
    server.emails_are_out().await;
    server.later(Duration::seconds(1));
    let receiver = Receiver::open(&["500 No"]).await;
    makes(&bob, &receiver.url).await;
    anna.moves(&id).await;
    receiver.after(&server, 1).await;
    bob.moves(&id).await;
    server.later(Duration::seconds(5));
    server.until("SELECT attempts = 2 AND due_at IS NULL FROM calls").await;
    receiver.after(&server, 1).await;
    assert_eq!(server.count("SELECT count(*) FROM hooks WHERE failing_since IS NOT NULL").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hook_that_says_it_is_gone_is_turned_off() {
    let server = server().await;
    let anna = server.person("Anna").await;
    let receiver = Receiver::open(&["410 Gone"]).await;
    let (id, _) = makes(&anna, &receiver.url).await;
    test(&anna, &id).await;
    receiver.after(&server, 1).await;
    let hook = anna.get("/v1/me/hooks").await.expect(200)["hooks"][0].clone();
    assert_eq!((&hook["off_at"], hook.get("secret")), (&json!("2026-01-01T00:00:00Z"), None));
    assert_eq!(server.count("SELECT count(*) FROM calls").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn no_call_reaches_into_the_network_of_the_host_or_an_unknown_certificate() {
    let server = Server::start().await;
    let anna = server.person("Anna").await;
    let receiver = Receiver::open(&["200 OK"]).await;
    let port = receiver.url.split([':', '/']).nth(4).unwrap().to_owned();
    for url in [&receiver.url, &format!("https://127.0.0.1:{port}/"), "https://[::1]/", "https://169.254.169.254/", "x"]
    {
        anna.post("/v1/me/hooks", &json!({ "url": url })).await.refused("bad-field", Some("url"));
    }
    // A name of this machine is found out when it is looked up.
    let (id, _) = makes(&anna, &format!("https://localhost:{port}/")).await;
    test(&anna, &id).await;
    server.until("SELECT count(*) = 1 FROM hooks WHERE failing_since IS NOT NULL").await;
    assert!(receiver.calls().is_empty());

    // Nor does one arrive where the certificate is not known.
    let (server, receiver) = (self::server().await, Receiver::secure(&["200 OK"]).await);
    let anna = server.person("Anna").await;
    let (id, _) = makes(&anna, &receiver.url).await;
    test(&anna, &id).await;
    server.until("SELECT count(*) = 1 FROM hooks WHERE failing_since IS NOT NULL").await;
    assert!(receiver.calls().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_arrives_over_tls() {
    let receiver = Receiver::secure(&["200 OK"]).await;
    let file = std::env::temp_dir().join(format!("turnpost-hooks-{}.pem", std::process::id()));
    std::fs::write(&file, receiver.certificate.as_deref().unwrap()).unwrap();
    let server = Server::with(|table| {
        table.insert("private_hooks".to_owned(), "true".into());
        table.insert("hook_certificate".to_owned(), file.to_str().unwrap().into());
    })
    .await;
    std::fs::remove_file(&file).unwrap();
    let anna = server.person("Anna").await;
    let (id, secret) = makes(&anna, &receiver.url).await;
    test(&anna, &id).await;
    let calls = receiver.after(&server, 1).await;
    assert_eq!(verified(&calls[0], &secret)["type"], "test");
    // The certificate is for localhost alone.
    let (id, _) = makes(&anna, &receiver.url.replace("localhost", "127.0.0.1")).await;
    test(&anna, &id).await;
    server.until("SELECT count(*) = 1 FROM hooks WHERE failing_since IS NOT NULL").await;
    receiver.after(&server, 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_receiver_that_is_dead_delays_no_other() {
    let server = server().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let (dead, alive) = (Receiver::open(&[SILENCE]).await, Receiver::open(&["200 OK"]).await);
    makes(&bob, &dead.url).await;
    server.later(Duration::seconds(1));
    // Twenty invitations: more calls than the server makes at a time.
    for _ in 0..20 {
        let id = anna.creates(json!({"game": "magma"})).await;
        anna.post(&format!("/v1/matches/{id}/invitations"), &json!({"handle": "bob"})).await.expect(202);
    }
    server.until("SELECT count(*) = 20 FROM calls").await;
    tests::eventually("a call", async || (dead.calls().len() == 1).then_some(())).await;
    let (id, _) = makes(&anna, &alive.url).await;
    for number in 1..=3 {
        test(&anna, &id).await;
        tests::eventually("a call", async || (alive.calls().len() == number).then_some(())).await;
        let done = format!("SELECT due_at IS NULL FROM calls WHERE receiver_id = '{id}'");
        server.until(&done).await;
    }
    assert_eq!(
        dead.calls().len(),
        1,
        "the receiver that does not answer has one call at a time, and still has the first"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn hooks_are_few_and_their_owners_only() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let mut ids = Vec::new();
    for _ in 0..5 {
        ids.push(makes(&anna, "https://club.example/turnpost").await.0);
    }
    anna.post("/v1/me/hooks", &json!({"url": "https://club.example/turnpost"})).await.problem("conflict");
    bob.delete(&format!("/v1/me/hooks/{}", ids[0])).await.problem("not-found");
    bob.act(&format!("/v1/me/hooks/{}/test", ids[0])).await.problem("not-found");
    assert_eq!(bob.get("/v1/me/hooks").await.expect(200), json!({"hooks": []}));
    let made = anna.post("/v1/me/tokens", &json!({"name": "bot", "scopes": ["account:write"]})).await.expect(201);
    let bot = server.client(made["token"].as_str().unwrap());
    assert_eq!(bot.get("/v1/me/hooks").await.problem("scope-missing")["scope"], "session");
    anna.delete(&format!("/v1/me/hooks/{}", ids[0])).await.expect(204);
    makes(&anna, "https://club.example/turnpost").await;
    anna.delete("/v1/me").await.expect(204);
    assert_eq!(server.count("SELECT count(*) FROM hooks").await, 0);
}
