//! /v1/push and /v1/me/pushes: messages to browsers, by way of a push service on this machine that holds the keys of the browsers.

use chrono::Duration;
use data_encoding::BASE64URL_NOPAD;
use jsonwebtoken::{Algorithm, DecodingKey, Validation};
use p256::SecretKey;
use p256::elliptic_curve::sec1::ToEncodedPoint;
use serde_json::{Value, json};
use tests::receiver::{Call, Receiver};
use tests::{Person, Reply, Server};
use web_push_native::{Auth, decrypt};

use super::Follower;

/// A browser: what it keeps of a subscription.
pub(crate) struct Browser {
    key: SecretKey,
    auth: [u8; 16],
    endpoint: String,
}

fn spelled(bytes: &[u8]) -> String {
    BASE64URL_NOPAD.encode(bytes)
}

fn read(text: &str) -> Vec<u8> {
    BASE64URL_NOPAD.decode(text.as_bytes()).unwrap()
}

impl Browser {
    /// A browser with keys made from a number, which stands in its endpoint, too.
    pub(crate) fn new(service: &Receiver, number: u8) -> Browser {
        let key = SecretKey::from_slice(&[number; 32]).unwrap();
        Browser { key, auth: [number; 16], endpoint: format!("{}&browser={number}", service.url) }
    }

    fn subscription(&self) -> Value {
        let key = self.key.public_key().to_encoded_point(false);
        let keys = json!({"p256dh": spelled(key.as_bytes()), "auth": spelled(&self.auth)});
        json!({"endpoint": self.endpoint, "expirationTime": null, "keys": keys})
    }

    /// Subscribes; gives the id of the subscription.
    pub(crate) async fn subscribes(&self, person: &Person) -> String {
        let made = person.post("/v1/me/pushes", &self.subscription()).await.expect(201);
        made["id"].as_str().unwrap().to_owned()
    }

    /// What a call says to this browser.
    pub(crate) fn reads(&self, call: &Call) -> Value {
        let text = decrypt(call.body.clone(), &self.key, &Auth::from(self.auth)).unwrap();
        serde_json::from_slice(&text).unwrap()
    }
}

/// The claims of the proof of a call, which the key of the server has signed.
async fn proved(server: &Server, call: &Call) -> Value {
    let key = server.get("/v1/push").await.expect(200)["key"].as_str().unwrap().to_owned();
    let proof = call.header("authorization").strip_prefix("vapid t=").unwrap();
    let (token, named) = proof.split_once(", k=").unwrap();
    assert_eq!(named, key);
    let mut validation = Validation::new(Algorithm::ES256);
    // The clock of the server stands still.
    validation.validate_exp = false;
    validation.validate_aud = false;
    jsonwebtoken::decode::<Value>(token, &DecodingKey::from_ec_der(&read(&key)), &validation).unwrap().claims
}

async fn server() -> Server {
    Server::with(|table| {
        table.insert("private_hooks".to_owned(), "true".into());
    })
    .await
}

/// A match of Anna and Bob, whose emails are out.
async fn table(server: &Server, anna: &Person, bob: &Person) -> String {
    let clock = json!({"kind": "per-move", "time": "P3D"});
    let id = anna.creates(json!({"game": "magma", "seating": "joined", "name": "Lava", "clock": clock})).await;
    bob.joins(&id).await;
    server.emails_are_out().await;
    server.later(Duration::seconds(1));
    id
}

#[test]
fn a_message_is_encrypted_as_the_standard_says() {
    // RFC 8291, appendix A.
    let message = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_\
                   yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
    let key = SecretKey::from_slice(&read("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94")).unwrap();
    let auth: [u8; 16] = read("BTBZMqHH6r4Tts7J_aSIgg").try_into().unwrap();
    let text = decrypt(read(message), &key, &Auth::from(auth)).unwrap();
    assert_eq!(text, b"When I grow up, I want to be a watermelon");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_is_told_of_the_matches_of_its_owner() {
    let service = Receiver::open(&["201 Created"]).await;
    let server = server().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let browser = Browser::new(&service, 7);
    browser.subscribes(&bob).await;
    server.later(Duration::seconds(1));
    let clock = json!({"kind": "per-move", "time": "P3D"});
    let other = anna.creates(json!({"game": "magma", "name": "Läva ⚑"})).await;
    anna.post(&format!("/v1/matches/{other}/invitations"), &json!({"handle": "bob"})).await.expect(202);
    assert_eq!(browser.reads(&service.after(&server, 1).await[0])["title"], "Invitation: Magma, Läva ⚑");
    let id = anna.creates(json!({"game": "magma", "seating": "joined", "name": "Lava", "clock": clock})).await;
    anna.post(&format!("/v1/matches/{id}/invitations"), &json!({"handle": "bob"})).await.expect(202);
    let calls = service.after(&server, 2).await;
    let path = browser.endpoint.split_once("127.0.0.1").unwrap().1.split_once('/').unwrap().1;
    assert!(calls[1].head.starts_with(&format!("POST /{path} HTTP/1.1\r\n")), "{}", calls[1].head);
    let url = format!("https://turnpost.example/matches/{id}");
    let told = json!({"title": "Invitation: Magma, Lava", "body": "", "url": url, "tag": id});
    assert_eq!(browser.reads(&calls[1]), told);
    bob.joins(&id).await;
    assert_eq!(browser.reads(&service.after(&server, 3).await[2])["title"], "Match started: Magma, Lava");
    server.later(Duration::hours(1));
    anna.moves(&id).await;
    let turn = service.after(&server, 4).await[3].clone();
    let body = "Move by Sunday 4 January 2026, 01:00 (UTC), in 3 days. After that you are out of the match.";
    assert_eq!(browser.reads(&turn), json!({"title": "Your turn: Magma, Lava", "body": body, "url": url, "tag": id}));
    assert_eq!(turn.header("content-encoding"), "aes128gcm");
    assert_eq!(turn.header("ttl"), (3 * 24 * 3600).to_string());
    assert_eq!((turn.header("urgency"), turn.header("topic")), ("normal", id.replace('-', "").as_str()));
    let claims = proved(&server, &turn).await;
    let origin = service.url.split("/hook").next().unwrap();
    let expires = (server.app.clock.now() + Duration::hours(12)).timestamp();
    assert_eq!(claims, json!({"aud": origin, "exp": expires, "sub": "https://turnpost.example"}));
    // The length tells nothing, and nothing is told in the clear.
    let lengths: Vec<usize> = service.calls().iter().map(|call| call.body.len()).collect();
    assert!(lengths.iter().all(|length| *length == lengths[0]), "{lengths:?}");
    for call in service.calls() {
        let text = format!("{}{}{}", call.head, String::from_utf8_lossy(&call.body), browser.reads(&call));
        for private in [bob.address.as_str(), "bob", "Anna", "/move/", "tpr_"] {
            assert!(!text.contains(private), "{private}: {text}");
        }
        assert!(!call.head.contains("Lava"));
    }
    bob.act(&format!("/v1/matches/{id}/resign")).await.expect(200);
    assert_eq!(browser.reads(&service.after(&server, 5).await[4])["title"], "Match over: Magma, Lava");
    assert_eq!(server.count("SELECT count(*) FROM calls").await, 5, "Anna has no subscription");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_is_not_taken_is_tried_again() {
    let service = Receiver::open(&["503 No", "429 No", "500 No", "201 Created"]).await;
    let server = server().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = table(&server, &anna, &bob).await;
    let browser = Browser::new(&service, 7);
    browser.subscribes(&bob).await;
    anna.moves(&id).await;
    for (number, pause) in [(1, 30), (2, 120), (3, 600)] {
        service.after(&server, number).await;
        let waits = format!(
            "SELECT due_at = '{}' FROM calls",
            (server.app.clock.now() + Duration::seconds(pause)).to_rfc3339()
        );
        server.until(&waits).await;
        server.later(Duration::seconds(pause));
    }
    let calls = service.after(&server, 4).await;
    assert_eq!(browser.reads(&calls[3])["title"], "Your turn: Magma, Lava");
    server.until("SELECT due_at IS NULL AND attempts = 4 FROM calls").await;
    // A turn that is over by the next try is told no more.
    let service = Receiver::open(&["503 No"]).await;
    Browser::new(&service, 8).subscribes(&bob).await;
    bob.moves(&id).await;
    server.later(Duration::seconds(1));
    anna.moves(&id).await;
    service.after(&server, 1).await;
    bob.moves(&id).await;
    server.later(Duration::seconds(30));
    server.until("SELECT count(*) = 0 FROM calls WHERE due_at IS NOT NULL").await;
    service.after(&server, 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_subscription_that_is_gone_is_removed_and_a_refused_message_is_dropped() {
    for (status, is_kept) in [("410 Gone", false), ("404 No", false), ("400 No", true), ("403 No", true)] {
        let service = Receiver::open(&[status]).await;
        let server = server().await;
        let [anna, bob] = server.people(["Anna", "Bob"]).await;
        let id = table(&server, &anna, &bob).await;
        Browser::new(&service, 7).subscribes(&bob).await;
        anna.moves(&id).await;
        service.after(&server, 1).await;
        server.until(&format!("SELECT count(*) = {} FROM pushes", u8::from(is_kept))).await;
        assert_eq!(server.count("SELECT count(*) FROM calls WHERE due_at IS NOT NULL").await, 0, "{status}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_that_a_page_has_shown_is_told_after_two_minutes_or_not_at_all() {
    let service = Receiver::open(&["201 Created"]).await;
    let server = server().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = table(&server, &anna, &bob).await;
    Browser::new(&service, 7).subscribes(&bob).await;
    let mut follower = Follower::start(&bob).await;
    let due = "SELECT extract(epoch FROM due_at - created_at)::int FROM calls WHERE due_at IS NOT NULL";
    for (turn, is_missed) in [(1, false), (3, true)] {
        anna.moves(&id).await;
        while follower.expect("match", &id).await["turn"] != turn {}
        server.until("SELECT count(*) = 1 FROM calls WHERE due_at IS NOT NULL").await;
        assert_eq!(server.count(due).await, 5, "a page may be open");
        bob.post("/v1/me/seen", &json!({"match_id": id, "turn": turn})).await.expect(204);
        assert_eq!(server.count(due).await, 120);
        if is_missed {
            server.later(Duration::seconds(121));
            service.after(&server, 1).await;
        } else {
            bob.moves(&id).await;
            server.later(Duration::seconds(121));
            server.until("SELECT count(*) = 0 FROM calls WHERE due_at IS NOT NULL").await;
            service.after(&server, 0).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_that_is_signed_out_is_told_no_more() {
    let service = Receiver::open(&["201 Created"]).await;
    let server = server().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = table(&server, &anna, &bob).await;
    let (phone, tablet, lost) = (server.person("Bob").await, server.person("Bob").await, server.person("Bob").await);
    for (number, person) in (1..).zip([&bob, &phone, &tablet, &lost]) {
        Browser::new(&service, number).subscribes(person).await;
    }
    assert_eq!(server.count("SELECT count(*) FROM pushes").await, 4);
    phone.act("/v1/sign-out").await.expect(204);
    // A page that ends another session, and a session that is not used for long.
    let sessions = bob.get("/v1/me/sessions").await.expect(200)["sessions"].clone();
    let push = tablet.get("/v1/me/pushes").await.expect(200)["pushes"].clone();
    assert_eq!((sessions.as_array().unwrap().len(), push.as_array().unwrap().len()), (3, 3));
    let session = push[1]["session"].as_str().unwrap();
    bob.delete(&format!("/v1/me/sessions/{session}")).await.expect(204);
    assert_eq!(server.count("SELECT count(*) FROM pushes").await, 2);
    server
        .rows(&format!(
            "UPDATE sessions SET expires_at = created_at WHERE id = '{}'",
            push[0]["session"].as_str().unwrap()
        ))
        .await;
    anna.moves(&id).await;
    server.until("SELECT count(*) = 2 FROM calls WHERE due_at IS NULL").await;
    let told: Vec<String> = service.calls().iter().map(|call| call.head.lines().next().unwrap().to_owned()).collect();
    assert_eq!(told, ["POST /hook?key=1&browser=1 HTTP/1.1"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn subscriptions_that_cannot_be_right_are_refused_by_field() {
    let server = Server::start().await;
    let anna = server.person("Anna").await;
    let service = Receiver::open(&["201 Created"]).await;
    let mut good = Browser::new(&service, 7).subscription();
    let told: Reply = anna.post("/v1/me/pushes", &good).await;
    let problem = told.refused("bad-field", Some("endpoint"));
    assert!(
        problem["detail"].as_str().unwrap().contains("fcm.googleapis.com, *.push.services.mozilla.com"),
        "{problem}"
    );
    good["endpoint"] = "https://updates.push.services.mozilla.com/wpush/v2/gAAAAABk".into();
    for (field, values) in [
        (
            "/endpoint",
            ["", "x", "https://127.0.0.1/", "https://fcm.googleapis.com.club.example/x", "http://fcm.googleapis.com/x"],
        ),
        (
            "/keys/p256dh",
            [
                "",
                "x",
                "BAAA",
                "é",
                "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A9",
            ],
        ),
        ("/keys/auth", ["", "x", "AAAA", "é", "BTBZMqHH6r4Tts7J_aSIggAA"]),
    ] {
        for value in values {
            let mut bad = good.clone();
            *bad.pointer_mut(field).unwrap() = value.into();
            let named = field[1..].replace('/', ".");
            anna.post("/v1/me/pushes", &bad).await.refused("bad-field", Some(&named));
        }
    }
    assert_eq!(server.count("SELECT count(*) FROM pushes").await, 0);
    anna.post("/v1/me/pushes", &good).await.expect(201);
    server.post("/v1/me/pushes", &good).await.problem("unauthenticated");
    let made = anna.post("/v1/me/tokens", &json!({"name": "bot", "scopes": ["account:write"]})).await.expect(201);
    let bot = server.client(made["token"].as_str().unwrap());
    assert_eq!(bot.post("/v1/me/pushes", &good).await.problem("scope-missing")["scope"], "session");
    assert_eq!(bot.get("/v1/me/pushes").await.problem("scope-missing")["scope"], "session");
}

#[tokio::test(flavor = "multi_thread")]
async fn subscriptions_are_few_and_their_owners_only() {
    let server = server().await;
    let service = Receiver::open(&["201 Created"]).await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let shared = Browser::new(&service, 99);
    let first = shared.subscribes(&anna).await;
    assert_eq!(shared.subscribes(&anna).await, first, "a session has one subscription");
    assert_eq!(Browser::new(&service, 98).subscribes(&anna).await, first);
    assert_eq!(shared.subscribes(&anna).await, first);
    bob.delete(&format!("/v1/me/pushes/{first}")).await.problem("not-found");
    assert_eq!(bob.get("/v1/me/pushes").await.expect(200), json!({"pushes": []}));
    // Another person signs in to the browser, and subscribes: it is theirs.
    let bobs = shared.subscribes(&bob).await;
    assert_ne!(bobs, first);
    assert_eq!(anna.get("/v1/me/pushes").await.expect(200), json!({"pushes": []}));
    // Of eleven browsers the one that was here longest ago is removed.
    for number in 1..=11 {
        let again = server.person_by_secret("Anna").await;
        Browser::new(&service, number).subscribes(&again).await;
        server.later(Duration::seconds(1));
    }
    let kept = anna.get("/v1/me/pushes").await.expect(200)["pushes"].clone();
    assert_eq!(kept.as_array().unwrap().len(), 10);
    assert_eq!(server.count("SELECT count(*) FROM pushes WHERE endpoint LIKE '%browser=1'").await, 0);
    assert_eq!(kept[0]["service"], "127.0.0.1");
    anna.delete(&format!("/v1/me/pushes/{}", kept[0]["id"].as_str().unwrap())).await.expect(204);
    // The export names the service, not the endpoint, which is a key.
    anna.post("/v1/me/hooks", &json!({"url": "https://club.example/turnpost"})).await.expect(201);
    let export = anna.get("/v1/me/export").await.expect(200);
    assert_eq!(export["pushes"].as_array().unwrap().len(), 9);
    assert_eq!(export["hooks"][0]["url"], "https://club.example/turnpost");
    assert!(!export.to_string().contains("browser="), "{export}");
    anna.delete("/v1/me").await.expect(204);
    let left =
        server.rows("SELECT u.handle FROM pushes JOIN receivers r USING (id) JOIN users u ON u.id = r.user_id").await;
    assert_eq!(left, [["bob"]]);
    assert_eq!(server.count("SELECT count(*) FROM hooks").await, 0);
}
