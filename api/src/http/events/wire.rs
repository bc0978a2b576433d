//! The formats of a feed, and the body of a stream.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::time::Duration;

use actix_web::http::header;
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use futures_util::stream::unfold;
use serde::Serialize;
use tokio::time::Instant;

use super::{Event, Teller};
use crate::events::Stream;
use crate::http::problem::{Kind, Problem};
use crate::http::{Result, accepted, best};

/// A stream without events has a sign of life after this time: proxies close connections that are silent for a minute, and only a write
/// shows that a client has gone.
const SILENCE: Duration = Duration::from_secs(25);
/// A stream ends after this time, and its client signs in again.
const LIFE: Duration = Duration::from_secs(3600);
/// A client connects again after this time and up to half as much more, in milliseconds: not all at once after a restart.
const RETRY: u64 = 5000;

/// The format of a feed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Format {
    /// A list as JSON, and the end.
    List,
    /// An event stream (HTML, section 9.2).
    Stream,
    /// A line of JSON for each event.
    Lines,
}

const FORMATS: [(Format, &str); 3] = [
    (Format::List, "application/json"),
    (Format::Stream, "text/event-stream"),
    (Format::Lines, "application/x-ndjson"),
];

impl Format {
    /// The best match of the `Accept` header (RFC 9110, section 12.5.1).
    pub(super) fn wanted(request: &HttpRequest) -> Result<Format> {
        let ranges = accepted(request)?;
        if ranges.is_empty() {
            return Ok(Format::List);
        }
        let known = "Events are available as application/json, text/event-stream or application/x-ndjson.";
        best(ranges, FORMATS).ok_or_else(|| Problem::new(Kind::NOT_ACCEPTABLE, known))
    }

    fn kind(self) -> &'static str {
        FORMATS.iter().find(|(format, _)| *format == self).map_or("", |(_, kind)| kind)
    }

    /// The beginning of a stream: the cursor of a reader who gets no event, and for how long to wait before connecting again.
    fn greeting(self, cursor: i64, jitter: u64) -> Bytes {
        match self {
            Format::Stream => format!("retry: {}\nid: {cursor}\n\n", RETRY + jitter).into(),
            Format::Lines | Format::List => "\n".into(),
        }
    }

    /// A sign of life, which clients skip.
    fn silence(self) -> Bytes {
        match self {
            Format::Stream => Bytes::from_static(b":\n\n"),
            Format::Lines | Format::List => Bytes::from_static(b"\n"),
        }
    }

    fn event(self, event: Event, cursor: i64) -> Bytes {
        match self {
            Format::Stream => {
                let kind = text(&event.kind);
                format!("id: {cursor}\nevent: {}\ndata: {}\n\n", kind.trim_matches('"'), text(&event)).into()
            }
            Format::Lines | Format::List => (text(&Line { event, next: cursor.to_string() }) + "\n").into(),
        }
    }
}

/// An event as a line.
#[derive(Serialize)]
struct Line {
    #[serde(flatten)]
    event: Event,
    next: String,
}

fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// The body of a stream.
pub(super) struct Body {
    format: Format,
    teller: Teller,
    waiting: VecDeque<Bytes>,
    stream: Stream,
    ends_at: Instant,
}

impl Body {
    pub(super) fn new(format: Format, teller: Teller, jitter: u64, stream: Stream, missed: Vec<Event>) -> Body {
        let cursor = teller.clock.now().timestamp_millis();
        let greeting = format.greeting(cursor, jitter);
        let waiting =
            [greeting].into_iter().chain(missed.into_iter().map(|event| format.event(event, cursor))).collect();
        let ends_at = Instant::now() + LIFE + Duration::from_millis(jitter * 100);
        Body { format, teller, waiting, stream, ends_at }
    }

    /// The next piece; none at the end.
    pub(super) async fn next(&mut self) -> Option<Bytes> {
        if let Some(piece) = self.waiting.pop_front() {
            return Some(piece);
        }
        let silence_until = (Instant::now() + SILENCE).min(self.ends_at);
        match tokio::time::timeout_at(silence_until, self.stream.next()).await {
            Ok(notice) => {
                let event = self.teller.tell(&notice?).await;
                Some(self.format.event(event, self.teller.clock.now().timestamp_millis()))
            }
            Err(_) if Instant::now() >= self.ends_at => None,
            Err(_) => Some(self.format.silence()),
        }
    }
}

/// The response that tells events as they come, those that the reader has missed first.
pub(super) fn stream(teller: Teller, format: Format, stream: Stream, missed: Vec<Event>) -> HttpResponse {
    let jitter = u64::from(u16::from_le_bytes(crate::secrets::random_bytes())) % (RETRY / 2);
    let body = Body::new(format, teller, jitter, stream, missed);
    let pieces = unfold(body, |mut body| async move { Some((Ok::<_, Infallible>(body.next().await?), body)) });
    HttpResponse::Ok()
        .content_type(format.kind())
        .insert_header((header::VARY, "Accept"))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        // A compressed event would wait for the next one.
        .insert_header((header::CONTENT_ENCODING, "identity"))
        .insert_header(("x-accel-buffering", "no"))
        .streaming(pieces)
}

#[cfg(test)]
mod tests;
