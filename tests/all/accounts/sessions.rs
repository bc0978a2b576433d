//! Sessions, their refresh tokens, and personal tokens.

use chrono::Duration;
use serde_json::{Value, json};
use tests::Session;
use uuid::Uuid;

use super::{count, quiet, refresh, sign_in};

#[tokio::test(flavor = "multi_thread")]
async fn refresh_tokens_rotate_and_a_stolen_one_ends_the_session() {
    let server = quiet().await;
    let ada = sign_in(&server, "ada@example.org").await;
    let second = Session::new(&server.url, &refresh(&server, &ada.refresh).await.json());
    assert_eq!((&second.session, &second.id), (&ada.session, &ada.id));
    assert_ne!(second.refresh, ada.refresh);
    // A lost answer: the same token again, within 30 s.
    server.later(Duration::seconds(30));
    let again = Session::new(&server.url, &refresh(&server, &ada.refresh).await.json());
    assert_eq!(again.refresh, second.refresh, "no second line of tokens");
    assert_eq!(count(&server, "refresh_tokens").await, 2);
    let third = Session::new(&server.url, &refresh(&server, &second.refresh).await.json());
    // Forged tokens have no effect.
    for forged in ["", "tpr_", "nonsense", &"x".repeat(5000), &third.refresh[..40], &third.access] {
        refresh(&server, forged).await.refused("bad-refresh-token", None);
    }
    let fourth = Session::new(&server.url, &refresh(&server, &third.refresh).await.json());
    // Later, the same token again is theft.
    server.later(Duration::seconds(31));
    refresh(&server, &third.refresh).await.refused("bad-refresh-token", None);
    refresh(&server, &fourth.refresh).await.refused("bad-refresh-token", None);
    fourth.get("/v1/me").await.refused("unauthenticated", None);
    assert_eq!(count(&server, "refresh_tokens WHERE octet_length(hash) <> 32").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_stolen_within_30_s_is_noticed_at_the_next_refresh() {
    let server = quiet().await;
    let ada = sign_in(&server, "ada@example.org").await;
    let own = Session::new(&server.url, &refresh(&server, &ada.refresh).await.json());
    let stolen = Session::new(&server.url, &refresh(&server, &ada.refresh).await.json());
    let own = Session::new(&server.url, &refresh(&server, &own.refresh).await.json());
    server.later(Duration::seconds(31));
    refresh(&server, &stolen.refresh).await.refused("bad-refresh-token", None);
    refresh(&server, &own.refresh).await.refused("bad-refresh-token", None);
}

#[tokio::test(flavor = "multi_thread")]
async fn many_refreshes_at_once_count_as_a_lost_answer_and_not_as_theft() {
    let server = quiet().await;
    let ada = sign_in(&server, "ada@example.org").await;
    let answers = futures_util::future::join_all((0..8).map(|_| refresh(&server, &ada.refresh))).await;
    for answer in answers {
        let fresh = Session::new(&server.url, &answer.json());
        assert_eq!(refresh(&server, &fresh.refresh).await.status, 200);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_lasts_ninety_days_after_its_last_use() {
    let server = quiet().await;
    let mut ada = sign_in(&server, "ada@example.org").await;
    for _ in 0..3 {
        server.later(Duration::days(89));
        ada = Session::new(&server.url, &refresh(&server, &ada.refresh).await.json());
    }
    server.later(Duration::minutes(15));
    ada.get("/v1/me").await.refused("unauthenticated", None);
    server.later(Duration::days(90));
    refresh(&server, &ada.refresh).await.refused("bad-refresh-token", None);
}

#[tokio::test(flavor = "multi_thread")]
async fn sessions_are_listed_and_ended() {
    let server = quiet().await;
    let (ada, phone) = (sign_in(&server, "ada@example.org").await, sign_in(&server, "ada@example.org").await);
    let bob = sign_in(&server, "bob@example.org").await;
    let list = ada.get("/v1/me/sessions").await.json();
    let current: Vec<&Value> =
        list["sessions"].as_array().unwrap().iter().filter(|one| one["current"] == true).collect();
    assert_eq!((list["sessions"].as_array().unwrap().len(), current.len()), (2, 1));
    assert_eq!(current[0]["id"], ada.session);
    assert!(!list.to_string().contains("hash"));

    let session = |id: &str| format!("/v1/me/sessions/{id}");
    ada.delete(&session(&bob.session)).await.refused("not-found", None);
    ada.delete(&session(&Uuid::nil().to_string())).await.refused("not-found", None);
    ada.delete(&session("nonsense")).await.refused("bad-request", None);
    assert_eq!(ada.delete(&session(&phone.session)).await.status, 204);
    ada.delete(&session(&phone.session)).await.refused("not-found", None);
    refresh(&server, &phone.refresh).await.refused("bad-refresh-token", None);
    phone.get("/v1/me").await.refused("unauthenticated", None);

    assert_eq!(ada.post("/v1/sign-out", &json!({})).await.status, 204);
    ada.post("/v1/sign-out", &json!({})).await.refused("unauthenticated", None);
    refresh(&server, &ada.refresh).await.refused("bad-refresh-token", None);
    assert_eq!(bob.get("/v1/me").await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn all_tokens_of_an_ended_session_are_worthless_at_once() {
    let server = quiet().await;
    let matches = "/v1/matches?filter=mine";
    let works = async |session: &Session| session.get(matches).await.status == 200;
    let [ada, phone, stolen] = [(); 3].map(|()| sign_in(&server, "ada@example.org"));
    let (ada, phone, stolen) = (ada.await, phone.await, stolen.await);
    let bob = sign_in(&server, "bob@example.org").await;
    assert!(works(&phone).await);
    ada.delete(&format!("/v1/me/sessions/{}", phone.session)).await;
    phone.get(matches).await.refused("unauthenticated", None);
    phone.post("/v1/matches", &json!({"game": "magma"})).await.refused("unauthenticated", None);
    // A refresh token that comes again ends its session.
    refresh(&server, &stolen.refresh).await;
    server.later(Duration::seconds(31));
    refresh(&server, &stolen.refresh).await.refused("bad-refresh-token", None);
    stolen.get(matches).await.refused("unauthenticated", None);
    // All at once.
    let other = sign_in(&server, "ada@example.org").await;
    assert!(works(&ada).await && works(&other).await);
    assert_eq!(ada.delete("/v1/me/sessions").await.status, 204);
    for ended in [&ada, &other] {
        ended.get(matches).await.refused("unauthenticated", None);
        refresh(&server, &ended.refresh).await.refused("bad-refresh-token", None);
    }
    let again = sign_in(&server, "ada@example.org").await;
    assert!(works(&again).await && works(&bob).await);
    assert_eq!(again.delete("/v1/me").await.status, 204);
    again.get(matches).await.refused("unauthenticated", None);
    assert!(works(&bob).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_callers_own_data_needs_a_signed_in_caller() {
    let server = quiet().await;
    let nothing = json!({});
    for token in [None, Some("nonsense"), Some("tpp_nonsense"), Some("a.b.c")] {
        for path in ["/v1/me", "/v1/me/sessions", "/v1/me/tokens", "/v1/me/emails", "/v1/me/export"] {
            server.client(token).get(path).await.refused("unauthenticated", None);
        }
        let wish = json!({"name": "x", "scopes": ["account:read"]});
        for (path, body) in [
            ("/v1/me/tokens", &wish),
            ("/v1/me/address", &json!({"address": "ada@example.org"})),
            ("/v1/sign-out", &nothing),
        ] {
            server.client(token).post(path, body).await.refused("unauthenticated", None);
        }
        if token.is_none() {
            // The refusal of a caller who is not signed in comes before any refusal of the body.
            server.client(token).post("/v1/me/tokens", &nothing).await.refused("unauthenticated", None);
        }
        server.client(token).patch("/v1/me", &nothing).await.refused("unauthenticated", None);
        for path in [
            "/v1/me",
            "/v1/me/sessions/0198c0de-7a11-7000-8000-00c0ffee0001",
            "/v1/me/tokens/0198c0de-7a11-7000-8000-00c0ffee0001",
        ] {
            server.client(token).delete(path).await.refused("unauthenticated", None);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn personal_tokens_act_within_their_scopes_until_revoked_or_expired() {
    let server = quiet().await;
    let (ada, bob) = (sign_in(&server, "ada@example.org").await, sign_in(&server, "bob@example.org").await);
    let wish = json!({"name": "  my   bot ", "scopes": ["moves:write", "account:read", "account:read"]});
    let answer = ada.post("/v1/me/tokens", &wish).await;
    assert_eq!(answer.status, 201);
    let made = answer.json();
    assert_eq!((&made["name"], &made["scopes"]), (&json!("my bot"), &json!(["moves:write", "account:read"])));
    let token = made["token"].as_str().unwrap();
    assert!(token.starts_with("tpp_") && token.len() == 68);
    let list = ada.get("/v1/me/tokens").await.json();
    assert_eq!((list["tokens"].as_array().unwrap().len(), list.to_string().contains(token)), (1, false));
    assert!(list["tokens"][0]["last_used_at"].is_null());

    assert_eq!(server.client(Some(token)).get("/v1/me").await.json()["id"], ada.id);
    let list = server.client(Some(token)).get("/v1/me/tokens").await.json();
    assert!(list["tokens"][0]["last_used_at"].is_string());
    let missing =
        server.client(Some(token)).patch("/v1/me", &json!({"name": "x"})).await.refused("scope-missing", None);
    assert_eq!(missing["scope"], "account:write");
    let id = made["id"].as_str().unwrap();
    for answer in [
        server.client(Some(token)).post("/v1/me/tokens", &wish).await,
        server.client(Some(token)).post("/v1/me/address", &json!({"address": "x@example.org"})).await,
        server.client(Some(token)).post("/v1/sign-out", &json!({})).await,
        server.client(Some(token)).delete("/v1/me").await,
        server.client(Some(token)).delete(&format!("/v1/me/tokens/{id}")).await,
        server.client(Some(token)).delete(&format!("/v1/me/sessions/{}", ada.session)).await,
    ] {
        assert_eq!(answer.refused("scope-missing", None)["scope"], "session");
    }
    bob.delete(&format!("/v1/me/tokens/{id}")).await.refused("not-found", None);
    assert_eq!(server.client(Some(token)).get("/v1/me").await.status, 200);
    assert_eq!(ada.delete(&format!("/v1/me/tokens/{id}")).await.status, 204);
    ada.delete(&format!("/v1/me/tokens/{id}")).await.refused("not-found", None);
    server.client(Some(token)).get("/v1/me").await.refused("unauthenticated", None);

    let short = json!({"name": "x", "scopes": ["account:read"], "expires_in_days": 1});
    let short = ada.post("/v1/me/tokens", &short).await.json();
    server.later(Duration::days(1));
    server.client(short["token"].as_str()).get("/v1/me").await.refused("unauthenticated", None);
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_for_impossible_tokens_are_refused_by_field() {
    let server = quiet().await;
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
        ada.post("/v1/me/tokens", &wish).await.refused("bad-field", Some(field));
    }
    assert_eq!(count(&server, "personal_tokens").await, 0);
    server
        .rows(
            "INSERT INTO personal_tokens SELECT gen_random_uuid(), id, 'x', sha256(n::text::bytea), '{}', now(),
        now() + interval '100 years', NULL, NULL FROM users, generate_series(1, 100) n",
        )
        .await;
    let wish = json!({"name": "x", "scopes": ["account:read"]});
    ada.post("/v1/me/tokens", &wish).await.refused("conflict", None);
}
