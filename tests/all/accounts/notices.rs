//! Emails that tell the owner of an account what was done in its name.

use chrono::Duration;
use serde_json::{Value, json};
use tests::{Asked, Reply, Server};

use super::count;

const ADA: &str = "ada@example.org";
const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";

/// A server behind a proxy, so that a request can come from any network.
async fn behind_a_proxy() -> Server {
    Server::with(|table| drop(table.insert("proxies".to_owned(), "1".into()))).await
}

async fn post_from(server: &Server, from: &str, path: &str, token: Option<&str>, body: &Value) -> Reply {
    let request = server.request("POST", path).header("x-forwarded-for", from).header("user-agent", FIREFOX);
    let request = match token {
        Some(token) => request.bearer_auth(token),
        None => request,
    };
    Reply::send(request.json(body)).await
}

/// Signs in from this network; returns the tokens.
async fn signs_in(server: &Server, from: &str) -> Value {
    let asked = post_from(server, from, "/v1/sign-in", None, &json!({"address": ADA})).await.expect(202);
    let asked = Asked::parse(&asked);
    post_from(server, from, &asked.path(), None, &asked.entry(&asked.code(server))).await.expect(200)
}

async fn notices(server: &Server) -> Vec<String> {
    server.emails_are_out().await;
    let emails = server.mailbox.emails_to(ADA).into_iter();
    emails.filter(|email| email.subject().contains("Turnpost account")).map(|email| email.flowing()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sign_in_from_a_new_network_is_told_and_one_from_a_known_one_is_not() {
    let server = behind_a_proxy().await;
    for known in ["192.0.2.1", "192.0.2.77", "192.0.2.1"] {
        signs_in(&server, known).await;
    }
    assert_eq!(notices(&server).await, [""; 0]);
    signs_in(&server, "198.51.100.7").await;
    let told = notices(&server).await;
    assert_eq!(told.len(), 1);
    for words in [
        "Someone signed in to your Turnpost account from a new network,",
        "Firefox on Linux, at a network address that begins with 198.51.100.",
        "Thursday 1 January 2026, 00:00 (UTC)",
        "https://turnpost.example/account#sessions",
    ] {
        assert!(told[0].contains(words), "{words}: {}", told[0]);
    }
    signs_in(&server, "198.51.100.9").await;
    // Many networks fill no mailbox.
    for network in 1..=12 {
        signs_in(&server, &format!("203.0.{network}.1")).await;
    }
    assert_eq!(notices(&server).await.len(), 5);
    assert_eq!(count(&server, "notices").await, 5);
    // What was told is forgotten after a day, and then more can be told.
    let forget = async || {
        let mut connection = server.app.db.get().await.unwrap();
        turnpost::db::notices::forget_old(&mut connection, server.app.clock.now()).await.unwrap();
    };
    forget().await;
    assert_eq!(count(&server, "notices").await, 5);
    server.later(Duration::hours(24) + Duration::seconds(1));
    forget().await;
    assert_eq!(count(&server, "notices").await, 0);
    signs_in(&server, "2001:db8:7::1").await;
    let told = notices(&server).await;
    assert!(told.len() == 6 && told[5].contains("begins with 2001:db8:7."), "{told:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_token_is_told() {
    let server = behind_a_proxy().await;
    let tokens = signs_in(&server, "192.0.2.1").await;
    let access = tokens["access_token"].as_str();
    for number in 0..8 {
        let wish = json!({"name": format!("bot {number} https://evil.example"), "scopes": ["account:read"]});
        post_from(&server, "192.0.2.1", "/v1/me/tokens", access, &wish).await.expect(201);
    }
    let told = notices(&server).await;
    assert_eq!(told.len(), 5);
    assert!(told[0].contains("Your Turnpost account has a new token for programs"), "{}", told[0]);
    assert!(told[0].contains("bot 0") && !told[0].contains("https://evil"), "{}", told[0]);
    let bad = json!({"name": "", "scopes": ["account:read"]});
    server.later(Duration::minutes(5));
    post_from(&server, "192.0.2.1", "/v1/me/tokens", access, &bad).await.refused("bad-field", Some("name"));
    assert_eq!(count(&server, "notices").await, 5);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refresh_token_that_comes_twice_is_told() {
    let server = behind_a_proxy().await;
    let tokens = signs_in(&server, "192.0.2.1").await;
    let refresh = json!({"refresh_token": tokens["refresh_token"]});
    post_from(&server, "192.0.2.1", "/v1/tokens/refresh", None, &refresh).await.expect(200);
    server.later(Duration::seconds(31));
    for _ in 0..2 {
        let again = post_from(&server, "198.51.100.7", "/v1/tokens/refresh", None, &refresh).await;
        again.refused("bad-refresh-token", None);
    }
    let told = notices(&server).await;
    assert_eq!(told.len(), 1, "the session has ended by the first");
    assert!(told[0].contains("Its refresh token was used twice, so someone may have copied it."), "{}", told[0]);
    assert!(told[0].contains("begins with 198.51.100."), "{}", told[0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deletion_is_told_to_the_address_and_the_address_is_forgotten() {
    let server = behind_a_proxy().await;
    let tokens = signs_in(&server, "192.0.2.1").await;
    let access = tokens["access_token"].as_str().unwrap();
    let renamed = server.request("PATCH", "/v1/me").bearer_auth(access).json(&json!({"handle": "ada"}));
    Reply::send(renamed).await.expect(200);
    let handle = "ada";
    let request = server.request("DELETE", "/v1/me").header("x-forwarded-for", "198.51.100.7");
    Reply::send(request.bearer_auth(tokens["access_token"].as_str().unwrap())).await.expect(204);
    let told = notices(&server).await;
    assert_eq!(told.len(), 1);
    assert!(told[0].contains(&format!("Your Turnpost account {handle} was deleted.")), "{}", told[0]);
    assert!(
        told[0].contains(&format!("The server reserves the handle {handle} for this address for 90 days.")),
        "{}",
        told[0]
    );
    let mut connection = server.app.db.get().await.unwrap();
    turnpost::db::notices::forget_old(&mut connection, server.app.clock.now()).await.unwrap();
    assert_eq!(count(&server, "notices").await, 0);
    assert_eq!(count(&server, &format!("users WHERE address = '{ADA}'")).await, 0);
}
