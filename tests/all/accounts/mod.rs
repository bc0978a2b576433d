//! /v1/sign-in, /v1/tokens, /v1/me: signing in, sessions, tokens, the caller's own data, deletion.

mod bodies;
mod handles;
mod leaving;
mod limits;
mod me;
mod notices;
mod page;
mod proof;
mod registration;
mod reserve;
mod sessions;
mod sign_in;

use serde_json::json;
use tests::{Reply, Server, Session};
use turnpost::ids::SignInId;

/// A server without a worker, with the usual limits: letters stay due, and codes are made from the secret.
async fn quiet() -> Server {
    Server::quiet(|table| {
        table.remove("requests_per_minute");
        table.remove("sign_ins_per_hour");
    })
    .await
}

/// Asks for a letter; returns the id of the sign-in.
async fn ask(server: &Server, address: &str) -> SignInId {
    let asked = server.post("/v1/sign-in", &json!({"address": address})).await.expect(202);
    asked["sign_in"].as_str().unwrap().parse().unwrap()
}

async fn enter(server: &Server, sign_in: SignInId, code: &str) -> Reply {
    server.post(&format!("/v1/sign-in/{sign_in}/code"), &json!({"code": code})).await
}

async fn sign_in(server: &Server, address: &str) -> Session {
    let id = ask(server, address).await;
    Session::of(&server.url, &enter(server, id, &server.app.secrets.code(id.0)).await.expect(200))
}

fn wrong(code: &str) -> String {
    let last = code.as_bytes()[5];
    format!("{}{}", &code[..5], if last == b'0' { '1' } else { '0' })
}

/// The last part of a link's address.
fn token(path: &str) -> String {
    path.rsplit_once('/').unwrap().1.to_owned()
}

async fn refresh(server: &Server, token: &str) -> Reply {
    server.post("/v1/tokens/refresh", &json!({"refresh_token": token})).await
}

async fn count(server: &Server, what: &str) -> i64 {
    server.count(&format!("SELECT count(*) FROM {what}")).await
}
