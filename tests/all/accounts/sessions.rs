//! Sessions, their refresh tokens, and personal tokens.

use chrono::Duration;
use reqwest::StatusCode;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{Server, count, person, read, refresh, refused, sign_in};

#[tokio::test(flavor = "multi_thread")]
async fn refresh_tokens_rotate_and_a_stolen_one_ends_the_session() {
    let server = Server::start().await;
    let ada = sign_in(&server, "ada@example.org").await;
    let second = person(&read(refresh(&server, &ada.refresh).await).await);
    assert_eq!((&second.session, &second.id), (&ada.session, &ada.id));
    assert_ne!(second.refresh, ada.refresh);
    // A lost answer: the same token again, within 30 s.
    server.clock.advance(Duration::seconds(30));
    let again = person(&read(refresh(&server, &ada.refresh).await).await);
    assert_eq!(again.refresh, second.refresh, "no second line of tokens");
    assert_eq!(count(&server, "refresh_tokens").await, 2);
    let third = person(&read(refresh(&server, &second.refresh).await).await);
    // Forged ones harm nothing.
    for forged in ["", "tpr_", "nonsense", &"x".repeat(5000), &third.refresh[..40], &third.access] {
        refused(refresh(&server, forged).await, "bad-refresh-token", None).await;
    }
    let fourth = person(&read(refresh(&server, &third.refresh).await).await);
    // Later, the same token again is theft.
    server.clock.advance(Duration::seconds(31));
    refused(refresh(&server, &third.refresh).await, "bad-refresh-token", None).await;
    refused(refresh(&server, &fourth.refresh).await, "bad-refresh-token", None).await;
    refused(server.get("/v1/me", Some(&fourth.access)).await, "unauthenticated", None).await;
    assert_eq!(count(&server, "refresh_tokens WHERE octet_length(hash) <> 32").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_stolen_within_the_grace_is_found_out_at_the_next_refresh() {
    let server = Server::start().await;
    let ada = sign_in(&server, "ada@example.org").await;
    let own = person(&read(refresh(&server, &ada.refresh).await).await);
    let stolen = person(&read(refresh(&server, &ada.refresh).await).await);
    let own = person(&read(refresh(&server, &own.refresh).await).await);
    server.clock.advance(Duration::seconds(31));
    refused(refresh(&server, &stolen.refresh).await, "bad-refresh-token", None).await;
    refused(refresh(&server, &own.refresh).await, "bad-refresh-token", None).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn refreshing_all_at_once_is_a_lost_answer_not_a_theft() {
    let server = Server::start().await;
    let ada = sign_in(&server, "ada@example.org").await;
    let answers = futures_util::future::join_all((0..8).map(|_| refresh(&server, &ada.refresh))).await;
    for answer in answers {
        let fresh = person(&read(answer).await);
        assert_eq!(refresh(&server, &fresh.refresh).await.status(), StatusCode::OK);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_lasts_ninety_days_after_its_last_use() {
    let server = Server::start().await;
    let mut ada = sign_in(&server, "ada@example.org").await;
    for _ in 0..3 {
        server.clock.advance(Duration::days(89));
        ada = person(&read(refresh(&server, &ada.refresh).await).await);
    }
    server.clock.advance(Duration::minutes(15));
    refused(server.get("/v1/me", Some(&ada.access)).await, "unauthenticated", None).await;
    server.clock.advance(Duration::days(90));
    refused(refresh(&server, &ada.refresh).await, "bad-refresh-token", None).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sessions_are_listed_and_ended() {
    let server = Server::start().await;
    let (ada, phone) = (sign_in(&server, "ada@example.org").await, sign_in(&server, "ada@example.org").await);
    let bob = sign_in(&server, "bob@example.org").await;
    let list = read(server.get("/v1/me/sessions", Some(&ada.access)).await).await;
    let current: Vec<&Value> =
        list["sessions"].as_array().unwrap().iter().filter(|one| one["current"] == true).collect();
    assert_eq!((list["sessions"].as_array().unwrap().len(), current.len()), (2, 1));
    assert_eq!(current[0]["id"], ada.session);
    assert!(!list.to_string().contains("hash"));

    let session = |id: &str| format!("/v1/me/sessions/{id}");
    refused(server.delete(&session(&bob.session), Some(&ada.access)).await, "not-found", None).await;
    refused(server.delete(&session(&Uuid::nil().to_string()), Some(&ada.access)).await, "not-found", None).await;
    refused(server.delete(&session("nonsense"), Some(&ada.access)).await, "bad-request", None).await;
    assert_eq!(server.delete(&session(&phone.session), Some(&ada.access)).await.status(), StatusCode::NO_CONTENT);
    refused(server.delete(&session(&phone.session), Some(&ada.access)).await, "not-found", None).await;
    refused(refresh(&server, &phone.refresh).await, "bad-refresh-token", None).await;
    refused(server.get("/v1/me", Some(&phone.access)).await, "unauthenticated", None).await;

    assert_eq!(server.post("/v1/sign-out", &json!({}), Some(&ada.access)).await.status(), StatusCode::NO_CONTENT);
    refused(server.post("/v1/sign-out", &json!({}), Some(&ada.access)).await, "unauthenticated", None).await;
    refused(refresh(&server, &ada.refresh).await, "bad-refresh-token", None).await;
    assert_eq!(server.get("/v1/me", Some(&bob.access)).await.status(), StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_of_ones_own_needs_somebody_who_is_signed_in() {
    let server = Server::start().await;
    let nothing = json!({});
    for token in [None, Some("nonsense"), Some("tpp_nonsense"), Some("a.b.c")] {
        for path in ["/v1/me", "/v1/me/sessions", "/v1/me/tokens", "/v1/me/letters", "/v1/me/export"] {
            refused(server.get(path, token).await, "unauthenticated", None).await;
        }
        let wish = json!({"name": "x", "scopes": ["account:read"]});
        for (path, body) in [
            ("/v1/me/tokens", &wish),
            ("/v1/me/address", &json!({"address": "ada@example.org"})),
            ("/v1/sign-out", &nothing),
        ] {
            refused(server.post(path, body, token).await, "unauthenticated", None).await;
        }
        if token.is_none() {
            // Not being signed in comes before anything about the body.
            refused(server.post("/v1/me/tokens", &nothing, token).await, "unauthenticated", None).await;
        }
        refused(server.patch("/v1/me", &nothing, token).await, "unauthenticated", None).await;
        for path in [
            "/v1/me",
            "/v1/me/sessions/0198c0de-7a11-7000-8000-00c0ffee0001",
            "/v1/me/tokens/0198c0de-7a11-7000-8000-00c0ffee0001",
        ] {
            refused(server.delete(path, token).await, "unauthenticated", None).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn personal_tokens_act_within_their_scopes_until_revoked_or_expired() {
    let server = Server::start().await;
    let (ada, bob) = (sign_in(&server, "ada@example.org").await, sign_in(&server, "bob@example.org").await);
    let wish = json!({"name": "  my   bot ", "scopes": ["moves:write", "account:read", "account:read"]});
    let answer = server.post("/v1/me/tokens", &wish, Some(&ada.access)).await;
    assert_eq!(answer.status(), StatusCode::CREATED);
    let made = read(answer).await;
    assert_eq!((&made["name"], &made["scopes"]), (&json!("my bot"), &json!(["moves:write", "account:read"])));
    let token = made["token"].as_str().unwrap();
    assert!(token.starts_with("tpp_") && token.len() == 68);
    let list = read(server.get("/v1/me/tokens", Some(&ada.access)).await).await;
    assert_eq!((list["tokens"].as_array().unwrap().len(), list.to_string().contains(token)), (1, false));
    assert!(list["tokens"][0]["last_used_at"].is_null());

    assert_eq!(read(server.get("/v1/me", Some(token)).await).await["id"], ada.id);
    let list = read(server.get("/v1/me/tokens", Some(token)).await).await;
    assert!(list["tokens"][0]["last_used_at"].is_string());
    let missing =
        refused(server.patch("/v1/me", &json!({"name": "x"}), Some(token)).await, "scope-missing", None).await;
    assert_eq!(missing["scope"], "account:write");
    let id = made["id"].as_str().unwrap();
    for answer in [
        server.post("/v1/me/tokens", &wish, Some(token)).await,
        server.post("/v1/me/address", &json!({"address": "x@example.org"}), Some(token)).await,
        server.post("/v1/sign-out", &json!({}), Some(token)).await,
        server.delete("/v1/me", Some(token)).await,
        server.delete(&format!("/v1/me/tokens/{id}"), Some(token)).await,
        server.delete(&format!("/v1/me/sessions/{}", ada.session), Some(token)).await,
    ] {
        assert_eq!(refused(answer, "scope-missing", None).await["scope"], "session");
    }
    refused(server.delete(&format!("/v1/me/tokens/{id}"), Some(&bob.access)).await, "not-found", None).await;
    assert_eq!(server.get("/v1/me", Some(token)).await.status(), StatusCode::OK);
    assert_eq!(server.delete(&format!("/v1/me/tokens/{id}"), Some(&ada.access)).await.status(), StatusCode::NO_CONTENT);
    refused(server.delete(&format!("/v1/me/tokens/{id}"), Some(&ada.access)).await, "not-found", None).await;
    refused(server.get("/v1/me", Some(token)).await, "unauthenticated", None).await;

    let short = json!({"name": "x", "scopes": ["account:read"], "expires_in_days": 1});
    let short = read(server.post("/v1/me/tokens", &short, Some(&ada.access)).await).await;
    server.clock.advance(Duration::days(1));
    refused(server.get("/v1/me", short["token"].as_str()).await, "unauthenticated", None).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tokens_that_cannot_be_made_are_refused_by_field() {
    let server = Server::start().await;
    let ada = sign_in(&server, "ada@example.org").await;
    for (wish, field) in [
        (json!({"scopes": ["account:read"]}), "name"),
        (json!({"name": "x"}), "scopes"),
        (json!({"name": "x", "scopes": []}), "scopes"),
        (json!({"name": "x", "scopes": ["everything"]}), "scopes[0]"),
        (json!({"name": "x", "scopes": "account:read"}), "scopes"),
        (json!({"name": "", "scopes": ["account:read"]}), "name"),
        (json!({"name": "a\u{202e}b", "scopes": ["account:read"]}), "name"),
        (json!({"name": "a\u{0}b", "scopes": ["account:read"]}), "name"),
        (json!({"name": "x", "scopes": ["account:read"], "expires_in_days": 0}), "expires_in_days"),
        (json!({"name": "x", "scopes": ["account:read"], "expires_in_days": 367}), "expires_in_days"),
        (json!({"name": "x", "scopes": ["account:read"], "expires_in_days": -1}), "expires_in_days"),
        (json!({"name": "x", "scopes": ["account:read"], "expires_in_days": 1.5}), "expires_in_days"),
        (json!({"name": "x", "scopes": ["account:read"], "admin": true}), "admin"),
    ] {
        refused(server.post("/v1/me/tokens", &wish, Some(&ada.access)).await, "bad-field", Some(field)).await;
    }
    assert_eq!(count(&server, "personal_tokens").await, 0);
    server
        .sql(
            "INSERT INTO personal_tokens SELECT gen_random_uuid(), id, 'x', sha256(n::text::bytea), '{}', now(),
        now() + interval '100 years', NULL, NULL FROM users, generate_series(1, 100) n",
        )
        .await;
    let wish = json!({"name": "x", "scopes": ["account:read"]});
    refused(server.post("/v1/me/tokens", &wish, Some(&ada.access)).await, "conflict", None).await;
}
