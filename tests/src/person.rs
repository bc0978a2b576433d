//! People who play in tests.

use chrono::{DateTime, Utc};
use engine::ChoiceKind;
use serde_json::{Value, json};

use turnpost::app::App;
use turnpost::ids::UserId;
use turnpost::token::{self, Bearer};

use crate::{Asked, Client, Reply, Server};

/// A person with an account, signed in.
pub struct Person {
    /// The handle, which is the name in small letters.
    pub handle: String,
    /// The mail address.
    pub address: String,
    /// The access token of the sign-in. Requests carry it as long as it is good, and afterwards one as a refresh would give.
    pub token: String,
    bearer: Bearer,
    app: App,
    /// The refresh token.
    pub refresh: String,
    client: Client,
}

impl Person {
    pub(crate) async fn sign_in(server: &Server, name: &str, by_mail: bool) -> Person {
        let address = format!("{}@example.org", name.to_lowercase());
        let asked = server.post("/v1/sign-in", &json!({ "address": address })).await.expect(202);
        let asked = Asked::parse(&asked);
        let code = if by_mail { code(server, &address, &asked.to_string()).await } else { asked.code(server) };
        let tokens = server.post(&asked.path(), &asked.entry(&code)).await.expect(200);
        let text = |name: &str| tokens[name].as_str().unwrap().to_owned();
        let person = Person {
            handle: name.to_lowercase(),
            address,
            token: text("access_token"),
            bearer: Bearer { user: id_of(&tokens["user"]["id"]), session: id_of(&tokens["session"]), is_guest: false },
            app: server.app.clone(),
            refresh: text("refresh_token"),
            client: Client::new(&server.url, None),
        };
        person.patch("/v1/me", &json!({ "handle": person.handle, "name": name })).await.expect(200);
        person
    }

    /// The same person at another server on the same database.
    #[must_use]
    pub fn at(&self, server: &Server) -> Person {
        Person {
            handle: self.handle.clone(),
            address: self.address.clone(),
            token: self.token.clone(),
            bearer: self.bearer,
            app: server.app.clone(),
            refresh: self.refresh.clone(),
            client: Client::new(&server.url, None),
        }
    }

    /// Notes that a code was entered in this session just now, as what cannot be taken back needs.
    pub async fn proves(&self, server: &Server) -> &Person {
        let (now, session) = (self.app.clock.now().to_rfc3339(), self.bearer.session.0);
        server.query(&format!("UPDATE sessions SET proved_at = '{now}' WHERE id = '{session}'")).await;
        self
    }

    /// A request with the person's token.
    pub fn request(&self, method: &str, path: &str) -> reqwest::RequestBuilder {
        self.client.request(method, path).bearer_auth(self.access())
    }

    /// An access token that is good now.
    pub fn access(&self) -> String {
        let now = self.app.clock.now();
        if token::read_access(&self.app.secrets, &self.app.verified, &self.token, now).is_some() {
            return self.token.clone();
        }
        token::access(&self.app.secrets, self.bearer, now).unwrap().0
    }

    /// The cookie that a browser has after a sign-in, as its name, `=` and its value.
    pub fn cookie(&self) -> String {
        let name = if self.app.config.public_url.starts_with("https:") { "__Host-turnpost" } else { "turnpost" };
        format!("{name}={}", token::cookie(&self.app.secrets, self.bearer, self.app.clock.now()).unwrap())
    }

    /// The id of the account.
    pub fn id(&self) -> UserId {
        self.bearer.user
    }

    /// Sends GET.
    pub async fn get(&self, path: &str) -> Reply {
        Reply::send(self.request("GET", path)).await
    }

    /// Sends POST with JSON.
    pub async fn post(&self, path: &str, body: &Value) -> Reply {
        Reply::send(self.request("POST", path).json(body)).await
    }

    /// Sends POST without a body.
    pub async fn act(&self, path: &str) -> Reply {
        Reply::send(self.request("POST", path)).await
    }

    /// Sends PATCH with JSON.
    pub async fn patch(&self, path: &str, body: &Value) -> Reply {
        Reply::send(self.request("PATCH", path).json(body)).await
    }

    /// Sends PUT with JSON.
    pub async fn put(&self, path: &str, body: &Value) -> Reply {
        Reply::send(self.request("PUT", path).json(body)).await
    }

    /// Sends DELETE.
    pub async fn delete(&self, path: &str) -> Reply {
        Reply::send(self.request("DELETE", path)).await
    }

    /// Creates a match and gives its id.
    pub async fn creates(&self, new: Value) -> String {
        self.post("/v1/matches", &new).await.expect(201)["id"].as_str().unwrap().to_owned()
    }

    /// Creates a match for two, which begins with another person; gives its id.
    pub async fn begins(&self, new: Value, other: &Person) -> String {
        let id = self.creates(new).await;
        other.joins(&id).await;
        id
    }

    /// Takes a seat.
    pub async fn joins(&self, id: &str) -> Value {
        self.act(&format!("/v1/matches/{id}/join")).await.expect(200)
    }

    /// The match as the person sees it, with its position.
    pub async fn sees(&self, id: &str) -> Value {
        self.get(&format!("/v1/matches/{id}?include=view,scene,text")).await.expect(200)
    }

    /// Sends a move for the present turn, which may be refused.
    pub async fn tries(&self, id: &str, text: &str) -> Reply {
        let turn = self.sees(id).await["page"]["turn"].clone();
        let request = self.request("POST", &format!("/v1/matches/{id}/moves"));
        let request = request.header("prefer", "return=representation; include=\"view scene text\"");
        Reply::send(request.json(&json!({ "move": text, "turn": turn }))).await
    }

    /// Plays a move that has to be accepted; gives the match afterwards.
    pub async fn plays(&self, id: &str, text: &str) -> Value {
        self.tries(id, text).await.expect(200)["match"].clone()
    }

    /// Plays some move that is no pass.
    pub async fn moves(&self, id: &str) {
        let text = self.finds_a_move(id).await;
        self.plays(id, &text).await;
    }

    /// The deadline of the first seat that is awaited.
    pub async fn deadline(&self, id: &str) -> DateTime<Utc> {
        self.sees(id).await["page"]["deadlines"][0]["at"].as_str().unwrap().parse().unwrap()
    }

    /// The path at which a player reads the choices of all kinds after a text, whether awaited or not.
    pub fn choices_path(id: &str, so_far: &str) -> String {
        let kinds = ChoiceKind::ALL.map(ChoiceKind::word).join(",");
        let escaped = |byte: u8| match char::from(byte) {
            letter if letter.is_ascii_alphanumeric() => letter.to_string(),
            _ => format!("%{byte:02X}"),
        };
        let query: String = so_far.bytes().map(escaped).collect();
        format!("/v1/matches/{id}/choices?include={kinds}&so_far={query}")
    }

    /// Some complete move that is no pass, found by walking the choices. Fails if there is none.
    pub async fn finds_a_move(&self, id: &str) -> String {
        self.may_find_a_move(id).await.expect("there is nothing to do but pass")
    }

    /// The same; `None` if there is none.
    pub async fn may_find_a_move(&self, id: &str) -> Option<String> {
        let mut open = vec![String::new()];
        while let Some(so_far) = open.pop() {
            let request = self.request("GET", &format!("/v1/matches/{id}/choices")).query(&[("so_far", &so_far)]);
            for choice in Reply::send(request).await.expect(200)["choices"].as_array().unwrap() {
                let text = choice["text"].as_str().unwrap().to_owned();
                if choice["kind"] == "pass" {
                    continue;
                }
                if choice["complete"] == true {
                    return Some(text);
                }
                open.push(text);
            }
        }
        None
    }
}

/// The code of this sign-in, from the email. Its link holds the id, so older emails to the same address do not matter.
async fn code(server: &Server, address: &str, id: &str) -> String {
    let plain = id.replace('-', "");
    let email = server.mailbox.wait_for(address, |email| email.link().is_some_and(|link| link.contains(&plain))).await;
    email.code().unwrap()
}

fn id_of<T: std::str::FromStr>(value: &Value) -> T {
    value.as_str().and_then(|text| text.parse().ok()).unwrap_or_else(|| panic!("no id: {value}"))
}
