//! Playing on from a line of a match that is over: a new match with its rules, options and lines up to there, and with a seed of its own for
//! what follows.

use std::sync::Arc;

use engine::{Advance, Cause, Fault, Line, Moment, Rules, Seed};
use serde_json::Value;

use crate::app::App;
use crate::db;
use crate::db::played_on::PastRow;
use crate::ids::{MatchId, UserId};
use crate::limits::Asker;
use crate::play::costly::{self, Cost};
use crate::play::matches::lines::of_rules;
use crate::play::telling::links;
use crate::play::{Match, Phase, Refusal, Result, Visibility};
use crate::secrets::random_bytes;

/// The maximum number of lines before the one that is played on from.
const MAX_LINES: u32 = 2_000;

/// The maximum number of forced moves after a line: they belong to its act.
const MAX_FORCED: u32 = 100;

/// The line that a person wants to play on from.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The match, which has to be over.
    pub source: MatchId,
    /// The last line of it that is kept; the start is line 0.
    pub line: u32,
}

/// The part of a new match that was played in an earlier one.
pub struct Past {
    /// The earlier match.
    pub source: Match,
    /// The seed of the new match, with those of the lines so far.
    pub seed: Seed,
    /// The moment of the last line that is kept.
    pub moment: Moment,
    /// The start of the new match.
    pub(in crate::play) resumed: Resumed,
}

/// The start of a match that is played on from another one.
pub(in crate::play) struct Resumed {
    /// The position, with the lines so far.
    pub(in crate::play) advance: Advance,
    /// The turn of each line.
    pub(in crate::play) turns: Vec<u32>,
    /// The seed of the new match with which it was played.
    pub(in crate::play) seed: Seed,
}

/// Returns the beginning of a match up to a place, as the past of a new one with this visibility. Refuses a place that cannot be played on
/// from. Counts the cost.
pub async fn past(app: &App, sender: Asker, user: UserId, place: Place, visibility: Visibility) -> Result<Past> {
    costly::count(app, sender, Cost::Record)?;
    let mut connection = app.db.get().await?;
    let refused = |why: String| Err(Refusal::Field("played_on_from", why));
    let source = match Match::visible(&mut connection, place.source, Some(user)).await {
        Err(Refusal::NotFound(_)) => return refused("There is no such match, or you may not see it.".to_owned()),
        found => found?,
    };
    let Some(last) = source.progress().ply.filter(|_| source.phase() == Phase::Over) else {
        return refused("You can play on only from a match that is over.".to_owned());
    };
    if place.line > MAX_LINES {
        return refused(format!("Expected a line from 0 to {MAX_LINES}."));
    }
    if place.line >= last {
        return refused(format!("The match was over after line {last}. Choose an earlier line."));
    }
    if openness(visibility) > openness(source.visibility()) {
        return refused(
            "Fewer people may see the earlier match. Choose a visibility that is at least as restricted.".to_owned(),
        );
    }
    let mut rows = db::played_on::beginning(&mut connection, place.source, place.line + MAX_FORCED).await?;
    drop(connection);
    let is_kept = |past: &PastRow| past.line.ply <= place.line || past.line.cause == Cause::Forced;
    rows.truncate(rows.iter().take_while(|past| is_kept(past)).count());
    let (until, moment) = rows.last().map_or((0, Moment(0)), |past| (past.line.ply, past.line.moment));
    let Some(seed) = Seed::new(random_bytes()).after(&source.seed(), until) else {
        return refused(format!("The match has already been continued {} times.", engine::MAX_EARLIER));
    };
    let replay = Replay { rules: source.rules, seats: source.seats(), options: source.options()?, seed: seed.clone() };
    match replay.played(app, sender, rows).await? {
        Ok(resumed) if !resumed.advance.frame.left.is_empty() => {
            refused("A player had left the match by then. Choose an earlier line.".to_owned())
        }
        Ok(resumed) => Ok(Past { source, seed, moment, resumed }),
        Err(Fault::Stored { .. }) => refused(format!(
            "Line {} is one of several that belong together. Choose a line before or after them.",
            place.line
        )),
        Err(fault) => Err(fault.into()),
    }
}

/// The beginning of a match that is to be played again.
struct Replay {
    rules: &'static dyn Rules,
    seats: u8,
    options: Value,
    seed: Seed,
}

impl Replay {
    /// Plays the lines again, in pieces between which others have their turns.
    async fn played(self, app: &App, sender: Asker, rows: Vec<PastRow>) -> Result<std::result::Result<Resumed, Fault>> {
        let turns = rows.iter().map(|past| past.turn).collect();
        let lines = of_rules(&rows.into_iter().map(|past| past.line).collect::<Vec<_>>());
        let (replay, all) = (Arc::new(self), Arc::new(lines));
        let (mut frame, mut first) = (None, 0);
        let frame = loop {
            let last = end_of_piece(&all, first);
            let (again, lines, before) = (replay.clone(), all.clone(), frame.take());
            let piece = costly::paint(app, sender, move || match &before {
                None => again.rules.replay(again.seats, &again.options, &again.seed, &lines[..last]),
                Some(frame) => again.rules.replay_on(frame, &lines[first..last]),
            });
            match piece.await? {
                Ok(next) if last == all.len() => break next,
                Ok(next) => frame = Some(next),
                Err(fault) => return Ok(Err(fault)),
            }
            first = last;
        };
        let status = match replay.rules.status(&frame) {
            Ok(status) => status,
            Err(fault) => return Ok(Err(fault)),
        };
        let lines = Arc::unwrap_or_clone(all);
        Ok(Ok(Resumed { advance: Advance { frame, lines, status }, turns, seed: replay.seed.clone() }))
    }
}

/// The number of lines after which others have their turn.
const PIECE: usize = 100;

/// The end of the piece that begins at this line. A move that was chosen always begins an act; forced moves and clocks that expire
/// together may not.
fn end_of_piece(lines: &[Line], first: usize) -> usize {
    let mut further = lines.iter().enumerate().skip(first + PIECE);
    further.find(|(_, line)| line.cause == Cause::Chosen).map_or(lines.len(), |(at, _)| at)
}

/// The more people may see a match, the higher.
fn openness(visibility: Visibility) -> u8 {
    match visibility {
        Visibility::Private => 0,
        Visibility::Unlisted => 1,
        Visibility::Public => 2,
    }
}

/// Returns the start of a match if it is played on from another one and has not begun: before the transaction that begins it.
pub(in crate::play) async fn resumed(app: &App, sender: Asker, m: &Match) -> Result<Option<Resumed>> {
    let seed = m.seed();
    let (Phase::Open, Some(source), Some(until)) = (m.phase(), m.played_on_from(), seed.played_on_after()) else {
        return Ok(None);
    };
    let rows = db::played_on::beginning(&mut *app.db.get().await?, source, until).await?;
    let replay = Replay { rules: m.rules, seats: m.seats(), options: m.options()?, seed };
    Ok(Some(replay.played(app, sender, rows).await??))
}

/// The path of the position that a match is played on from.
pub fn path(m: &Match) -> Option<String> {
    let (source, line) = (m.played_on_from()?, m.seed().played_on_after()?);
    Some(format!("{}?line={line}", links::match_path(source)))
}
