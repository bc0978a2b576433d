//! The story of a match.

use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use askama::Template;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use serde::Deserialize;

use super::board::sentences;
use super::signed_in::{PageReader, person};
use super::{Result, own};
use crate::app::App;
use crate::brief::{away, moment};
use crate::http::caller::Sender;
use crate::ids::MatchId;
use crate::play::Phase;
use crate::play::costly::{self, Cost};
use crate::play::game::{import, play_on};
use crate::play::matches::deadline::Standing;
use crate::play::matches::lines::{Reader, ToldLine};
use crate::play::matches::{chain, origin};
use crate::play::telling::{brief, links, look};

/// The maximum number of lines of a page of the story.
const PAGE: u32 = 200;

#[derive(Template)]
#[template(path = "pages/story.html")]
struct StoryPage {
    name: String,
    path: String,
    lines: Vec<Told>,
    /// The number of the first line of the page before, if there is one.
    earlier: Option<u32>,
    /// The path of the record, once the match is over.
    record: Option<String>,
    /// The mark of an imported match.
    imported: Option<String>,
    /// The line of an earlier match that this one is played on from, in words, and the path of its position, if the match is known.
    played_on: Option<(String, Option<String>)>,
    /// The record so far, in words.
    so_far: Option<String>,
}

/// A line, or a time in which the server was away.
struct Told {
    line: Option<u32>,
    at: String,
    sentences: Vec<String>,
}

/// The query of the story.
#[derive(Deserialize)]
pub struct Before {
    /// Only lines with smaller numbers.
    before: Option<u32>,
}

/// Shows the story, the latest lines first.
pub async fn show(
    app: web::Data<App>,
    visitor: PageReader,
    Sender(sender): Sender,
    id: web::Path<MatchId>,
    query: Result<web::Query<Before>, actix_web::Error>,
) -> Result<HttpResponse> {
    let before = query.ok().and_then(|query| query.before).unwrap_or(u32::MAX);
    let person = person(&app, visitor.0.as_ref()).await?;
    let user = person.as_ref().map(|person| person.id);
    costly::count(&app, sender, Cost::Lines)?;
    let m = Arc::new(look::find(&app, *id, user).await?);
    let zone = brief::zone(person.as_ref().map_or("UTC", |person| &person.time_zone));
    let now = app.clock.now();
    let reader = Reader::new(&app, sender, &m, user);
    let count = reader.count().await?;
    let end = count.min(before);
    let first = end.saturating_sub(PAGE);
    let earlier = Some(first).filter(|first| *first > 0);
    // With the last line of the page before, since which the server may have been away.
    let from = first.saturating_sub(1);
    let part = reader.from(from, (end - from) as usize, &brief::table(&m, "")?.names()).await?;
    let since = part.first().filter(|_| first > 0).map_or(DateTime::<Utc>::MIN_UTC, |line| line.at);
    let until = part.last().filter(|_| end < count).map_or(DateTime::<Utc>::MAX_UTC, |line| line.at);
    let outages = m.outages().iter().filter(|one| since <= one.until && one.until < until);
    let mut lines: Vec<(DateTime<Utc>, Told)> = outages.map(|one| Told::away(one, zone, now)).collect();
    let of_page = part.into_iter().filter(|told| told.line >= first);
    lines.extend(of_page.map(|told| (told.at, Told::new(told, zone, now))));
    lines.sort_by_key(|(at, _)| *at);
    let page = StoryPage {
        name: m.title(),
        path: links::match_path(m.id()),
        lines: lines.into_iter().rev().map(|(_, told)| told).collect(),
        earlier,
        record: (m.phase() == Phase::Over).then(|| format!("/v1/matches/{}/record", m.id())),
        imported: import::in_words(&m),
        played_on: origin::in_words(&m).map(|words| (words, play_on::path(&m))),
        so_far: chain::record_so_far(&m).map(|so_far| so_far.words()),
    };
    Ok(own(&page, StatusCode::OK))
}

impl Told {
    fn new(told: ToldLine, zone: Tz, now: DateTime<Utc>) -> Told {
        Told { line: Some(told.line), at: moment(told.at, zone, now), sentences: sentences(told) }
    }

    /// A time in which the server was away, at its end.
    fn away(one: &Standing, zone: Tz, now: DateTime<Utc>) -> (DateTime<Utc>, Told) {
        let words = away(one.from, one.until, zone, now);
        (one.until, Told { line: None, at: String::new(), sentences: vec![words] })
    }
}
