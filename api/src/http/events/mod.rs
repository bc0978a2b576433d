//! Feeds of events: what happens in matches, told as it happens. Three formats: an event stream, lines of JSON, or a list by polling.

mod cursor;
mod wire;

use std::time::Duration;

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use self::cursor::{Cursor, Mark};
use self::wire::Format;
use super::Result;
use super::caller::{Anyone, ClientNetwork, Sender};
use super::extract::{Query, comma_list};
use super::matches::LogLine;
use super::moves::Choices;
use super::parts::Part;
use super::problem::Problem;
use super::responses::{AccessToken, NotFound, PathParameter, Problems, QueryParameter};
use crate::app::App;
use crate::clock::Clock;
use crate::events::{Kind, Notice, Stream};
use crate::ids::{MatchId, UserId};
use crate::limits::Asker;
use crate::play::Phase;
use crate::play::people::caller::Caller;
use crate::play::people::feed::{self, Reader};
use crate::play::telling::look;
use crate::token::Scope;

/// The longest time that a request for a list of events waits, in seconds.
const LONGEST_WAIT: u64 = 25;

/// The state of a match after an event, as far as you may know it. An event can arrive twice, which does no harm. Later versions may add
/// members.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"kind": "match", "match_id": "0198c0de-7a11-7000-8000-00c0ffee0001", "turn": 12, "phase": "running",
    "awaited": true, "deadline": "2026-11-24T10:00:00Z"}))]
pub struct Event {
    /// The kind. `match-started` and `match-over` have the members of `match`; `invitation` and `note` only name the match; `resync` means
    /// that events were missed, so reload what you show.
    kind: Kind,
    /// The match.
    #[serde(skip_serializing_if = "Option::is_none")]
    match_id: Option<Uuid>,
    /// The turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<u32>,
    /// The phase.
    #[serde(skip_serializing_if = "Option::is_none")]
    phase: Option<Phase>,
    /// True if it is your turn, or your response is awaited. Spectators do not receive it.
    #[serde(skip_serializing_if = "Option::is_none")]
    awaited: Option<bool>,
    /// Your deadline, if you are awaited and a clock runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    deadline: Option<DateTime<Utc>>,
    /// The last line of the log that you may read, if you asked for it with `include=line` or `include=choices`. If you lack lines before
    /// it, read the log.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<LogLine>,
    /// What you can do next, if you asked for it with `include=choices` and are awaited: up to 8 steps, with at most 300 choices. They are
    /// those after `line`: act on them once only, as several events can tell the same. Left out if your limit is reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    choices: Option<Choices>,
}

/// What an event carries if its reader asks for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum EventPart {
    /// The last line of the log.
    Line,
    /// What the reader can do next.
    Choices,
}

/// Makes events of notices, with what they carry.
struct Teller {
    clock: Clock,
    carries: Option<Carries>,
}

/// What events carry, and for whom.
struct Carries {
    app: App,
    sender: Asker,
    user: Option<UserId>,
    parts: Vec<EventPart>,
}

impl Teller {
    fn new(app: &App, sender: Asker, user: Option<UserId>, parts: Vec<EventPart>) -> Teller {
        let carries = Carries { app: app.clone(), sender, user, parts };
        Teller { clock: app.clock.clone(), carries: Some(carries).filter(|carries| !carries.parts.is_empty()) }
    }

    /// The event of a notice.
    async fn tell(&self, notice: &Notice) -> Event {
        let event = Event::from(notice);
        match (&self.carries, notice.match_id.filter(|_| notice.level.is_some())) {
            (Some(carries), Some(id)) => {
                let (line, choices) = carries.find(id).await;
                Event { line, choices, ..event }
            }
            (Some(_) | None, _) => event,
        }
    }

    async fn tell_all(&self, notices: &[Notice]) -> Vec<Event> {
        let mut events = Vec::new();
        for notice in notices {
            events.push(self.tell(notice).await);
        }
        events
    }
}

impl Carries {
    /// What the event about a match carries. What cannot be found is left out: an event alone is better than none, as the match can be read.
    async fn find(&self, id: MatchId) -> (Option<LogLine>, Option<Choices>) {
        let Carries { app, sender, user, parts } = self;
        let Ok(m) = look::find(app, id, *user).await else { return (None, None) };
        let line = look::last_line(app, &m, *user).await.ok().flatten().map(LogLine::from);
        let choices = match parts.contains(&EventPart::Choices) {
            true => Choices::included(app, *sender, &m, *user, &[Part::Choices]).await.unwrap_or_default(),
            false => None,
        };
        (line, choices)
    }
}

impl From<&Notice> for Event {
    fn from(notice: &Notice) -> Event {
        let level = notice.level.as_ref();
        Event {
            kind: notice.kind,
            match_id: notice.match_id.map(|id| id.0),
            turn: level.map(|level| level.turn),
            phase: level.map(|level| level.phase),
            awaited: level.and_then(|level| level.awaited),
            deadline: level.and_then(|level| level.deadline),
            line: None,
            choices: None,
        }
    }
}

/// A list of events.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"events": [], "next": "1767225600000"}))]
pub struct Events {
    /// The events since `after`, at most one of a kind for each match.
    events: Vec<Event>,
    /// The value of `after` for the next request.
    next: String,
}

/// The query of a feed.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct FollowQuery {
    /// The `next` of the previous list, or the id of the last event that you received: return what happened since then. Default: now.
    #[param(required = false)]
    after: Option<String>,
    /// For a list: if there is no event yet, wait up to this many seconds, 0 to 25.
    #[param(required = false, minimum = 0, maximum = 25, default = 0)]
    wait: Option<u64>,
    /// What events about a match that has changed carry, separated by commas. Default: nothing. Each event with choices counts as five
    /// requests.
    #[param(style = Form, explode = false, inline, value_type = Vec<EventPart>, example = json!(["line", "choices"]))]
    #[serde(default, deserialize_with = "comma_list")]
    include: Vec<EventPart>,
}

/// Follow your matches.
///
/// Reports what happens in your matches. `Accept: text/event-stream` selects an event stream, for a browser's `EventSource`. `Accept:
/// application/x-ndjson` selects one line of JSON per event, with its cursor as `next`, and an empty line from time to time. Otherwise the
/// response is a list, sent at once or after up to `wait` seconds. A stream ends with its session, when the server stops, and after an
/// hour: reconnect with the id of the last event. At most 8 concurrent streams (a setting).
#[utoipa::path(get, path = "/v1/me/events", tag = "events", security(("bearer" = ["matches:read"])),
    params(FollowQuery,
        ("Last-Event-ID" = Option<String>, Header, description = "For a stream: the id of the last event that you received")),
    responses((status = 200, description = "Events", content((Events = "application/json"), (String = "text/event-stream"),
        (String = "application/x-ndjson"))), Problems<(AccessToken, QueryParameter)>))]
pub async fn follow_matches(
    app: web::Data<App>,
    caller: Caller,
    network: ClientNetwork,
    sender: Sender,
    Query(query): Query<FollowQuery>,
    request: HttpRequest,
) -> Result<HttpResponse> {
    caller.may(Scope::MatchesRead)?;
    answer(&app, Reader::Person(caller), (network, sender), query, &request).await
}

/// Follow a match.
///
/// Works like `GET /v1/me/events`, for one match that you may see. Spectators receive the turn and the phase. The first event gives the
/// present state of the match. Without an account, one network can open at most 32 concurrent streams (a setting).
#[utoipa::path(get, path = "/v1/matches/{match_id}/events", tag = "events", security((), ("bearer" = ["matches:read"])),
    params(("match_id" = Uuid, Path, description = "The match"), FollowQuery,
        ("Last-Event-ID" = Option<String>, Header, description = "For a stream: the id of the last event that you received")),
    responses((status = 200, description = "Events", content((Events = "application/json"), (String = "text/event-stream"),
        (String = "application/x-ndjson"))), Problems<(AccessToken, PathParameter, QueryParameter, NotFound)>))]
pub async fn follow_match(
    app: web::Data<App>,
    reader: Anyone,
    network: ClientNetwork,
    sender: Sender,
    match_id: web::Path<MatchId>,
    Query(query): Query<FollowQuery>,
    request: HttpRequest,
) -> Result<HttpResponse> {
    if let Some(caller) = &reader.0 {
        caller.may(Scope::MatchesRead)?;
    }
    answer(&app, Reader::Table(*match_id, reader.0), (network, sender), query, &request).await
}

async fn answer(
    app: &App,
    reader: Reader,
    (ClientNetwork(network), Sender(sender)): (ClientNetwork, Sender),
    query: FollowQuery,
    request: &HttpRequest,
) -> Result<HttpResponse> {
    let format = Format::wanted(request)?;
    let wait = query.wait.unwrap_or(0);
    if wait > LONGEST_WAIT {
        return Err(Problem::field("wait", format!("Expected a whole number from 0 to {LONGEST_WAIT}.")));
    }
    let now = app.clock.now();
    let cursor = match (&query.after, last_event_id(request)?) {
        (_, Some(text)) if format != Format::List => Cursor::read("Last-Event-ID", text, now)?,
        (Some(text), _) => Cursor::read("after", text, now)?,
        (None, _) => Cursor::at(now),
    };
    let teller = Teller::new(app, sender, reader.user(), query.include);
    let Format::List = format else {
        // Opened first, so that nothing is missed between the start and the events that follow.
        let stream = feed::open(app, &reader, network)?;
        let missed = feed::start(app, &reader, cursor.at).await?;
        let missed = teller.tell_all(&missed).await;
        return Ok(wire::stream(teller, format, stream, missed));
    };
    let stream = (wait > 0).then(|| feed::open(app, &reader, network)).transpose()?;
    let missed = feed::start(app, &reader, cursor.at).await?;
    let known: Vec<Mark> = missed.iter().map(Mark::from_notice).filter(|mark| cursor.seen.contains(mark)).collect();
    let mut fresh: Vec<Notice> =
        missed.into_iter().filter(|notice| !known.contains(&Mark::from_notice(notice))).collect();
    if let Some(stream) = stream.filter(|_| fresh.is_empty()) {
        fresh = next_of(&stream, Duration::from_secs(wait)).await;
    }
    let next = Cursor { at: app.clock.now(), seen: fresh.iter().map(Mark::from_notice).chain(known).collect() };
    let events = Events { events: teller.tell_all(&fresh).await, next: next.to_string() };
    Ok(HttpResponse::Ok().insert_header((header::VARY, "Accept")).json(events))
}

/// Waits for the next event, and returns it with all that wait behind it; none after this time, or if the stream ends.
async fn next_of(stream: &Stream, wait: Duration) -> Vec<Notice> {
    let first = tokio::time::timeout(wait, stream.next()).await.ok().flatten();
    first.into_iter().chain(std::iter::from_fn(|| stream.take())).collect()
}

/// The id of the last event that a client has that connects again.
fn last_event_id(request: &HttpRequest) -> Result<Option<&str>> {
    let Some(value) = request.headers().get("last-event-id").filter(|value| !value.is_empty()) else { return Ok(None) };
    let text = value.to_str().map_err(|_| cursor::refuse("Last-Event-ID"))?;
    Ok(Some(text))
}
