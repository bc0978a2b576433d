//! What cannot be taken back needs a code from the mail that was entered in the last ten minutes.

use chrono::Duration;
use serde_json::json;
use tests::{Person, Reply, Server};

use super::count;

async fn make(person: &Person) -> Reply {
    person.post("/v1/me/tokens", &json!({"name": "bot", "scopes": ["account:read"]})).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_without_a_fresh_code_makes_no_token_and_deletes_no_account() {
    let server = Server::quiet(|_| {}).await;
    let anna = server.person_by_secret("Anna").await;
    server.later(Duration::minutes(10));
    make(&anna).await.expect(201);
    server.later(Duration::seconds(1));
    make(&anna).await.refused("code-needed", None);
    anna.delete("/v1/me").await.refused("code-needed", None);
    assert_eq!(count(&server, "personal_tokens").await, 1);
    assert_eq!(anna.get("/v1/me").await.status, 200);
    // A refresh and a cookie that is renewed are no codes.
    server.post("/v1/tokens/refresh", &json!({"refresh_token": anna.refresh})).await.expect(200);
    make(&anna).await.refused("code-needed", None);
    // A new sign-in is.
    let again = server.person_by_secret("Anna").await;
    make(&again).await.expect(201);
    make(&anna).await.refused("code-needed", None);
    again.delete("/v1/me").await.expect(204);
}

/// Sends a form of the account page; returns the answer.
async fn send(server: &Server, person: &Person, form: &str, fields: &[(&str, &str)]) -> Reply {
    let cookie = person.cookie();
    let headers = [("sec-fetch-site", "same-origin"), ("cookie", cookie.as_str()), ("accept", "text/html")];
    server.fill_with(&format!("/account/{form}"), &headers, fields).await
}

/// The id of the email whose code a page asks for.
fn email(page: &str) -> String {
    let field = page.split("name=\"proof_email\" value=\"").nth(1).unwrap_or_else(|| panic!("{page}"));
    field.split('"').next().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_ask_for_the_code_and_go_on_with_what_was_sent() {
    let server = Server::quiet(|_| {}).await;
    let (anna, bob) = (server.person_by_secret("Anna").await, server.person_by_secret("Bob").await);
    server.later(Duration::minutes(11));
    let fields = [("name", "My \"bot\""), ("days", "30"), ("matches:read", "on")];
    let asked = send(&server, &anna, "tokens", &fields).await;
    assert_eq!(asked.status, 200);
    let page = asked.text();
    assert!(
        page.contains("name=\"name\" value=\"My &#34;bot&#34;\"") && page.contains("action=\"/account/tokens\""),
        "{page}"
    );
    assert_eq!(count(&server, "personal_tokens").await, 0);
    let id = email(&page);
    let sent = "emails WHERE kind = 'sign-in' AND state = 'due'";
    assert_eq!(count(&server, sent).await, 3, "an email is owed, beside those of the two sign-ins");
    let code = server.app.secrets.code(id.parse().unwrap()).to_string();
    let with = |id: &str, code: &str| {
        let all = fields.into_iter().map(|(name, text)| (name.to_owned(), text.to_owned()));
        let proof = [("proof_email".to_owned(), id.to_owned()), ("proof_code".to_owned(), code.to_owned())];
        all.chain(proof).collect::<Vec<_>>()
    };
    let go_on = async |person: &Person, id: &str, code: &str| {
        let all = with(id, code);
        let all: Vec<(&str, &str)> = all.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        send(&server, person, "tokens", &all).await
    };
    for bad in [super::wrong(&code), String::new(), "abc".to_owned()] {
        let refused = go_on(&anna, &id, &bad).await;
        assert!([401, 422].contains(&refused.status), "{}", refused.status);
        assert!(refused.text().contains("role=\"alert\"") && email(&refused.text()) == id, "{}", refused.text());
    }
    // The code of one person is no proof for another.
    assert_eq!(go_on(&bob, &id, &code).await.status, 401);
    let made = go_on(&anna, &id, &code).await;
    assert!(made.text().contains("<code class=\"copy\">tpp_"), "{}", made.text());
    assert_eq!(count(&server, "personal_tokens WHERE name = 'My \"bot\"'").await, 1);
    // The code works once, and is fresh for ten minutes.
    assert!(send(&server, &anna, "tokens", &fields).await.text().contains("<code class=\"copy\">tpp_"));
    server.later(Duration::minutes(11));
    assert_eq!(go_on(&anna, &id, &code).await.status, 401);
    let asked = send(&server, &anna, "delete", &[("handle", "anna")]).await.text();
    assert!(asked.contains("name=\"handle\" value=\"anna\""), "{asked}");
    assert_eq!(anna.get("/v1/me").await.status, 200);
    let (id, code) = (email(&asked), server.app.secrets.code(email(&asked).parse().unwrap()).to_string());
    let fields = [("handle", "anna"), ("proof_email", id.as_str()), ("proof_code", code.as_str())];
    let deleted = send(&server, &anna, "delete", &fields).await;
    assert_eq!((deleted.status, deleted.header("location")), (303, "/"));
    anna.get("/v1/me").await.problem("unauthenticated");
}
