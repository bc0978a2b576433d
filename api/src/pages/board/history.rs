//! The lines of a match beside its board, and the positions after them.

use std::sync::Arc;

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use engine::{Cause, Page};

use super::super::own;
use super::around::Around;
use super::curve::Analysed;
use super::drawn::Drawn;
use super::{BoardPage, Way, of_page, tries};
use crate::app::App;
use crate::brief::{Table, moment};
use crate::db::people::Person;
use crate::http::Result;
use crate::ids::UserId;
use crate::limits::Asker;
use crate::play::game::import;
use crate::play::matches::lines::{self, ToldLine};
use crate::play::telling::{brief, links, look};
use crate::play::{Match, Phase, Refusal};

/// The maximum number of lines that are listed.
const MAX: usize = 200;

/// The lines of a match, and the steps from the one whose position is shown.
pub(super) struct History {
    /// The last ones, the latest first.
    pub(super) rows: Vec<Row>,
    /// The number of the last line.
    pub(super) last: u32,
    /// The number of the line whose position is shown.
    pub(super) shown: u32,
    /// The paths of the steps, each with its sign and its name.
    pub(super) steps: [(String, &'static str, &'static str); 4],
    /// What the computer found, once the match is over.
    pub(super) analysed: Analysed,
    /// The path of the match.
    base: String,
}

/// A line in the list.
pub(super) struct Row {
    pub(super) line: u32,
    /// The path of the position after it.
    pub(super) path: String,
    /// The colour of the player, as a class of the style sheet; empty if the line is no player's.
    pub(super) paint: &'static str,
    /// The name of the player, if the line is one's.
    pub(super) name: String,
    /// The move, or what happened.
    pub(super) words: String,
    /// True for a move that the reader has chosen.
    pub(super) is_own: bool,
}

/// An earlier position.
pub(super) struct Past {
    /// The number of the line after which it is.
    pub(super) line: u32,
    /// True if no line follows.
    pub(super) is_last: bool,
    /// The path of the form for a match that is played on from here, once the match is over.
    pub(super) play_on: Option<String>,
}

/// The path of the page of a match with the position after a line. The one after the last line is the present.
fn path(base: &str, line: u32, last: u32) -> String {
    if line < last { format!("{base}?line={line}") } else { base.to_owned() }
}

impl History {
    /// Reads the last lines that this user may read; `None` if they cannot be numbered without the rest of the log.
    pub(super) async fn read(
        app: &App,
        m: &Match,
        user: Option<UserId>,
        base: &str,
        shown: Option<u32>,
    ) -> Result<Option<History>> {
        let table = brief::table(m, "")?;
        let told = lines::latest(&mut *app.db.get().await?, m, user, &table.names(), MAX).await?;
        let Some(told) = told.filter(|told| !told.is_empty()) else { return Ok(None) };
        let last = told.last().map_or(0, |line| line.line);
        let shown = shown.unwrap_or(last);
        let to = |line: u32| path(base, line, last);
        let steps = [
            (to(0), "«", "First position"),
            (to(shown.saturating_sub(1)), "‹", "One line back"),
            (to(shown + 1), "›", "One line forward"),
            (to(last), "»", "Present position"),
        ];
        let rows = told.into_iter().rev().map(|line| Row::new(m, &table, user, to(line.line), line)).collect();
        let analysed = Analysed::read(app, (m, &table), user, (shown, last)).await?;
        Ok(Some(History { rows, last, shown, steps, analysed, base: base.to_owned() }))
    }

    /// The path of the position after a line.
    pub(super) fn path(&self, line: u32) -> String {
        path(&self.base, line, self.last)
    }
}

impl Row {
    fn new(m: &Match, table: &Table, user: Option<UserId>, path: String, told: ToldLine) -> Row {
        let seat = told.entry.as_ref().and_then(|entry| entry.by);
        let player = seat.and_then(|seat| table.players.get(seat.index()));
        // Other people may have played what an earlier match began with.
        let is_earlier = m.seed().played_on_after().is_some_and(|until| told.ply <= until);
        let name = player.map(|player| if is_earlier { &player.chair.name } else { &player.name });
        let is_own = seat.is_some()
            && seat == user.and_then(|user| m.seat_of(user))
            && told.entry.as_ref().is_some_and(|entry| entry.cause == Cause::Chosen);
        Row {
            line: told.line,
            path,
            paint: player.map_or("", |player| player.chair.paint.word()),
            name: name.cloned().unwrap_or_default(),
            is_own,
            words: match &told.entry {
                Some(entry) if entry.cause.text().is_none() => entry.text.clone(),
                Some(_) | None => sentences(told).into_iter().next().unwrap_or_default(),
            },
        }
    }
}

/// What a line tells. The start of most games tells nothing, which would look like a line that only its player may read.
pub(in crate::pages) fn sentences(told: ToldLine) -> Vec<String> {
    if told.line == 0 && told.story.is_empty() { vec!["The match began.".to_owned()] } else { told.story }
}

/// Shows a match as this person could have seen it right after a line.
pub(in crate::pages) async fn show_line(
    app: &App,
    sender: Asker,
    m: Match,
    (person, way): (Option<&Person>, Way),
    (line, card): (u32, &str),
) -> Result<HttpResponse> {
    let (m, user) = (Arc::new(m), person.map(|person| person.id));
    let seat = user.and_then(|user| m.seat_of(user));
    let page = look::page_after(app, sender, &m, user, line).await?;
    // After the end the picture is the one for all, and the bar of the reader stays below the board.
    let drawn = Drawn::new(Page { you: page.you.or(seat), ..page })?;
    let table = brief::table(&m, person.filter(|_| seat.is_some()).map_or("", |person| &person.name))?;
    let told = lines::Reader::new(app, sender, &m, user).from(line, 1, &table.names()).await?.pop();
    let told = told.ok_or(Refusal::NotFound("line"))?;
    let (base, now) = (links::match_path(m.id()), app.clock.now());
    let history = History::read(app, &m, user, &base, Some(line)).await?;
    let zone = brief::zone(person.map_or("UTC", |person| &person.time_zone));
    let last = history.as_ref().map_or(line, |history| history.last);
    let can_play_on = m.phase() == Phase::Over && line < last;
    let has_own_feed = seat.is_some() && matches!(way, Way::SignedIn { .. });
    let mut shown = of_page(&m, (&table, &drawn), None, Around::default(), (way, &base, card), now);
    if has_own_feed {
        shown.feed = links::OWN_EVENTS.to_owned();
    }
    shown.share = shown.share.map(|path| format!("{path}?line={line}"));
    // The clocks are those of the present.
    for player in &mut shown.players {
        player.clock = None;
    }
    let past = Past {
        line,
        is_last: line == last,
        play_on: can_play_on.then(|| format!("/new/{}?match={}&line={line}", m.game(), m.id())),
    };
    let can_try = m.phase() == Phase::Running || line < last;
    shown.try_path = can_try.then(|| tries::path(m.id(), line));
    let at = format!("{} · {}", drawn.page.scene.title, moment(told.at, zone, now));
    let caption = sentences(told).into_iter().chain([at]).collect();
    let lines = import::in_words(&m).into_iter().collect();
    let mut page = BoardPage { caption, lines, history, past: Some(past), ..shown };
    page.complete_sheet(card, None)?;
    Ok(own(&page, StatusCode::OK))
}
