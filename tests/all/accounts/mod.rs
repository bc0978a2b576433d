//! /v1/sign-in, /v1/tokens, /v1/me: signing in, sessions, tokens, one's own data, leaving.

mod bodies;
mod leaving;
mod me;
mod sessions;
mod sign_in;

use reqwest::{Client, Response, StatusCode};
use serde_json::{Value, json};
use turnpost::app::App;
use turnpost::clock::Clock;
use turnpost::ids::SignInId;

/// A server without a worker: letters stay as they are owed, and codes come from the secret.
struct Server {
    server: tests::Server,
    app: App,
    clock: Clock,
    client: Client,
}

impl Server {
    async fn start() -> Server {
        let server = tests::Server::quiet(|table| {
            table.remove("requests_per_minute");
            table.remove("sign_ins_per_hour");
        })
        .await;
        Server { app: server.app.clone(), clock: server.app.clock.clone(), client: Client::new(), server }
    }

    fn url(&self, path: &str) -> String {
        format!("{}{path}", self.server.url)
    }

    async fn send(&self, method: &str, path: &str, body: Option<&Value>, token: Option<&str>) -> Response {
        let mut request = self.client.request(method.parse().unwrap(), self.url(path));
        if let Some(token) = token {
            request = request.bearer_auth(token);
        }
        if let Some(body) = body {
            request = request.json(body);
        }
        request.send().await.unwrap()
    }

    async fn get(&self, path: &str, token: Option<&str>) -> Response {
        self.send("GET", path, None, token).await
    }

    async fn post(&self, path: &str, body: &Value, token: Option<&str>) -> Response {
        self.send("POST", path, Some(body), token).await
    }

    async fn patch(&self, path: &str, body: &Value, token: Option<&str>) -> Response {
        self.send("PATCH", path, Some(body), token).await
    }

    async fn delete(&self, path: &str, token: Option<&str>) -> Response {
        self.send("DELETE", path, None, token).await
    }

    /// Rows as text, NULL as nothing.
    async fn sql(&self, text: &str) -> Vec<Vec<String>> {
        let rows = self.server.query(text).await;
        rows.into_iter().map(|row| row.into_iter().map(Option::unwrap_or_default).collect()).collect()
    }
}

/// A person who has signed in.
struct Person {
    id: String,
    access: String,
    refresh: String,
    session: String,
}

async fn read(answer: Response) -> Value {
    let kind = answer.headers()["content-type"].to_str().unwrap().to_owned();
    let status = answer.status();
    let body: Value = answer.json().await.unwrap();
    if status.is_success() {
        assert_eq!(kind, "application/json");
    } else {
        assert_eq!(kind, "application/problem+json");
        assert_eq!(body["status"], status.as_u16());
        assert!(body["type"].as_str().unwrap().starts_with("/problems/"), "{body}");
        assert!(!body["detail"].as_str().unwrap().is_empty());
    }
    body
}

/// The problem must be of this kind, and about this field.
async fn refused(answer: Response, slug: &str, field: Option<&str>) -> Value {
    let body = read(answer).await;
    assert_eq!(body["type"], format!("/problems/{slug}"), "{body}");
    assert_eq!(body["field"].as_str(), field, "{body}");
    assert!(body.to_string().len() < 1500, "too long: {body}");
    body
}

/// Asks for a letter, and gives the id of the sign-in.
async fn ask(server: &Server, address: &str) -> SignInId {
    let answer = server.post("/v1/sign-in", &json!({"address": address}), None).await;
    assert_eq!(answer.status(), StatusCode::ACCEPTED);
    read(answer).await["sign_in"].as_str().unwrap().parse().unwrap()
}

async fn enter(server: &Server, sign_in: SignInId, code: &str) -> Response {
    server.post(&format!("/v1/sign-in/{sign_in}/code"), &json!({"code": code}), None).await
}

fn person(tokens: &Value) -> Person {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    Person {
        id: text(&tokens["user"]["id"]),
        access: text(&tokens["access_token"]),
        refresh: text(&tokens["refresh_token"]),
        session: text(&tokens["session"]),
    }
}

async fn sign_in(server: &Server, address: &str) -> Person {
    let id = ask(server, address).await;
    let answer = enter(server, id, &server.app.secrets.code(id.0)).await;
    assert_eq!(answer.status(), StatusCode::OK);
    person(&read(answer).await)
}

fn wrong(code: &str) -> String {
    let last = code.as_bytes()[5];
    format!("{}{}", &code[..5], if last == b'0' { '1' } else { '0' })
}

/// The last part of a link's address.
fn token(path: &str) -> String {
    path.rsplit_once('/').unwrap().1.to_owned()
}

async fn refresh(server: &Server, token: &str) -> Response {
    server.post("/v1/tokens/refresh", &json!({"refresh_token": token}), None).await
}

async fn count(server: &Server, what: &str) -> i64 {
    server.sql(&format!("SELECT count(*) FROM {what}")).await[0][0].parse().unwrap()
}

async fn page(answer: Response, status: u16) -> String {
    assert_eq!(answer.status().as_u16(), status);
    let header = |name: &str| answer.headers()[name].to_str().unwrap().to_owned();
    assert!(header("content-type").starts_with("text/html"));
    assert_eq!((header("cache-control"), header("referrer-policy")), ("no-store".into(), "no-referrer".into()));
    assert!(header("content-security-policy").starts_with("default-src 'none'"));
    answer.text().await.unwrap()
}
