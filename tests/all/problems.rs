//! /problems: every kind of problem, each provoked over HTTP.

use chrono::Duration;
use serde_json::{Value, json};
use tests::{Asked, Person, Reply, Server, database};
use turnpost::http::problem::Kind;
use turnpost::play;

use crate::host::{command, reason};

#[tokio::test(flavor = "multi_thread")]
async fn every_kind_has_a_page() {
    let server = Server::start().await;
    let list = server.get("/problems").await;
    for kind in Kind::ALL {
        let page = server.get(&format!("/problems/{}", kind.slug)).await;
        assert_eq!((page.status, page.header("content-type")), (200, "text/html; charset=utf-8"), "{}", kind.slug);
        assert!(page.text().contains(kind.slug) && page.text().contains(kind.title), "{}", kind.slug);
        assert!(list.text().contains(kind.slug));
    }
    let unknown = server.get("/problems/nonsense").await;
    assert_eq!((unknown.status, unknown.header("content-type")), (404, "text/html; charset=utf-8"));
}

/// The fixtures of every provocation.
struct Scene {
    server: Server,
    anna: Person,
    bob: Person,
    /// A match of these two, Anna to move.
    id: String,
}

/// A server with this setting.
async fn server_with(name: &str, value: &str) -> Server {
    Server::with(|table| drop(table.insert(name.to_owned(), value.into()))).await
}

impl Scene {
    async fn set() -> Scene {
        let server = Server::start().await;
        let [anna, bob] = server.people(["Anna", "Bob"]).await;
        let id = anna.creates(json!({"game": "magma", "seating": "joined"})).await;
        bob.joins(&id).await;
        Scene { server, anna, bob, id }
    }

    async fn moves(&self, person: &Person, body: Value) -> Reply {
        person.post(&format!("/v1/matches/{}/moves", self.id), &body).await
    }

    /// A request that ends in this kind of problem.
    async fn provoke(&self, slug: &str) -> Reply {
        let Scene { server, anna, bob, id } = self;
        match slug {
            "bad-request" => Reply::send(anna.request("PATCH", "/v1/me").json(&()).body("{")).await,
            "bad-field" => anna.post("/v1/matches", &json!({"game": "chess"})).await,
            "unauthenticated" => server.get("/v1/me").await,
            "bad-code" => {
                let wrong = |right: String| if right == "BBBB-BBBB" { "CCCC-CCCC" } else { "BBBB-BBBB" }.to_owned();
                enter_code(server, "x@example.org", wrong).await
            }
            "account-blocked" => {
                let cleo = server.person("Cleo").await;
                command(server, async |app| play::people::host::block(app, "cleo", &reason()).await).await.unwrap();
                enter_code(server, &cleo.address, |right| right).await
            }
            "registration-closed" => {
                let server = server_with("registration", "invited").await;
                enter_code(&server, "x@example.org", |right| right).await
            }
            "bad-refresh-token" => server.post("/v1/tokens/refresh", &json!({"refresh_token": "tpr_0"})).await,
            "scope-missing" => {
                let made = anna.post("/v1/me/tokens", &json!({"name": "bot", "scopes": ["matches:read"]})).await;
                let token = made.expect(201)["token"].as_str().unwrap().to_owned();
                Reply::send(server.request("POST", &format!("/v1/matches/{id}/resign")).bearer_auth(token)).await
            }
            "forbidden" => server.person("Dora").await.act(&format!("/v1/matches/{id}/resign")).await,
            "code-needed" => delete_late().await,
            "not-found" => server.get("/v1/games/chess").await,
            "method-not-allowed" => Reply::send(server.request("PUT", "/v1/games")).await,
            "not-acceptable" => {
                let request = server.request("GET", &format!("/v1/matches/{id}/board"));
                Reply::send(request.header("accept", "application/pdf")).await
            }
            "conflict" => anna.act(&format!("/v1/matches/{id}/leave")).await,
            "changed" => {
                Reply::send(anna.request("PATCH", "/v1/me").header("if-match", "\"x\"").json(&json!({}))).await
            }
            "stale-turn" => self.moves(anna, json!({"move": "pass", "turn": 99})).await,
            "too-slow" => {
                let server = server_with("body_seconds", "1").await;
                let body = reqwest::Body::wrap_stream(futures_util::stream::pending::<std::io::Result<Vec<u8>>>());
                let request = server.request("POST", "/v1/sign-in").header("content-type", "application/json");
                Reply::send(request.body(body)).await
            }
            "too-large" => self.moves(anna, json!({"move": "x".repeat(70_000), "turn": 0})).await,
            "unsupported-media-type" => Reply::send(anna.request("POST", "/v1/matches").body("{}")).await,
            "unreadable-move" => self.moves(anna, json!({"move": "?", "turn": anna_turn(anna, id).await})).await,
            "illegal-move" => self.moves(bob, json!({"move": "pass", "turn": anna_turn(anna, id).await})).await,
            "too-many-moves" => self.too_many().await,
            "not-ratable" => unratable(anna).await,
            "closed" => closed(anna).await,
            "too-many-matches" => too_many_tournaments(anna).await,
            "not-explored" => self.explored().await,
            "rate-limited" => {
                let server = server_with("requests_per_minute", "1").await;
                server.get("/v1/matches").await.expect(200);
                server.get("/v1/matches").await
            }
            "internal" => {
                server.query("ALTER TABLE moves RENAME TO hidden_moves").await;
                let reply = server.get(&format!("/v1/matches/{id}/log")).await;
                server.query("ALTER TABLE hidden_moves RENAME TO moves").await;
                reply
            }
            "unavailable" => without_database().await,
            other => panic!("no request is known that provokes {other}"),
        }
    }
}

impl Scene {
    /// Asks for all arrangements of the pieces of Magnet.
    async fn too_many(&self) -> Reply {
        let id = self.anna.creates(json!({"game": "magnet", "seating": "joined"})).await;
        self.bob.joins(&id).await;
        self.anna.get(&format!("/v1/matches/{id}/choices?all=true")).await
    }

    /// Explores the last decision before the cards are dealt.
    async fn explored(&self) -> Reply {
        let options = json!({"decks": "dealt", "layout": "shuffled"});
        let id = self.anna.creates(json!({"game": "magic", "options": options, "seating": "joined"})).await;
        self.bob.joins(&id).await;
        let [own, other] = [self.anna.finds_a_move(&id).await, self.bob.finds_a_move(&id).await];
        let both = json!({"moves": [{"move": own}, {"move": other}]});
        self.anna.post(&format!("/v1/matches/{id}/explore"), &both).await
    }
}

/// Enters a code for a new sign-in, made from the right one.
async fn enter_code(server: &Server, address: &str, entered: impl Fn(String) -> String) -> Reply {
    let asked = server.post("/v1/sign-in", &json!({ "address": address })).await.expect(202);
    let asked = Asked::parse(&asked);
    server.post(&asked.path(), &asked.entry(&entered(asked.code(server)))).await
}

/// Deletes an account, too long after the code was entered.
async fn delete_late() -> Reply {
    let server = Server::quiet(|_| {}).await;
    let dan = server.person_by_secret("Dan").await;
    server.later(Duration::minutes(11));
    dan.delete("/v1/me").await
}

async fn anna_turn(anna: &Person, id: &str) -> Value {
    anna.sees(id).await["page"]["turn"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_kind_is_provoked() {
    let scene = Scene::set().await;
    for kind in Kind::ALL {
        let reply = scene.provoke(kind.slug).await;
        assert_eq!(reply.status, kind.status, "{}: {}", kind.slug, reply.text());
        let problem = reply.problem(kind.slug);
        assert_eq!(problem["title"], kind.title);
        assert!(problem["detail"].as_str().unwrap().len() > 10, "{problem}");
        let id = reply.header("x-request-id");
        assert!(id.parse::<uuid::Uuid>().is_ok(), "{}: {id:?}", kind.slug);
        match kind.slug {
            "rate-limited" | "unavailable" => {
                assert!(reply.header("retry-after").parse::<u32>().unwrap() > 0, "{}", kind.slug);
            }
            "method-not-allowed" => assert_eq!(reply.header("allow"), "GET, HEAD"),
            "scope-missing" => assert_eq!(problem["scope"], "moves:write"),
            "bad-field" => assert_eq!(problem["field"], "game"),
            "stale-turn" => assert_eq!(problem["turn"], 0),
            _ => {}
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fault_of_the_server_never_shows_its_cause() {
    let Scene { server, anna, id, .. } = Scene::set().await;
    let turn = anna_turn(&anna, &id).await;
    let broken = [
        ("matches", "GET", format!("/v1/matches/{id}"), Value::Null),
        ("matches", "GET", "/v1/matches".to_owned(), Value::Null),
        ("users", "GET", "/v1/me".to_owned(), Value::Null),
        ("users", "PATCH", "/v1/me".to_owned(), json!({"name": "A"})),
        ("moves", "POST", format!("/v1/matches/{id}/moves"), json!({"move": "pass", "turn": turn})),
        ("emails", "GET", "/v1/me/emails".to_owned(), Value::Null),
        ("sign_ins", "POST", "/v1/sign-in".to_owned(), json!({"address": "x@example.org"})),
        ("invitations", "GET", "/v1/me/invitations".to_owned(), Value::Null),
        ("personal_tokens", "GET", "/v1/me/export".to_owned(), Value::Null),
    ];
    for (table, method, path, body) in broken {
        server.query(&format!("ALTER TABLE {table} RENAME TO broken_table")).await;
        let request = anna.request(method, &path);
        let reply = Reply::send(if body.is_null() { request } else { request.json(&body) }).await;
        server.query(&format!("ALTER TABLE broken_table RENAME TO {table}")).await;
        assert_eq!(reply.status, 500, "{path}: {}", reply.text());
        let problem = reply.problem("internal");
        let text = problem.to_string();
        for word in [table, "SELECT", "relation", "42P01", "does not exist", "diesel", "postgres"] {
            assert!(!text.contains(word), "{path}: {text}");
        }
        assert_eq!(problem.as_object().unwrap().len(), 4, "{text}");
    }
    // Stored data that cannot occur is a fault of the server as well.
    server.query(&format!("UPDATE matches SET state = 'nonsense' WHERE id = '{id}'")).await;
    let text = server.get(&format!("/v1/matches/{id}")).await.problem("internal").to_string();
    assert!(!text.contains("nonsense") && !text.contains("line 1"), "{text}");
    // The server still answers.
    server.later(Duration::seconds(1));
    anna.get("/v1/me").await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_its_database_the_server_says_so_and_comes_back() {
    let server = Server::quiet(|_| {}).await;
    server.get("/v1/matches").await.expect(200);
    database::forbid(&server.database).await;
    for _ in 0..3 {
        let reply = server.get("/v1/matches").await;
        reply.problem("unavailable");
        assert!(!reply.text().contains("test_"), "{}", reply.text());
    }
    assert_eq!(server.operator().get("/healthz").await.expect(200)["status"], "no-database");
    server.get("/v1/games").await.expect(200);
    database::allow(&server.database).await;
    server.get("/readyz").await.expect(200);
    server.get("/v1/matches").await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_does_not_wait_for_ever_if_every_connection_is_busy() {
    let pool = turnpost::db::Pool::new(&database::fresh().await, 1).unwrap();
    let busy = pool.get().await.unwrap();
    assert!(matches!(pool.get().await, Err(turnpost::db::Trouble::Unavailable(_))));
    drop(busy);
    pool.ready().await.unwrap();
}

/// A tournament that waits for others.
async fn tournament(anna: &Person, at_once: u8) -> Reply {
    let wish = json!({"game": "magma", "name": "Cup", "entry_time": "P7D", "at_once": at_once, "enter": at_once > 4});
    anna.post("/v1/tournaments", &wish).await
}

/// An entry to a tournament that was called off.
async fn closed(anna: &Person) -> Reply {
    let id = tournament(anna, 4).await.expect(201)["id"].as_str().unwrap().to_owned();
    anna.act(&format!("/v1/tournaments/{id}/call-off")).await.expect(204);
    anna.put(&format!("/v1/tournaments/{id}/entry"), &json!({})).await
}

/// The second of two tournaments with twelve matches at a time.
async fn too_many_tournaments(anna: &Person) -> Reply {
    tournament(anna, 12).await.expect(201);
    tournament(anna, 12).await
}

/// A rated match against a computer player.
async fn unratable(anna: &Person) -> Reply {
    anna.post("/v1/matches", &json!({"game": "magma", "computers": [1], "rated": true})).await
}

/// A server that has lost its database.
async fn without_database() -> Reply {
    let lost = Server::quiet(|_| {}).await;
    lost.get("/readyz").await.expect(200);
    database::forbid(&lost.database).await;
    lost.get("/readyz").await
}
