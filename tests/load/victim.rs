//! Two people who play, and newcomers who sign in, while others attack.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tests::client::Session;

use super::server::Server;

/// The pause between two sign-ins.
const NEWCOMERS: Duration = Duration::from_secs(2);

/// What the people have seen.
#[derive(Default)]
pub(super) struct Seen {
    /// The time of each request, sorted.
    requests: Vec<Duration>,
    /// The time from each request of a sign-in email to its arrival, sorted.
    emails: Vec<Duration>,
    /// The requests that failed, in words.
    pub(super) failures: Vec<String>,
}

impl Seen {
    /// The figures of a row: p50 and p99 of requests and the longest sign-in in milliseconds, and the failures.
    pub(super) fn row(&self) -> String {
        let ms = |took: Option<&Duration>| took.map_or(f64::NAN, |took| took.as_secs_f64() * 1000.0);
        let at = |part: usize| ms(self.requests.get((self.requests.len().max(1) - 1) * part / 100));
        let longest = ms(self.emails.last());
        format!("{:>9} {:>8.1} {:>8.1} {longest:>10.0} {:>9}", self.requests.len(), at(50), at(99), self.failures.len())
    }
}

/// The pairs of players, one for each time to live: an account makes only so many matches an hour. And the number of newcomers so far.
pub(super) struct People {
    pairs: Vec<[Session; 2]>,
    newcomers: u64,
}

impl People {
    /// Signs so many pairs in.
    pub(super) async fn arrive(server: &Server, pairs: usize) -> People {
        let mut people = People { pairs: Vec::new(), newcomers: 0 };
        for number in 0..pairs {
            let [vera, victor] = ["vera", "victor"].map(|name| format!("{name}{number}"));
            people.pairs.push([server.person(&vera).await, server.person(&victor).await]);
        }
        people
    }

    /// Lets one of the pairs play, and newcomers sign in, for some time.
    pub(super) async fn live(&mut self, server: &Server, time: Duration) -> Seen {
        let end = Instant::now() + time;
        let mut seen = Seen::default();
        let first = self.newcomers;
        self.newcomers += time.as_secs() + 1;
        let players = self.pairs.pop().expect("a pair for each time");
        let (emails, requests) = tokio::join!(sign_ins(server, first, end), play(&players, end));
        (seen.emails, seen.failures) = emails;
        seen.requests = requests.0;
        seen.failures.extend(requests.1);
        seen.requests.sort_unstable();
        seen.emails.sort_unstable();
        seen
    }
}

/// Newcomers ask for a sign-in email one after the other.
async fn sign_ins(server: &Server, first: u64, end: Instant) -> (Vec<Duration>, Vec<String>) {
    let (mut took, mut failures, client) = (Vec::new(), Vec::new(), server.client());
    for number in first.. {
        let (address, began) = (format!("newcomer{number}@example.org"), Instant::now());
        let request = client.request("POST", "/v1/sign-in").json(&json!({"address": address})).send().await;
        match request.map(|answer| answer.status().as_u16()) {
            Ok(202) => {
                let email = server.mailbox.wait_for(&address, |email| email.code().is_some()).await;
                took.push(email.at - began);
            }
            other => failures.push(format!("POST /v1/sign-in: {other:?}")),
        }
        if Instant::now() + NEWCOMERS >= end {
            break;
        }
        tokio::time::sleep(NEWCOMERS).await;
    }
    (took, failures)
}

/// Two people play one match after the other on the smallest board; each request is timed.
async fn play(players: &[Session; 2], end: Instant) -> (Vec<Duration>, Vec<String>) {
    let (mut took, mut failures) = (Vec::new(), Vec::new());
    let mut ask = async |player: &Session, method: &str, path: &str, body: Option<Value>| {
        let request = player.request(method, path);
        let began = Instant::now();
        let answer = match body {
            Some(body) => request.json(&body).send().await,
            None => request.send().await,
        };
        let status = answer.as_ref().map_or(0, |answer| answer.status().as_u16());
        let body = match answer {
            Ok(answer) => answer.json::<Value>().await.unwrap_or_default(),
            Err(_) => Value::Null,
        };
        took.push(began.elapsed());
        if !(200..300).contains(&status) {
            failures.push(format!("{method} {path}: {status} {body}"));
        }
        body
    };
    while Instant::now() < end {
        let new =
            json!({"game": "magnapoco", "options": {"board": "square4"}, "seating": "joined", "visibility": "private"});
        let id = ask(&players[0], "POST", "/v1/matches", Some(new)).await["id"].as_str().unwrap_or_default().to_owned();
        let invite = format!("/v1/matches/{id}/invitations");
        let handle = ask(&players[1], "GET", "/v1/me", None).await["handle"].clone();
        ask(&players[0], "POST", &invite, Some(json!({"handle": handle}))).await;
        ask(&players[1], "POST", &format!("/v1/matches/{id}/join"), Some(json!({}))).await;
        let path = format!("/v1/matches/{id}");
        while Instant::now() < end {
            let page = ask(&players[0], "GET", &path, None).await;
            let Some(seat) = page["page"]["awaited"][0].as_u64() else { break };
            let player = &players[usize::try_from(seat).unwrap()];
            let choices = ask(player, "GET", &format!("{path}/choices"), None).await;
            let all = choices["choices"].as_array().cloned().unwrap_or_default();
            let Some(choice) = all.iter().find(|choice| choice["complete"] == true) else { break };
            let chosen = json!({"move": choice["text"], "turn": page["page"]["turn"]});
            ask(player, "POST", &format!("{path}/moves"), Some(chosen)).await;
            // People think: two players share the requests of a minute with no one.
            tokio::time::sleep(Duration::from_millis(150)).await;
        }
    }
    (took, failures)
}
