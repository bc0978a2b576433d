//! Bodies that cannot be read, limits, and rows that are deleted after a time.

use chrono::Duration;
use serde_json::json;
use tests::{Reply, Server};
use turnpost::play::telling::links;

use super::{ask, count, enter, quiet, refresh, sign_in};

pub(super) async fn send(
    server: &Server,
    path: &str,
    kind: Option<&str>,
    body: Vec<u8>,
    more: &[(&str, &str)],
) -> Reply {
    let mut request = server.request("POST", path).body(body);
    if let Some(kind) = kind {
        request = request.header("content-type", kind);
    }
    for (name, value) in more {
        request = request.header(*name, *value);
    }
    Reply::send(request).await
}

#[tokio::test(flavor = "multi_thread")]
async fn bodies_that_cannot_be_read_are_refused_with_the_reason() {
    let server = quiet().await;
    let some = "/v1/sign-in/0198c0de-7a11-7000-8000-00c0ffee0001/code";
    for path in ["/v1/sign-in", some, "/v1/sign-in/link", "/v1/tokens/refresh", "/v1/address-changes/confirm"] {
        let json = Some("application/json");
        for body in ["", "{", "nonsense", "{\"a\":}", "\u{0}", "{}x", &"[".repeat(300), &"{\"a\":".repeat(5000)] {
            let answer = send(&server, path, json, body.into(), &[]).await;
            assert!(answer.refused("bad-request", None)["line"].is_u64());
        }
        send(&server, path, json, b"{\"\xff\":1}".to_vec(), &[]).await.refused("bad-request", None);
        for body in ["5", "null", "\"text\"", "[]", "[\"a\"]"] {
            send(&server, path, json, body.into(), &[]).await.refused("bad-field", None);
        }
        let huge = format!("{{\"x\":\"{}\"}}", "y".repeat(70_000));
        send(&server, path, json, huge.clone().into(), &[]).await.refused("too-large", None);
        for kind in [None, Some("text/plain"), Some("application/x-www-form-urlencoded"), Some("nonsense")] {
            send(&server, path, kind, "{}".into(), &[]).await.refused("unsupported-media-type", None);
        }
        let zipped = send(&server, path, json, vec![31, 139, 8, 0], &[("content-encoding", "gzip")]).await;
        zipped.refused("unsupported-media-type", None);
        let long = format!("{{\"{}\":1}}", "z".repeat(60_000));
        send(&server, path, json, long.into(), &[]).await.refused("bad-field", Some(&"z".repeat(80)));
    }
    for path in ["/v1/sign-in/nonsense/code", "/v1/sign-in/%00/code"] {
        send(&server, path, Some("application/json"), "{\"code\":\"123456\"}".into(), &[])
            .await
            .refused("bad-request", None);
    }
    let answer = server.get("/v1/sign-in").await;
    assert_eq!(answer.header("allow"), "POST");
    answer.refused("method-not-allowed", None);
    assert_eq!((count(&server, "users").await, count(&server, "sign_ins").await), (0, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn addresses_that_no_email_can_reach_are_refused() {
    let server = quiet().await;
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
        let answer = server.post("/v1/sign-in", &json!({"address": address})).await;
        answer.refused("bad-field", Some("address"));
    }
    let long = format!("{}@example.org", "a".repeat(60_000));
    server.post("/v1/sign-in", &json!({"address": long})).await.refused("bad-field", Some("address"));
    server.post("/v1/sign-in", &json!({})).await.refused("bad-field", Some("address"));
    server.post("/v1/sign-in", &json!({"adress": "a@b"})).await.refused("bad-field", Some("adress"));
    server.post("/v1/sign-in", &json!({"address": 5})).await.refused("bad-field", Some("address"));
    assert_eq!((count(&server, "sign_ins").await, count(&server, "emails").await), (0, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_for_emails_and_wrong_codes_are_limited() {
    let server = quiet().await;
    for _ in 0..10 {
        ask(&server, "ada@example.org").await;
    }
    let answer = server.post("/v1/sign-in", &json!({"address": "ADA@example.org"})).await;
    assert!(answer.header("retry-after").parse::<u64>().unwrap() > 0);
    answer.refused("rate-limited", None);
    let id = ask(&server, "bob@example.org").await;
    let mut last = None;
    for _ in 0..70 {
        last = Some(enter(&server, &id, "BBBB-BBBB").await);
    }
    last.unwrap().refused("rate-limited", None);
    // Links cannot be guessed, so they still work.
    let id = ask(&server, "cleo@example.org").await;
    let path = links::sign_in_path(&server.app.secrets, *id);
    assert_eq!(server.fill_with(&path, &[("sec-fetch-site", "same-origin")], &[]).await.status, 303);
}

#[tokio::test(flavor = "multi_thread")]
async fn expired_rows_are_deleted_after_a_time() {
    let server = quiet().await;
    let ada = sign_in(&server, "ada@example.org").await;
    ada.post("/v1/sign-out", &json!({})).await;
    let ada = sign_in(&server, "ada@example.org").await;
    server.later(Duration::days(31));
    let mut connection = server.app.db.get().await.unwrap();
    turnpost::db::sign_ins::forget_old(&mut connection, server.app.clock.now()).await.unwrap();
    assert_eq!((count(&server, "sign_ins").await, count(&server, "sessions").await), (0, 1));
    assert_eq!(refresh(&server, &ada.refresh).await.status, 200);
}
