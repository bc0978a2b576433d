//! /v1/me/events and /v1/matches/{id}/events: feeds of events over real sockets.

mod carried;
mod ends;
mod formats;
mod hooks;
mod host;
mod limits;
pub(crate) mod pushes;
mod rooms;
mod seen;
mod servers;
mod told;
mod worlds;

use std::time::Duration;

use serde_json::Value;
use tests::{Person, Server};
use turnpost::events::{Change, Kind, Notice};
use turnpost::ids::{MatchId, UserId};
use uuid::Uuid;

/// The longest wait for an event: far longer than any takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

/// A client that reads an event stream.
struct Follower {
    response: reqwest::Response,
    text: String,
}

/// An event as it was sent.
#[derive(Clone, PartialEq, Debug)]
struct Told {
    id: String,
    kind: String,
    data: Value,
}

impl Follower {
    /// Sends a request for an event stream, which has to be accepted.
    async fn open(request: reqwest::RequestBuilder) -> Follower {
        let response = request.header("accept", "text/event-stream").send().await.unwrap();
        assert_eq!(response.status(), 200);
        Follower { response, text: String::new() }
    }

    /// The stream of a person's matches.
    async fn start(person: &Person) -> Follower {
        Follower::open(person.request("GET", "/v1/me/events")).await
    }

    /// The text up to this end; none if the stream ends before it.
    async fn until(&mut self, end: &str) -> Option<String> {
        loop {
            if let Some(at) = self.text.find(end) {
                let rest = self.text.split_off(at + end.len());
                return Some(std::mem::replace(&mut self.text, rest));
            }
            let chunk = tokio::time::timeout(PATIENCE, self.response.chunk()).await.expect("an event");
            self.text.push_str(&String::from_utf8_lossy(&chunk.ok()??));
        }
    }

    /// The next event; none if the stream ends.
    async fn next(&mut self) -> Option<Told> {
        loop {
            let block = self.until("\n\n").await?;
            let line = |name: &str| block.lines().find_map(|line| line.strip_prefix(name)).map(str::to_owned);
            if let Some(data) = line("data: ") {
                let data = serde_json::from_str(&data).unwrap();
                return Some(Told { id: line("id: ").unwrap(), kind: line("event: ").unwrap(), data });
            }
        }
    }

    /// The next event of this kind about a match; others before it are dropped.
    async fn expect(&mut self, kind: &str, id: &str) -> Value {
        loop {
            let told = self.next().await.unwrap_or_else(|| panic!("the stream ended before {kind}"));
            if told.kind == kind && told.data["match_id"] == *id {
                return told.data;
            }
        }
    }
}

/// A notice by which a test sees that all notices before it were sent.
fn sentinel(match_id: MatchId) -> Notice {
    Notice { kind: Kind::Note, match_id: Some(match_id), level: None, version: (0, 0) }
}

/// Sends the sentinel to the streams of a person.
fn send_sentinel(server: &Server, user: UserId) -> MatchId {
    let match_id = MatchId(Uuid::nil());
    let told = vec![(user, sentinel(match_id))];
    server.app.hub.feeds.tell(&Change { match_id, players: Vec::new(), told, spectators: None });
    match_id
}
