//! OAuth 2.1: apps of other authors, which people give access, and what RFC 9700 asks of the server.

mod answers;
mod ends;
mod tokens;

use serde_json::{Value, json};
use tests::oauth::{OauthApp, REDIRECT};
use tests::{Person, Server, operations};

/// A server, a person with an account, and the author of apps.
async fn world() -> (Server, Person, Person) {
    let server = Server::quiet(|_| {}).await;
    let (anna, bob) = (server.person_by_secret("Anna").await, server.person_by_secret("Bob").await);
    (server, anna, bob)
}

fn access(tokens: &Value) -> &str {
    tokens["access_token"].as_str().unwrap_or_else(|| panic!("{tokens}"))
}

fn refresh(tokens: &Value) -> &str {
    tokens["refresh_token"].as_str().unwrap_or_else(|| panic!("{tokens}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_is_registered_shown_and_removed_by_its_author_alone() {
    let (server, anna, bob) = world().await;
    let app = OauthApp::register(&server, &bob, "Tram", REDIRECT).await;
    let shown = bob.get("/v1/clients").await.expect(200);
    assert_eq!((&shown["clients"][0]["client_id"], shown["clients"].as_array().unwrap().len()), (&json!(app.id), 1));
    assert_eq!(shown["clients"][0]["redirect_uris"], json!([REDIRECT]));
    assert_eq!(anna.get("/v1/clients").await.expect(200)["clients"], json!([]));
    let path = format!("/v1/clients/{}", app.id);
    anna.delete(&path).await.refused("not-found", None);
    let bad_hosts =
        ["https://a;sandbox/x", "https://a,b/", "https://a'b/", "https://a_b.example/"].map(|one| json!([one]));
    let others = [json!([]), json!(["http://app.example/"]), json!(["https://a.example/", "https://a.example/*"])];
    for redirects in others.into_iter().chain(bad_hosts) {
        let wish = json!({"name": "Tram", "redirect_uris": redirects});
        bob.post("/v1/clients", &wish).await.refused("bad-field", Some("redirect_uris"));
    }
    let many: Vec<String> = (0..11).map(|number| format!("https://a.example/{number}")).collect();
    let wish = json!({"name": "Tram", "redirect_uris": many});
    bob.post("/v1/clients", &wish).await.refused("bad-field", Some("redirect_uris"));
    let wish = json!({"name": "\u{202e}Tram", "redirect_uris": [REDIRECT]});
    bob.post("/v1/clients", &wish).await.refused("bad-field", Some("name"));
    let wish = json!({"name": "Tram", "redirect_uris": [REDIRECT]});
    let made = futures_util::future::join_all((0..20).map(|_| bob.post("/v1/clients", &wish))).await;
    assert_eq!(made.iter().filter(|reply| reply.status == 201).count(), 9, "ten in all");
    let tokens = app.gets(&anna, "account:read").await;
    server.client(access(&tokens)).get("/v1/me").await.expect(200);
    bob.delete(&path).await.expect(204);
    server.client(access(&tokens)).get("/v1/me").await.problem("unauthenticated");
    assert_eq!(anna.get("/v1/me/grants").await.expect(200)["grants"], json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_metadata_names_routes_that_there_are() {
    let (server, _, _) = world().await;
    let metadata = server.get("/.well-known/oauth-authorization-server").await.expect(200);
    assert_eq!(metadata["issuer"], "https://turnpost.example");
    let routes = operations::routes();
    for (name, method) in
        [("authorization_endpoint", "GET"), ("token_endpoint", "POST"), ("revocation_endpoint", "POST")]
    {
        let path = metadata[name].as_str().unwrap().strip_prefix("https://turnpost.example").unwrap();
        assert!(routes.contains(&(method.to_owned(), path.to_owned())), "{name}: {path}");
    }
    let scopes = turnpost::token::Scope::ALL.map(turnpost::token::Scope::name);
    assert_eq!(metadata["scopes_supported"], json!(scopes));
    for (name, only) in [
        ("response_types_supported", json!(["code"])),
        ("response_modes_supported", json!(["query"])),
        ("code_challenge_methods_supported", json!(["S256"])),
        ("token_endpoint_auth_methods_supported", json!(["none"])),
        ("authorization_response_iss_parameter_supported", json!(true)),
    ] {
        assert_eq!(metadata[name], only);
    }
}
