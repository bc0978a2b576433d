//! What happens in your matches, as a stream that continues after a lost connection.

use std::collections::{HashMap, VecDeque};
use std::io::{BufRead, BufReader};
use std::mem::take;
use std::thread;
use std::time::Duration;

use serde_json::json;
use ureq::BodyReader;

use crate::api::{Choices, Event, EventKind, Events, LogLine, Match, Matches, Phase};
use crate::client::{Client, Request, held, part};
use crate::problem::Error;

/// The events of [`Client::events`] and [`Client::match_events`]. It never ends. After an error, it tries again what failed.
pub struct EventStream<'a> {
    client: &'a Client,
    match_id: Option<String>,
    include: &'a str,
    path: String,
    /// The id of the last event; none before the first request.
    last: Option<String>,
    lines: Option<BufReader<BodyReader<'static>>>,
    /// The pause before the next connection.
    pause: Duration,
    ready: VecDeque<Event>,
    /// True if the waiting matches have to be read.
    is_stale: bool,
    /// The latest turn, choices and line of each match that is running.
    latest: HashMap<Option<String>, (i64, Option<Choices>, Option<LogLine>)>,
}

impl Client {
    /// Yields what happens in your matches, for ever. After a lost connection it continues with what was missed.
    ///
    /// It begins with the event `resync`, which means: read what you show. Then there is an event for each match that waits for you.
    /// After [`Error::Outdated`] there is an event about the present state of the match. The `include` "choices" adds the choices.
    pub fn events<'a>(&'a self, include: &'a str) -> EventStream<'a> {
        self.stream(None, "/v1/me/events".to_owned(), include)
    }

    /// Yields what happens in one match, like [`Client::events`].
    pub fn match_events<'a>(&'a self, match_id: &str, include: &'a str) -> EventStream<'a> {
        self.stream(Some(match_id.to_owned()), format!("/v1/matches/{}/events", part(&match_id)), include)
    }

    fn stream<'a>(&'a self, match_id: Option<String>, path: String, include: &'a str) -> EventStream<'a> {
        let (ready, latest) = (VecDeque::new(), HashMap::new());
        let (client, pause) = (self, self.pause);
        EventStream { client, match_id, include, path, last: None, lines: None, pause, ready, is_stale: false, latest }
    }
}

impl Event {
    /// True if the match waits for you.
    pub fn is_awaited(&self) -> bool {
        self.awaited == Some(true)
    }
}

impl Iterator for EventStream<'_> {
    type Item = Result<Event, Error>;

    fn next(&mut self) -> Option<Result<Event, Error>> {
        Some(self.follow())
    }
}

impl EventStream<'_> {
    /// Acts on each event, until there is an error. What has changed in the meantime, as [`Error::Outdated`] and [`Error::NotFound`] say,
    /// is none.
    pub fn act(&mut self, mut act: impl FnMut(&Event) -> Result<(), Error>) -> Result<(), Error> {
        loop {
            match act(&self.follow()?) {
                Err(Error::Outdated(_) | Error::NotFound(_)) => {}
                done => done?,
            }
        }
    }

    fn follow(&mut self) -> Result<Event, Error> {
        loop {
            if let Some(event) = self.ready.pop_front() {
                return Ok(event);
            }
            if self.is_stale {
                self.read_present()?;
                self.is_stale = false;
            } else if let Some(match_id) = self.outdated() {
                // Usually the match has just continued. Do not ask in a tight loop if not.
                thread::sleep(self.client.pause);
                self.look(&match_id)?;
            } else if self.last.is_none() {
                // What happens while the waiting matches are read comes after this id.
                self.last = Some(self.client.call::<Events>(&Request::new("GET", self.path.as_str()))?.next);
                self.is_stale = true;
                return Ok(Event { kind: EventKind::Resync, ..Event::default() });
            } else {
                let event = self.receive()?;
                self.is_stale = event.kind == EventKind::Resync;
                if !self.is_late(&event) {
                    return Ok(event);
                }
            }
        }
    }

    /// A match that has continued, if it is one of this stream.
    fn outdated(&self) -> Option<String> {
        let mut again = held(&self.client.again);
        match &self.match_id {
            Some(match_id) => again.take(match_id),
            None => again.pop_first(),
        }
    }

    /// Reads an event for each match that waits for you, or for the one match.
    fn read_present(&mut self) -> Result<(), Error> {
        if let Some(match_id) = self.match_id.clone() {
            return self.look(&match_id);
        }
        let (mut found, mut after) = (Vec::new(), None);
        loop {
            let query = json!({"filter": "waiting", "limit": 100, "after": after});
            let page: Matches = self.client.call(&Request::new("GET", "/v1/matches").query(&query)?)?;
            found.extend(page.matches);
            after = page.next;
            if after.is_none() {
                break;
            }
        }
        for one in found {
            // Without the turn, which may be over when its choices are read.
            let event =
                Event { match_id: Some(one.id), phase: Some(one.phase), deadline: one.deadline, ..about_match() };
            self.is_late(&event);
            self.ready.push_back(Event { awaited: Some(true), ..event });
        }
        Ok(())
    }

    /// Reads the present state of a match.
    fn look(&mut self, match_id: &str) -> Result<(), Error> {
        let include = self.include.contains("choices").then_some("choices");
        let request =
            Request::new("GET", format!("/v1/matches/{}", part(&match_id))).query(&json!({"include": include}))?;
        let found: Match = self.client.call(&request)?;
        let mut event =
            Event { match_id: Some(found.id), phase: Some(found.phase), choices: found.choices, ..about_match() };
        if let Some(page) = found.page {
            event.turn = Some(page.turn);
            event.awaited = Some(page.your_seat.is_some_and(|seat| page.awaited.contains(&seat)));
        }
        self.is_late(&event);
        self.ready.push_back(event);
        Ok(())
    }

    /// True if the event arrived twice or late. A turn that is sent in parts keeps its number, so only choices tell.
    fn is_late(&mut self, event: &Event) -> bool {
        let turn = event.turn.unwrap_or_default();
        let before = self.latest.remove(&event.match_id).unwrap_or_default();
        // What was read after `Outdated` tells no line.
        let is_same_line = event.line.is_none() || before.2.is_none() || event.line == before.2;
        // An event about the turn before may carry the choices of this one, but it does not say that the match waits.
        let is_same = turn == before.0 && event.choices.is_some() && event.choices == before.1 && is_same_line;
        let is_late = event.turn.is_some() && (turn < before.0 || is_same);
        if event.phase == Some(Phase::Running) {
            let state = (turn, event.choices.clone(), event.line.clone());
            self.latest.insert(event.match_id.clone(), if turn < before.0 { before } else { state });
        }
        is_late
    }

    /// The next event of the stream. Connects again whenever it ends.
    fn receive(&mut self) -> Result<Event, Error> {
        let (mut id, mut data) = (None, None);
        loop {
            let Some(lines) = &mut self.lines else {
                let query = json!({"include": Some(self.include).filter(|include| !include.is_empty())});
                let request =
                    Request::new("GET", self.path.as_str()).query(&query)?.header("Accept", "text/event-stream");
                let request = request.header("Last-Event-ID", self.last.as_deref().unwrap_or_default());
                let response = self.client.patiently(None, true, || self.client.open(&request))?;
                self.lines = Some(BufReader::new(response.into_body().into_reader()));
                self.pause = self.client.pause;
                continue;
            };
            let mut line = String::new();
            if !lines.read_line(&mut line).is_ok_and(|length| length > 0) {
                (self.lines, id, data) = (None, None, None);
                thread::sleep(self.pause);
                continue;
            }
            let line = line.trim_end_matches(['\r', '\n']);
            let (name, value) = line.split_once(':').unwrap_or((line, ""));
            let value = value.strip_prefix(' ').unwrap_or(value);
            match name {
                "id" => id = Some(value.to_owned()),
                "data" => data = Some(value.to_owned()),
                "retry" => self.pause = value.parse().map_or(self.pause, Duration::from_millis),
                "" if line.is_empty() => {
                    self.last = id.take().or_else(|| take(&mut self.last));
                    if let Some(data) = data.take() {
                        return Ok(serde_json::from_str(&data)?);
                    }
                }
                _ => {}
            }
        }
    }
}

fn about_match() -> Event {
    Event { kind: EventKind::Match, ..Event::default() }
}
