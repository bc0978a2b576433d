//! Players who go on while the server is killed: they send a request again until it is answered, and note each accepted move.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use chrono::Utc;
use serde_json::{Value, json};
use tests::{Asked, Client};
use turnpost::secrets::Secrets;
use turnpost::token::{self, Bearer};

/// The time for an answer, after which a request is sent again.
const ANSWER: Duration = Duration::from_secs(20);
/// The pause before a request is sent again.
const AGAIN: Duration = Duration::from_millis(250);
/// The shortest clock, in seconds, and the time for it to run out.
const SHORTEST: u64 = 10;
const REST: Duration = Duration::from_secs(15);
/// The pause after a visit of a match.
const THINKING: Duration = Duration::from_millis(100);
/// The first refusals are told; there should be none.
const TOLD: usize = 5;

/// A move: the match, the turn, the seat and the text.
pub(super) type Move = (String, u64, u64, String);

/// What a player has done.
#[derive(Default)]
pub(super) struct Done {
    /// The moves that were answered with 200.
    pub(super) accepted: Vec<Move>,
    /// The moves that were sent and not accepted, some of them perhaps without an answer.
    pub(super) open: HashSet<Move>,
    /// Requests that were sent again.
    pub(super) retries: u64,
    /// The moves that came too late: the clock of the player had run out.
    pub(super) late: u64,
    /// The matches that were made.
    pub(super) matches: u64,
    /// Answers that no client should get, in words.
    pub(super) wrong: Vec<String>,
}

impl Done {
    /// Adds what another player has done.
    pub(super) fn add(&mut self, other: Done) {
        self.accepted.extend(other.accepted);
        self.open.extend(other.open);
        self.retries += other.retries;
        self.late += other.late;
        self.matches += other.matches;
        self.wrong.extend(other.wrong);
    }
}

/// An account.
#[derive(Clone)]
pub(super) struct Person {
    bearer: Bearer,
    secrets: Secrets,
}

impl Person {
    /// Makes an account, whose code is computed instead of being read from an email.
    pub(super) async fn new(url: &str, secrets: &Secrets, name: &str) -> Person {
        let client = Client::new(url, None);
        let asked = client.post("/v1/sign-in", &json!({"address": format!("{name}@example.org")})).await.expect(202);
        let asked = Asked::parse(&asked);
        let tokens = client.post(&asked.path(), &asked.entry(&asked.code_by(secrets))).await.expect(200);
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let user = text(&tokens["user"]["id"]).parse().unwrap();
        let session = text(&tokens["session"]).parse().unwrap();
        Person { bearer: Bearer { user, session, is_guest: false }, secrets: secrets.clone() }
    }

    /// An access token, as a refresh gives it.
    fn token(&self) -> String {
        token::access(&self.secrets, self.bearer, Utc::now()).unwrap().0
    }
}

/// A place for one match at a time.
#[derive(Default)]
struct Table {
    id: Option<String>,
    /// Its clock, in seconds.
    clock: u64,
    visits: usize,
    /// With the shortest clock the players leave the table alone until then: the clock of a player runs out.
    rests_until: Option<Instant>,
}

/// Two people at several tables, and the one client of both.
pub(super) struct Player {
    url: String,
    http: reqwest::Client,
    people: [Person; 2],
    tables: Vec<Table>,
    end: Instant,
    done: Done,
}

impl Player {
    /// The first of the people makes the matches, the other one joins them.
    pub(super) fn new(url: &str, people: [Person; 2], tables: usize, end: Instant) -> Player {
        let http = reqwest::Client::builder().timeout(ANSWER).pool_idle_timeout(Duration::from_secs(2));
        let table = |number: usize| Table { clock: [SHORTEST, 60, 120, 300][number % 4], ..Table::default() };
        Player {
            url: url.to_owned(),
            http: http.build().unwrap(),
            people,
            tables: (0..tables).map(table).collect(),
            end,
            done: Done::default(),
        }
    }

    /// Plays at one table after the other until the end.
    pub(super) async fn play(mut self) -> Done {
        while Instant::now() < self.end {
            for at in 0..self.tables.len() {
                self.visit(at).await;
                tokio::time::sleep_until((Instant::now() + THINKING).min(self.end).into()).await;
            }
        }
        self.done
    }

    /// Makes a match if there is none, else plays a move.
    async fn visit(&mut self, at: usize) -> Option<()> {
        if self.tables[at].rests_until.is_some_and(|until| Instant::now() < until) {
            return None;
        }
        self.tables[at].visits += 1;
        let Some(id) = self.tables[at].id.clone() else {
            let new = json!({
                "game": "magnapoco", "options": {"board": "square4"}, "seating": "joined", "visibility": "private",
                "clock": {"kind": "per-move", "time": format!("PT{}S", self.tables[at].clock)}
            });
            let made = self.ask(0, "POST", "/v1/matches", Some(&new), &[201]).await?;
            let id = made["id"].as_str()?.to_owned();
            self.done.matches += 1;
            let me = self.ask(1, "GET", "/v1/me", None, &[200]).await?;
            let invite = json!({"handle": me["handle"]});
            self.ask(0, "POST", &format!("/v1/matches/{id}/invitations"), Some(&invite), &[202]).await?;
            self.ask(1, "POST", &format!("/v1/matches/{id}/join"), Some(&json!({})), &[200]).await?;
            self.tables[at].id = Some(id);
            let rests = self.tables[at].clock == SHORTEST;
            self.tables[at].rests_until = rests.then(|| Instant::now() + REST);
            return Some(());
        };
        let path = format!("/v1/matches/{id}");
        let page = self.ask(0, "GET", &path, None, &[200]).await?;
        let Some(seat) = page["page"]["awaited"][0].as_u64() else {
            self.tables[at].id = None;
            return None;
        };
        let (who, turn) = (usize::try_from(seat).ok()?, page["page"]["turn"].as_u64()?);
        let choices = self.ask(who, "GET", &format!("{path}/choices"), None, &[200, 409]).await?;
        let texts = choices["choices"].as_array()?.iter().filter(|choice| choice["complete"] == true);
        let texts: Vec<&str> = texts.filter_map(|choice| choice["text"].as_str()).collect();
        let text = texts.get(self.tables[at].visits % texts.len().max(1)).map(|text| (*text).to_owned())?;
        self.send(who, &path, (id, turn, seat, text)).await
    }

    /// Sends a move and notes it.
    async fn send(&mut self, who: usize, path: &str, sent: Move) -> Option<()> {
        let body = json!({"move": sent.3, "turn": sent.1});
        self.done.open.insert(sent.clone());
        let answer = self.ask(who, "POST", &format!("{path}/moves"), Some(&body), &[200, 409]).await?;
        if answer["move"].is_string() {
            self.done.open.remove(&sent);
            let text = answer["move"].as_str()?.to_owned();
            self.done.accepted.push((sent.0, sent.1, sent.2, text));
        } else {
            self.done.late += 1;
        }
        Some(())
    }

    /// Sends a request until it is answered by anything but 503; nothing if that is not one of the statuses, or not before the end.
    async fn ask(
        &mut self,
        who: usize,
        method: &str,
        path: &str,
        body: Option<&Value>,
        expected: &[u16],
    ) -> Option<Value> {
        let method = reqwest::Method::from_bytes(method.as_bytes()).unwrap();
        loop {
            let request = self.http.request(method.clone(), format!("{}{path}", self.url));
            let request = request.bearer_auth(self.people[who].token());
            let request = match body {
                Some(body) => request.json(body),
                None => request,
            };
            if let Some((status, body)) = answer(request).await {
                if expected.contains(&status) {
                    return Some(body);
                }
                if self.done.wrong.len() < TOLD {
                    self.done.wrong.push(format!("{method} {path}: {status} {body}"));
                }
                return None;
            }
            if Instant::now() > self.end {
                return None;
            }
            self.done.retries += 1;
            tokio::time::sleep(AGAIN).await;
        }
    }
}

/// The status and the whole body; nothing if the connection ended, or if the server cannot answer now.
async fn answer(request: reqwest::RequestBuilder) -> Option<(u16, Value)> {
    let answer = request.send().await.ok()?;
    let status = answer.status().as_u16();
    if status == 503 {
        return None;
    }
    let bytes = answer.bytes().await.ok()?;
    Some((status, serde_json::from_slice(&bytes).unwrap_or_default()))
}
