//! The ends of access: by the app, by its person, with the account, and by the host.

use serde_json::json;
use tests::oauth::{OauthApp, REDIRECT, expect_error};
use tests::{Reply, Server};
use turnpost::play;

use super::{access, refresh, world};
use crate::host::{command, reason};

/// Fails unless the tokens of an app are good no more.
async fn is_over(server: &Server, app: &OauthApp<'_>, tokens: &serde_json::Value) {
    server.client(access(tokens)).get("/v1/me").await.problem("unauthenticated");
    let again = app.tokens(&app.renewal(refresh(tokens))).await;
    assert!([400, 401].contains(&again.status), "{}", again.text());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_app_gives_its_access_back() {
    let (server, anna, bob) = world().await;
    let app = OauthApp::register(&server, &bob, "Tram", REDIRECT).await;
    let other = OauthApp::register(&server, &bob, "Other", REDIRECT).await;
    for by in ["access_token", "refresh_token"] {
        let tokens = app.gets(&anna, "account:read").await;
        let token = tokens[by].as_str().unwrap();
        expect_error(&other.revokes(token).await, "invalid_grant");
        server.client(access(&tokens)).get("/v1/me").await.expect(200);
        for _ in 0..2 {
            app.revokes(token).await.expect(200);
        }
        is_over(&server, &app, &tokens).await;
    }
    app.revokes("nonsense").await.expect(200);
    expect_error(&app.revokes("").await, "invalid_request");
    expect_error(&server.fill("/oauth/revoke", &[("token", "x"), ("client_id", "x")]).await, "invalid_client");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_takes_access_back_on_the_page_of_the_account_and_by_signing_out_everywhere() {
    let (server, anna, bob) = world().await;
    let app = OauthApp::register(&server, &bob, "Tram", REDIRECT).await;
    let (one, two) = (app.gets(&anna, "account:read").await, app.gets(&anna, "account:read").await);
    let of_bob = app.gets(&bob, "account:read").await;
    let cookie = anna.cookie();
    let page = Reply::send(server.request("GET", "/account").header("cookie", &cookie)).await.text();
    assert!(page.contains("Tram") && page.contains("by @bob") && page.contains("Read your account"), "{page}");
    let id = anna.get("/v1/me/grants").await.expect(200)["grants"][1]["id"].as_str().unwrap().to_owned();
    bob.delete(&format!("/v1/me/grants/{id}")).await.refused("not-found", None);
    let headers = [("sec-fetch-site", "same-origin"), ("cookie", cookie.as_str())];
    let ended = server.fill_with(&format!("/account/grants/{id}/end"), &headers, &[]).await;
    assert!(ended.status == 200 && ended.text().contains("no longer has access"), "{}", ended.text());
    is_over(&server, &app, &one).await;
    server.client(access(&two)).get("/v1/me").await.expect(200);
    let wish = json!({"name": "bot", "scopes": ["account:read"]});
    let personal = anna.post("/v1/me/tokens", &wish).await.expect(201)["token"].as_str().unwrap().to_owned();
    anna.delete("/v1/me/sessions").await.expect(204);
    is_over(&server, &app, &two).await;
    server.client(personal.as_str()).get("/v1/me").await.expect(200);
    server.client(access(&of_bob)).get("/v1/me").await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn access_ends_with_the_account_of_its_person_and_of_the_author() {
    let (server, anna, bob) = world().await;
    let cleo = server.person_by_secret("Cleo").await;
    let app = OauthApp::register(&server, &bob, "Tram", REDIRECT).await;
    let (of_anna, of_cleo) = (app.gets(&anna, "account:read").await, app.gets(&cleo, "account:read").await);
    let export = anna.get("/v1/me/export").await.expect(200);
    assert_eq!((&export["grants"][0]["name"], &export["notices"][0]["app"]), (&json!("Tram"), &json!("Tram")));
    assert!(!export.to_string().contains(&access(&of_anna)[4..]) && !export.to_string().contains("hash"), "{export}");
    assert_eq!(bob.get("/v1/me/export").await.expect(200)["clients"][0]["client_id"], app.id);
    anna.delete("/v1/me").await.expect(204);
    is_over(&server, &app, &of_anna).await;
    server.client(access(&of_cleo)).get("/v1/me").await.expect(200);
    bob.delete("/v1/me").await.expect(204);
    is_over(&server, &app, &of_cleo).await;
    assert_eq!(app.asks(&cleo, &app.wish("account:read")).await.status, 422);
    assert_eq!(server.count("SELECT count(*) FROM clients").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_block_ends_the_access_of_the_person_and_that_to_the_apps_of_the_author() {
    let (server, anna, bob) = world().await;
    let cleo = server.person_by_secret("Cleo").await;
    let app = OauthApp::register(&server, &bob, "Tram", REDIRECT).await;
    let (of_anna, of_cleo) = (app.gets(&anna, "account:read").await, app.gets(&cleo, "account:read").await);
    command(&server, async |app| play::people::host::block(app, "anna", &reason()).await).await.unwrap();
    is_over(&server, &app, &of_anna).await;
    server.client(access(&of_cleo)).get("/v1/me").await.expect(200);
    command(&server, async |app| play::people::host::block(app, "bob", &reason()).await).await.unwrap();
    is_over(&server, &app, &of_cleo).await;
    assert_eq!(app.asks(&cleo, &app.wish("account:read")).await.status, 422);
}
