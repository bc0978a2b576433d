//! /v1/sign-in, /v1/tokens, /v1/me: signing in, sessions, tokens, the caller's own data, deletion.

mod bodies;
mod calendar;
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
use tests::{Asked, Reply, Server, Session};

/// A server without a worker, with the usual limits: emails stay due, and codes are made from the secret.
async fn quiet() -> Server {
    Server::quiet(|table| {
        table.remove("requests_per_minute");
        table.remove("sign_ins_per_hour");
    })
    .await
}

/// Asks for an email.
async fn ask(server: &Server, address: &str) -> Asked {
    Asked::parse(&server.post("/v1/sign-in", &json!({"address": address})).await.expect(202))
}

async fn enter(server: &Server, asked: &Asked, code: &str) -> Reply {
    server.post(&asked.path(), &asked.entry(code)).await
}

async fn sign_in(server: &Server, address: &str) -> Session {
    let asked = ask(server, address).await;
    Session::new(&server.url, &enter(server, &asked, &asked.code(server)).await.expect(200))
}

/// A code that is not this one.
fn wrong(code: &str) -> String {
    let (start, last) = code.split_at(code.len() - 1);
    format!("{start}{}", if last == "B" { 'C' } else { 'B' })
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
