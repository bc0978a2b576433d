//! /v1/me/hooks: webhooks, received by a program on this machine.

use std::sync::{Arc, Mutex};

use chrono::Duration;
use serde_json::{Value, json};
use tests::{Person, Server, eventually};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use turnpost::secrets;

/// A program that takes calls, and answers each with the next of these statuses, the last one again and again.
struct Receiver {
    url: String,
    calls: Arc<Mutex<Vec<Call>>>,
}

/// A call as it came.
#[derive(Clone, Debug)]
struct Call {
    head: String,
    body: String,
}

impl Call {
    fn header(&self, name: &str) -> &str {
        let line = self
            .head
            .lines()
            .find_map(|line| line.split_once(": ").filter(|(found, _)| found.eq_ignore_ascii_case(name)));
        line.map(|(_, value)| value).unwrap_or_else(|| panic!("no {name}: {}", self.head))
    }

    /// The body, if it was signed by this secret.
    fn verified(&self, secret: &str) -> Value {
        let key = data(secret.strip_prefix("whsec_").unwrap());
        let text = format!("{}.{}.{}", self.header("webhook-id"), self.header("webhook-timestamp"), self.body);
        let proof = self.header("webhook-signature").strip_prefix("v1,").unwrap();
        assert_eq!(data(proof), secrets::signature(&key, text.as_bytes()));
        assert_eq!(self.header("content-type"), "application/json");
        serde_json::from_str(&self.body).unwrap()
    }
}

/// The bytes of base64 (RFC 4648, section 4).
fn data(text: &str) -> Vec<u8> {
    let digit = |c: char| "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".find(c).unwrap() as u32;
    let text = text.trim_end_matches('=');
    let bits = text.chars().fold((Vec::new(), 0u32, 0), |(mut bytes, bits, count), c| {
        let (bits, count) = (bits << 6 | digit(c), count + 6);
        if count < 8 {
            return (bytes, bits, count);
        }
        bytes.push((bits >> (count - 8)) as u8);
        (bytes, bits & ((1 << (count - 8)) - 1), count - 8)
    });
    bits.0
}

impl Receiver {
    async fn open(answers: &[&'static str]) -> Receiver {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/hook?key=1", listener.local_addr().unwrap());
        let calls = Arc::new(Mutex::new(Vec::new()));
        let (kept, answers) = (Arc::clone(&calls), answers.to_vec());
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let (mut bytes, mut buffer) = (Vec::new(), [0; 4096]);
                let call = loop {
                    let length = stream.read(&mut buffer).await.unwrap();
                    assert!(length > 0, "a whole request");
                    bytes.extend(&buffer[..length]);
                    let text = String::from_utf8_lossy(&bytes).into_owned();
                    let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
                    let call = Call { head: head.to_owned(), body: body.to_owned() };
                    if call.header("content-length") == body.len().to_string() {
                        break call;
                    }
                };
                let number = {
                    let mut kept: std::sync::MutexGuard<'_, Vec<Call>> = kept.lock().unwrap();
                    kept.push(call);
                    kept.len()
                };
                let answer = answers[(number - 1).min(answers.len() - 1)];
                drop(stream.write_all(format!("HTTP/1.1 {answer}\r\ncontent-length: 0\r\n\r\n").as_bytes()).await);
            }
        });
        Receiver { url, calls }
    }

    fn calls(&self) -> Vec<Call> {
        self.calls.lock().unwrap().clone()
    }

    /// Waits until this many calls have come and all of the server's are recorded; returns them.
    async fn after(&self, server: &Server, number: usize) -> Vec<Call> {
        let calls = eventually("calls", async || Some(self.calls()).filter(|calls| calls.len() >= number)).await;
        let now = server.app.clock.now().to_rfc3339();
        server
            .until(&format!("SELECT count(*) = 0 FROM hook_calls WHERE due_at IS NOT NULL AND due_at <= '{now}'"))
            .await;
        assert_eq!(self.calls().len(), number);
        calls
    }
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
    let data = json!({"match": id, "name": "A \"match\"", "game": "magma", "turn": 0,
        "url": format!("https://turnpost.example/matches/{id}")});
    let expected = json!({"type": "invitation.created", "timestamp": "2026-01-01T00:00:01.000Z", "data": data});
    assert_eq!(calls[0].verified(&secret), expected);
    bob.joins(&id).await;
    assert_eq!(receiver.after(&server, 2).await[1].verified(&secret)["type"], "match.started");
    anna.moves(&id).await;
    let turn = receiver.after(&server, 3).await[2].verified(&secret);
    assert_eq!((&turn["type"], &turn["data"]["turn"]), (&json!("turn.started"), &json!(1)));
    bob.act(&format!("/v1/matches/{id}/resign")).await.expect(200);
    let calls = receiver.after(&server, 4).await;
    assert_eq!(calls[3].verified(&secret)["type"], "match.over");
    let mut ids: Vec<&str> = calls.iter().map(|call| call.header("webhook-id")).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), 4);
    assert_eq!(server.count("SELECT count(DISTINCT user_id) FROM hooks").await, 1, "Anna has no hook, and no calls");
    assert_eq!(server.count("SELECT count(*) FROM hook_calls").await, 4);
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
    assert_eq!(last.verified(&secret), first.verified(&secret));
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
    let letter = server.mailbox.wait_for(&anna.address, |letter| letter.subject().contains("webhook")).await;
    assert!(letter.text().contains("127.0.0.1"), "{}", letter.text());
    anna.act(&format!("/v1/me/hooks/{id}/test")).await.problem("conflict");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_about_a_turn_that_is_over_is_dropped_and_is_no_success() {
    let server = server().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = anna.creates(json!({"game": "magma", "seating": "joined"})).await;
    bob.joins(&id).await;
    server.letters_are_out().await;
    server.later(Duration::seconds(1));
    let receiver = Receiver::open(&["500 No"]).await;
    makes(&bob, &receiver.url).await;
    anna.moves(&id).await;
    receiver.after(&server, 1).await;
    bob.moves(&id).await;
    server.later(Duration::seconds(5));
    server.until("SELECT attempts = 2 AND due_at IS NULL FROM hook_calls").await;
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
    assert_eq!(server.count("SELECT count(*) FROM hook_calls").await, 0);
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

    let (server, listener) = (self::server().await, TcpListener::bind("127.0.0.1:0").await.unwrap());
    let anna = server.person("Anna").await;
    let port = listener.local_addr().unwrap().port();
    let greeted = tokio::spawn(async move {
        use tokio_rustls::rustls::{ServerConfig, crypto::ring, pki_types::PrivatePkcs8KeyDer};
        let signed = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
        let key = PrivatePkcs8KeyDer::from(signed.signing_key.serialize_der()).into();
        let tls = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()));
        let tls = tls.with_safe_default_protocol_versions().unwrap().with_no_client_auth();
        let tls = tls.with_single_cert(vec![signed.cert.der().clone()], key).unwrap();
        let (stream, _) = listener.accept().await.unwrap();
        tokio_rustls::TlsAcceptor::from(Arc::new(tls)).accept(stream).await.is_err()
    });
    let (id, _) = makes(&anna, &format!("https://localhost:{port}/")).await;
    test(&anna, &id).await;
    assert!(greeted.await.unwrap(), "the certificate is refused");
    server.until("SELECT count(*) = 1 FROM hooks WHERE failing_since IS NOT NULL").await;
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
