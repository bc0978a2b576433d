//! The endpoint for tokens: codes and refresh tokens, good and bad.

use chrono::Duration;
use futures_util::future::join_all;
use serde_json::json;
use tests::Reply;
use tests::oauth::{OauthApp, Parameters, REDIRECT, VERIFIER, expect_error, with};

use super::{access, refresh, world};

#[tokio::test(flavor = "multi_thread")]
async fn a_code_brings_tokens_that_may_do_what_the_scopes_say() {
    let (server, anna, bob) = world().await;
    let app = OauthApp::register(&server, &bob, "Tram", REDIRECT).await;
    let tokens = app.gets(&anna, "moves:write matches:read").await;
    assert_eq!((&tokens["token_type"], &tokens["expires_in"]), (&json!("Bearer"), &json!(3600)));
    assert_eq!(tokens["scope"], "matches:read moves:write");
    let client = server.client(access(&tokens));
    let made = client.post("/v1/matches", &json!({"game": "magma"})).await.expect(201);
    assert_eq!(made["players"][0]["handle"], "anna");
    client.get("/v1/matches?filter=mine").await.expect(200);
    assert_eq!(client.get("/v1/me").await.problem("scope-missing")["scope"], "account:read");
    assert_eq!(client.get("/v1/clients").await.problem("scope-missing")["scope"], "session");
    for page in ["/", "/account", "/lobby"] {
        assert_eq!(client.get(page).await.status, 403, "tokens are not for pages: {page}");
    }
    // No token of the app is another kind of token.
    for other in [refresh(&tokens), "tpo_", "tpo_00"] {
        server.client(other).get("/v1/matches?filter=mine").await.problem("unauthenticated");
    }
    server.post("/v1/tokens/refresh", &json!({"refresh_token": refresh(&tokens)})).await.problem("bad-refresh-token");
    let grants = anna.get("/v1/me/grants").await.expect(200)["grants"].clone();
    assert_eq!((&grants[0]["name"], &grants[0]["author"]), (&json!("Tram"), &json!("bob")));
    assert!(grants[0]["last_used_at"].is_string());
    let stored = server.rows("SELECT t::text FROM grant_tokens t").await.concat().concat();
    assert!(!stored.contains(&access(&tokens)[4..]) && !stored.contains(&refresh(&tokens)[4..]), "{stored}");
    server.later(Duration::minutes(60) - Duration::seconds(1));
    client.get("/v1/matches?filter=mine").await.expect(200);
    server.later(Duration::seconds(1));
    client.get("/v1/matches?filter=mine").await.problem("unauthenticated");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_is_good_for_its_client_its_address_its_verifier_and_a_minute() {
    let (server, anna, bob) = world().await;
    let app = OauthApp::register(&server, &bob, "Tram", REDIRECT).await;
    let other = OauthApp::register(&server, &bob, "Other", REDIRECT).await;
    let code = app.code(&anna, &app.wish("account:read")).await;
    let form = app.exchange(&code);
    let longer = format!("{VERIFIER}x");
    let of_one_character = format!("{REDIRECT}/");
    for (name, value, error) in [
        ("client_id", Some(other.id.as_str()), "invalid_grant"),
        ("client_id", Some("tram"), "invalid_client"),
        ("client_id", None, "invalid_request"),
        ("client_secret", Some("x"), "invalid_client"),
        ("redirect_uri", Some(of_one_character.as_str()), "invalid_grant"),
        ("redirect_uri", None, "invalid_request"),
        ("code_verifier", Some(longer.as_str()), "invalid_grant"),
        ("code_verifier", Some("short"), "invalid_grant"),
        ("code_verifier", None, "invalid_request"),
        ("code", Some("tpc_00"), "invalid_grant"),
        ("code", None, "invalid_request"),
        ("grant_type", Some("password"), "unsupported_grant_type"),
        ("grant_type", Some("client_credentials"), "unsupported_grant_type"),
        ("grant_type", None, "invalid_request"),
    ] {
        expect_error(&app.tokens(&with(&form, name, value)).await, error);
    }
    let twice: Parameters = [&form[..], &[("code", code.clone())]].concat();
    expect_error(&app.tokens(&twice).await, "invalid_request");
    let basic = server.request("POST", "/oauth/token").header("authorization", "Basic YTpi");
    let basic = Reply::send(basic.header("content-type", "application/x-www-form-urlencoded").body("a=b")).await;
    expect_error(&basic, "invalid_client");
    assert!(basic.header("www-authenticate").starts_with("Basic"));
    expect_error(
        &Reply::send(server.request("POST", "/oauth/token").json(&json!({"a": "b"}))).await,
        "invalid_request",
    );
    server.submit("/oauth/token", &"a".repeat(70_000)).await.problem("too-large");
    // None of these has used up the code.
    server.later(Duration::seconds(59));
    app.tokens(&form).await.expect(200);
    let late = app.code(&anna, &app.wish("account:read")).await;
    server.later(Duration::seconds(60));
    expect_error(&app.tokens(&app.exchange(&late)).await, "invalid_grant");
    assert_eq!(anna.get("/v1/me/grants").await.expect(200)["grants"].as_array().unwrap().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_that_comes_twice_ends_the_access() {
    let (server, anna, bob) = world().await;
    let app = OauthApp::register(&server, &bob, "Tram", REDIRECT).await;
    let code = app.code(&anna, &app.wish("account:read")).await;
    let tokens = app.tokens(&app.exchange(&code)).await.expect(200);
    let client = server.client(access(&tokens));
    client.get("/v1/me").await.expect(200);
    expect_error(&app.tokens(&app.exchange(&code)).await, "invalid_grant");
    client.get("/v1/me").await.problem("unauthenticated");
    expect_error(&app.tokens(&app.renewal(refresh(&tokens))).await, "invalid_grant");
    expect_error(&app.tokens(&app.exchange(&code)).await, "invalid_grant");
    assert_eq!(server.count("SELECT count(*) FROM notices WHERE kind = 'app-reuse' AND name = 'Tram'").await, 1);
    // Of many at once, one at most gets tokens, and they are good no more.
    let code = app.code(&anna, &app.wish("account:read")).await;
    let form = app.exchange(&code);
    let answers = join_all((0..8).map(|_| app.tokens(&form))).await;
    let good: Vec<&Reply> = answers.iter().filter(|answer| answer.status == 200).collect();
    assert_eq!(good.len(), 1);
    server.client(access(&good[0].json())).get("/v1/me").await.problem("unauthenticated");
}

#[tokio::test(flavor = "multi_thread")]
async fn refresh_tokens_rotate_and_a_stolen_one_ends_the_access() {
    let (server, anna, bob) = world().await;
    let app = OauthApp::register(&server, &bob, "Tram", REDIRECT).await;
    let other = OauthApp::register(&server, &bob, "Other", REDIRECT).await;
    let first = app.gets(&anna, "account:read").await;
    let form = app.renewal(refresh(&first));
    // Another client, and scopes that were not granted, use it up as little as nonsense does.
    expect_error(&other.tokens(&other.renewal(refresh(&first))).await, "invalid_grant");
    expect_error(&app.tokens(&with(&form, "scope", Some("account:write"))).await, "invalid_scope");
    expect_error(&app.tokens(&with(&form, "scope", Some("everything"))).await, "invalid_scope");
    expect_error(&app.tokens(&with(&form, "refresh_token", None)).await, "invalid_request");
    expect_error(&app.tokens(&app.renewal(access(&first))).await, "invalid_grant");
    let second = app.tokens(&with(&form, "scope", Some("account:read"))).await.expect(200);
    assert!(refresh(&second) != refresh(&first) && access(&second) != access(&first));
    assert_eq!((&second["scope"], &second["expires_in"]), (&json!("account:read"), &json!(3600)));
    // A lost answer: the same again, within 30 seconds.
    server.later(Duration::seconds(30));
    let again = app.tokens(&form).await.expect(200);
    assert_eq!((refresh(&again), access(&again)), (refresh(&second), access(&second)));
    assert_eq!(again["expires_in"], 3570);
    assert_eq!(server.count("SELECT count(*) FROM grant_tokens").await, 2);
    let next = app.renewal(refresh(&second));
    for answer in join_all((0..8).map(|_| app.tokens(&next))).await {
        assert_eq!(answer.status, 200, "at once is no theft: {}", answer.text());
    }
    let client = server.client(access(&second));
    client.get("/v1/me").await.expect(200);
    server.later(Duration::seconds(31));
    expect_error(&app.tokens(&app.renewal(refresh(&second))).await, "invalid_grant");
    client.get("/v1/me").await.problem("unauthenticated");
    assert_eq!(anna.get("/v1/me/grants").await.expect(200)["grants"], json!([]));
    assert_eq!(server.count("SELECT count(*) FROM notices WHERE kind = 'app-reuse'").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn access_lasts_ninety_days_after_the_last_refresh() {
    let (server, anna, bob) = world().await;
    let app = OauthApp::register(&server, &bob, "Tram", REDIRECT).await;
    let mut tokens = app.gets(&anna, "account:read").await;
    for _ in 0..2 {
        server.later(Duration::days(89));
        tokens = app.tokens(&app.renewal(refresh(&tokens))).await.expect(200);
    }
    server.later(Duration::days(90));
    expect_error(&app.tokens(&app.renewal(refresh(&tokens))).await, "invalid_grant");
    // What is over for long is forgotten.
    server.later(Duration::days(31));
    let mut connection = server.app.db.get().await.unwrap();
    turnpost::db::grants::forget_old(&mut connection, server.app.clock.now()).await.unwrap();
    assert_eq!(server.count("SELECT (SELECT count(*) FROM grants) + (SELECT count(*) FROM grant_tokens)").await, 0);
}
