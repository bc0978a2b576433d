//! What surrounds every request, whatever its address: limits, figures, headers.

use serde_json::json;
use tests::{Reply, Server};

#[tokio::test(flavor = "multi_thread")]
async fn made_up_methods_make_no_series_of_their_own() {
    let server = Server::quiet(|_| {}).await;
    for method in ["BREW", "NONSENSE", "PROPFIND"] {
        Reply::of(server.request(method, "/v1/games")).await.problem("method-not-allowed");
    }
    let figures = server.get("/metrics").await.text();
    assert!(figures.contains("method=\"other\""), "{figures}");
    assert!(!figures.contains("BREW") && !figures.contains("PROPFIND"), "{figures}");
}

async fn few(requests: u32) -> Server {
    Server::quiet(|table| drop(table.insert("requests_per_minute".to_owned(), requests.to_string().into()))).await
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_is_asked_for_counts() {
    let paths =
        ["/v1/games/magma/board", "/openapi.json", "/healthz", "/metrics", "/", "/matches/x", "/docs/", "/nothing"];
    for path in paths {
        let server = few(1).await;
        assert_ne!(server.get(path).await.status, 429, "{path}");
        let reply = server.get(path).await;
        assert!(reply.header("retry-after").parse::<u32>().unwrap() > 0, "{path}");
        reply.problem("rate-limited");
    }
    // Neither does a token that is no good open another door, nor is it looked up in the database for ever.
    for token in ["nonsense", "Bearer", "Bearer nonsense", "Bearer tpp_nonsense"] {
        for path in ["/v1/me", "/openapi.json"] {
            let server = few(1).await;
            let ask = async || Reply::of(server.request("GET", path).header("authorization", token)).await;
            assert_ne!(ask().await.status, 429, "{path}");
            server.query("ALTER TABLE personal_tokens RENAME TO hidden_tokens").await;
            ask().await.problem("rate-limited");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_signed_in_counts_alone() {
    let server = few(6).await;
    let anna = server.person_by_secret("Anna").await;
    for _ in 0..8 {
        server.get("/v1/games").await;
    }
    server.get("/v1/games").await.problem("rate-limited");
    // An old token is no guess: it counts like any other request, and so does not close the door to codes.
    anna.get("/v1/me").await.expect(200);
    anna.get("/v1/games").await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn old_tokens_keep_nobody_from_signing_in() {
    let server = few(100).await;
    for _ in 0..20 {
        Reply::of(server.request("GET", "/v1/me").bearer_auth("nonsense")).await.problem("unauthenticated");
    }
    let asked = server.post("/v1/sign-in", &json!({"address": "ada@example.org"})).await.expect(202);
    let id = asked["sign_in"].as_str().unwrap();
    let code = server.app.secrets.code(id.parse().unwrap());
    server.post(&format!("/v1/sign-in/{id}/code"), &json!({ "code": code })).await.expect(200);
}
