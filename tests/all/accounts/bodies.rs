//! What cannot be read, limits, and what is forgotten.

use chrono::Duration;
use reqwest::{Client, Response, StatusCode};
use serde_json::json;
use turnpost::play::links::{self};

use super::sign_in::post_form;
use super::{Server, ask, count, enter, page, refresh, refused, sign_in};

pub(super) async fn send(
    server: &Server,
    path: &str,
    kind: Option<&str>,
    body: Vec<u8>,
    more: &[(&str, &str)],
) -> Response {
    let mut request = Client::new().post(server.url(path)).body(body);
    if let Some(kind) = kind {
        request = request.header("content-type", kind);
    }
    for (name, value) in more {
        request = request.header(*name, *value);
    }
    request.send().await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn bodies_that_cannot_be_read_are_refused_with_the_reason() {
    let server = Server::start().await;
    let some = "/v1/sign-in/0198c0de-7a11-7000-8000-00c0ffee0001/code";
    for path in ["/v1/sign-in", some, "/v1/sign-in/link", "/v1/tokens/refresh", "/v1/address-changes/confirm"] {
        let json = Some("application/json");
        for body in ["", "{", "nonsense", "{\"a\":}", "\u{0}", "{}x", &"[".repeat(300), &"{\"a\":".repeat(5000)] {
            let answer = send(&server, path, json, body.into(), &[]).await;
            if body.starts_with('[') {
                refused(answer, "bad-field", None).await;
            } else if body.starts_with("{\"a\":{") {
                // Too deep, or an unknown field: either is right.
                assert!(answer.status().is_client_error());
            } else if body == "{\"a\":}" || body == "{}x" {
                assert!([400, 422].contains(&answer.status().as_u16()));
            } else {
                assert!(refused(answer, "bad-request", None).await["line"].is_u64());
            }
        }
        let invalid = send(&server, path, json, b"{\"\xff\":1}".to_vec(), &[]).await;
        assert!([400, 422].contains(&invalid.status().as_u16()));
        for body in ["5", "null", "\"text\"", "[]", "[\"a\"]"] {
            refused(send(&server, path, json, body.into(), &[]).await, "bad-field", None).await;
        }
        let huge = format!("{{\"x\":\"{}\"}}", "y".repeat(70_000));
        refused(send(&server, path, json, huge.clone().into(), &[]).await, "too-large", None).await;
        for kind in [None, Some("text/plain"), Some("application/x-www-form-urlencoded"), Some("nonsense")] {
            refused(send(&server, path, kind, "{}".into(), &[]).await, "unsupported-media-type", None).await;
        }
        let zipped = send(&server, path, json, vec![31, 139, 8, 0], &[("content-encoding", "gzip")]).await;
        refused(zipped, "unsupported-media-type", None).await;
        let long = format!("{{\"{}\":1}}", "z".repeat(60_000));
        refused(send(&server, path, json, long.into(), &[]).await, "bad-field", Some(&"z".repeat(80))).await;
    }
    for path in ["/v1/sign-in/nonsense/code", "/v1/sign-in/%00/code"] {
        refused(
            send(&server, path, Some("application/json"), "{\"code\":\"123456\"}".into(), &[]).await,
            "bad-request",
            None,
        )
        .await;
    }
    let answer = server.get("/v1/sign-in", None).await;
    assert_eq!(answer.headers()["allow"], "POST");
    refused(answer, "method-not-allowed", None).await;
    assert_eq!((count(&server, "users").await, count(&server, "sign_ins").await), (0, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn addresses_that_no_letter_can_reach_are_refused() {
    let server = Server::start().await;
    for address in [
        "",
        "ada",
        "@",
        "a@",
        "@b",
        "a@b@c",
        "a b@c",
        "a@b\r\nBcc: c@d",
        "a@b\n",
        "\u{0}@b",
        "a@b\u{202e}",
        "<a@b>",
        "a,b@c",
        "a..b@c",
        "a@b..c",
        "a@[127.0.0.1]",
        "ä@example.org",
    ] {
        let answer = server.post("/v1/sign-in", &json!({"address": address}), None).await;
        refused(answer, "bad-field", Some("address")).await;
    }
    let long = format!("{}@example.org", "a".repeat(60_000));
    refused(server.post("/v1/sign-in", &json!({"address": long}), None).await, "bad-field", Some("address")).await;
    refused(server.post("/v1/sign-in", &json!({}), None).await, "bad-field", Some("address")).await;
    refused(server.post("/v1/sign-in", &json!({"adress": "a@b"}), None).await, "bad-field", Some("adress")).await;
    refused(server.post("/v1/sign-in", &json!({"address": 5}), None).await, "bad-field", Some("address")).await;
    assert_eq!((count(&server, "sign_ins").await, count(&server, "letters").await), (0, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn too_many_letters_and_guesses_have_to_wait() {
    let server = Server::start().await;
    for _ in 0..10 {
        ask(&server, "ada@example.org").await;
    }
    let answer = server.post("/v1/sign-in", &json!({"address": "ADA@example.org"}), None).await;
    assert!(answer.headers()["retry-after"].to_str().unwrap().parse::<u64>().unwrap() > 0);
    refused(answer, "rate-limited", None).await;
    let id = ask(&server, "bob@example.org").await;
    let mut last = None;
    for _ in 0..70 {
        last = Some(enter(&server, id, "000000").await);
    }
    refused(last.unwrap(), "rate-limited", None).await;
    // Links cannot be guessed, so they are good all the same.
    let id = ask(&server, "cleo@example.org").await;
    page(post_form(&server, &links::sign_in_path(&server.app.secrets, id), "").await, 200).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_has_been_of_no_use_for_long_is_forgotten() {
    let server = Server::start().await;
    let ada = sign_in(&server, "ada@example.org").await;
    server.post("/v1/sign-out", &json!({}), Some(&ada.access)).await;
    let ada = sign_in(&server, "ada@example.org").await;
    server.clock.advance(Duration::days(31));
    let mut connection = server.app.db.get().await.unwrap();
    turnpost::db::sign_ins::forget_old(&mut connection, server.clock.now()).await.unwrap();
    assert_eq!((count(&server, "sign_ins").await, count(&server, "sessions").await), (0, 1));
    assert_eq!(refresh(&server, &ada.refresh).await.status(), StatusCode::OK);
}
