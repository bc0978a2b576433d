//! Analyses of matches that are over: at its lines, how each side stood and what a computer player would have done. They are made in the
//! background, for the first player who looks at the match after its end.

use std::cell::Cell;
use std::sync::Arc;
use std::time::{Duration, Instant};

use engine::players::{self, Budget, Level, Pick};
use engine::{Cause, Dice, Eye, Frame, Seat, Seed};
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::db::analyses;
use crate::db::moves::{self, MoveRow};
use crate::ids::{MatchId, UserId};
use crate::play::matches::lines;
use crate::play::telling::news::{self, Readers};
use crate::play::{Match, Phase, Refusal, Result};
use crate::secrets::random_bytes;

/// The level of the computer player.
const LEVEL: Level = Level::Four;

/// The maximum number of positions of a match that are looked at, evenly spread over its lines.
const MAX_POSITIONS: usize = 200;

/// The maximum number of analyses that wait for matches of one creator, so that the list of all stays short.
const MAX_OF_A_CREATOR: i64 = 50;

/// How often a search is begun that ends because a computer player needs the thread.
const MAX_ATTEMPTS: u32 = 5;

/// Searches that have less time find nothing worth telling.
const LEAST: Duration = Duration::from_millis(10);

/// How the match stood after a line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Point {
    /// The number of the line, as everyone counts them after the end.
    pub line: u32,
    /// For each seat, the share of the win that its side could expect, from 0 to 1. Those of all sides are 1 together.
    pub shares: Vec<f32>,
    /// What a computer player would have done next; none after the last line.
    pub choice: Option<Choice>,
}

/// A move that a computer player would have chosen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Choice {
    /// The seat.
    pub seat: Seat,
    /// The move in its canonical spelling.
    pub text: String,
    /// True if the player did the same.
    pub was_played: bool,
}

/// The analysis of a match.
pub enum Analysis {
    /// There is none: it was not asked for, or it failed.
    None,
    /// It waits for its turn, or is being made.
    Waiting,
    /// It is made.
    Made(Vec<Point>),
}

/// Returns the analysis of a match. Asks for it if the match is over and the reader plays in it or has imported it.
pub async fn read(app: &App, m: &Match, user: Option<UserId>) -> Result<Analysis> {
    if m.phase() != Phase::Over {
        return Ok(Analysis::None);
    }
    let (mut connection, now) = (app.db.get().await?, app.clock.now());
    let is_own = user.is_some_and(|user| m.has_player(user) || (m.is_imported() && m.creator() == user));
    let mut row = analyses::find(&mut connection, m.id(), now).await?;
    if row.is_none()
        && is_own
        && app.config.analysis_seconds > 0
        && analyses::count(&mut connection, m.creator()).await? < MAX_OF_A_CREATOR
    {
        analyses::ask(&mut connection, m.id(), now).await?;
        row = analyses::find(&mut connection, m.id(), now).await?;
    }
    let Some(row) = row else { return Ok(Analysis::None) };
    let unreadable = |why: serde_json::Error| Refusal::Broken(format!("match {}: analysis: {why}", m.id()));
    Ok(match row.points {
        Some(points) => Analysis::Made(serde_json::from_str(&points).map_err(unreadable)?),
        None if row.waits && app.config.analysis_seconds > 0 => Analysis::Waiting,
        None => Analysis::None,
    })
}

/// Makes the analysis of a match, unless another server does, and tells those who look at the match.
pub async fn make(app: &App, id: MatchId) -> Result<()> {
    let mut connection = app.db.get().await?;
    if !analyses::begin(&mut connection, id, app.clock.now()).await? {
        return Ok(());
    }
    let m = Arc::new(Match::get(&mut connection, id, None).await?);
    let rows = moves::log(&mut connection, id).await?;
    // Others need it meanwhile.
    drop(connection);
    let points = Walk::new(app, &m).follow(rows).await?;
    let points = serde_json::to_string(&points).map_err(|why| Refusal::Broken(why.to_string()))?;
    let mut connection = app.db.get().await?;
    analyses::store(&mut connection, id, &points).await?;
    news::publish_change(app, &mut connection, &m, Readers::all).await;
    Ok(())
}

/// The parts of the log that lead from one position that is looked at to the next. The last one leads to the end.
fn parts(rows: Vec<MoveRow>) -> Vec<Vec<MoveRow>> {
    let begins = |at: &usize| begins_act(&rows[at - 1], &rows[*at]);
    let places: Vec<usize> = (1..rows.len()).filter(begins).collect();
    let step = places.len().div_ceil(MAX_POSITIONS).max(1);
    let (mut parts, mut rest, mut before) = (Vec::new(), rows, 0);
    for at in places.into_iter().step_by(step) {
        let later = rest.split_off(at - before);
        parts.push(std::mem::replace(&mut rest, later));
        before = at;
    }
    parts.push(rest);
    parts
}

/// Forced moves belong to the act before them, and so do clocks that have run out at the same moment.
fn begins_act(before: &MoveRow, row: &MoveRow) -> bool {
    match row.cause {
        Cause::Forced => false,
        Cause::Lapse | Cause::Forfeit => (before.cause, before.moment) != (row.cause, row.moment),
        Cause::Start | Cause::Chosen | Cause::TimerOut | Cause::Abandoned => true,
    }
}

/// A walk along the log of a match.
struct Walk<'a> {
    app: &'a App,
    m: &'a Arc<Match>,
    /// The position; none before the first line.
    frame: Option<Frame>,
    /// The number of lines so far that everyone may read.
    told: u32,
    /// The time that is left for the search.
    time: Duration,
}

impl Walk<'_> {
    fn new<'a>(app: &'a App, m: &'a Arc<Match>) -> Walk<'a> {
        let time = Duration::from_secs(u64::from(app.config.analysis_seconds));
        Walk { app, m, frame: None, told: 0, time }
    }

    async fn follow(mut self, rows: Vec<MoveRow>) -> Result<Vec<Point>> {
        let parts = parts(rows);
        let mut points = Vec::new();
        for at in 0..parts.len() {
            let frame = self.advance(parts[at].clone()).await?;
            let (Some(last), Some(next)) = (parts[at].last(), parts.get(at + 1).and_then(|part| part.first())) else {
                continue;
            };
            let left = u32::try_from(parts.len() - at - 1).unwrap_or(u32::MAX);
            let Some((seat, pick)) = self.look(&frame, (last, next), self.time / left).await? else { continue };
            let was_played = (next.cause, next.seat, &next.text) == (Cause::Chosen, Some(seat), &pick.text);
            let choice = Some(Choice { seat, text: pick.text, was_played });
            points.push(Point { line: self.told.saturating_sub(1), shares: pick.shares, choice });
        }
        let sides: Vec<u8> = self.m.chairs()?.iter().map(|chair| chair.side).collect();
        if let Some(outcome) = self.m.rules.status(&self.m.frame()?)?.outcome {
            let line = self.told.saturating_sub(1);
            points.push(Point { line, shares: players::shares_of(&outcome, &sides), choice: None });
        }
        Ok(points)
    }

    /// The position after further lines.
    async fn advance(&mut self, rows: Vec<MoveRow>) -> Result<Frame> {
        let (m, before) = (self.m.clone(), self.frame.take());
        let work = move || {
            let told = lines::tell(&m, &rows, Eye::Open, &m.story_names()?, 0)?.len() as u32;
            Ok::<_, Refusal>((lines::position(&m, before.as_ref(), &lines::of_rules(&rows))?, told))
        };
        let done = self.app.thinkers.run_idle(work).await;
        let (frame, told) = done.map_err(|why| Refusal::Broken(why.to_string()))??;
        self.told += told;
        self.frame = Some(frame.clone());
        Ok(frame)
    }

    /// The choice of a computer player between two lines, for the seat that moved next if it was awaited; none if there is only one move or
    /// no time. As soon as a computer player of a running match needs the thread, it gets it, and the search begins again later.
    async fn look(
        &mut self,
        frame: &Frame,
        (last, next): (&MoveRow, &MoveRow),
        time: Duration,
    ) -> Result<Option<(Seat, Pick)>> {
        let awaited = self.m.rules.status(frame)?.awaited;
        let mover = next.seat.filter(|seat| awaited.contains(*seat));
        let Some(seat) = mover.or_else(|| awaited.first()) else { return Ok(None) };
        let limits = LEVEL.limits(self.m.rules.info());
        let (time, at) = (time.min(Duration::from_millis(limits.time.0)), last.moment);
        if time < LEAST {
            return Ok(None);
        }
        for _ in 0..MAX_ATTEMPTS {
            let (frame, rules, thinkers) = (frame.clone(), self.m.rules, self.app.thinkers.clone());
            let work = move || {
                let (begun, interrupted) = (Instant::now(), Cell::new(false));
                let time_is_over = || {
                    interrupted.set(thinkers.others_wait(None) > 0);
                    interrupted.get() || begun.elapsed() >= time
                };
                let budget = Budget { playouts: limits.playouts, time_is_over: &time_is_over };
                let pick = rules.pick(&frame, seat, at, &budget, &mut Dice::at(&Seed::new(random_bytes()), frame.ply));
                (pick, interrupted.get(), begun.elapsed())
            };
            let done = self.app.thinkers.run_idle(work).await;
            let (pick, interrupted, used) = done.map_err(|why| Refusal::Broken(why.to_string()))?;
            self.time = self.time.saturating_sub(used);
            if !interrupted {
                return Ok(pick?.filter(|pick| !pick.shares.is_empty()).map(|pick| (seat, pick)));
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use engine::Moment;

    use super::*;

    fn row(ply: u32, cause: Cause) -> MoveRow {
        let (text, events) = (String::new(), String::new());
        MoveRow { ply, seat: Some(Seat(0)), cause, text, events, moment: Moment(7), at: DateTime::UNIX_EPOCH }
    }

    #[test]
    fn a_part_of_the_log_ends_between_two_acts() {
        use Cause::{Chosen, Forced, Forfeit, Lapse};
        let causes = [Cause::Start, Forced, Chosen, Forced, Forced, Chosen, Lapse, Lapse, Forfeit, Chosen];
        let parts = parts((0..).zip(causes).map(|(ply, cause)| row(ply, cause)).collect());
        let lengths: Vec<usize> = parts.iter().map(Vec::len).collect();
        assert_eq!(lengths, [2, 3, 1, 2, 1, 1]);
        let plies: Vec<u32> = parts.concat().iter().map(|row| row.ply).collect();
        assert_eq!(plies, (0..10).collect::<Vec<_>>());
    }

    #[test]
    fn a_long_match_has_no_more_positions_than_are_looked_at() {
        for lines in [1, 2, 200, 201, 202, 1000, 4321] {
            let parts = parts((0..lines).map(|ply| row(ply, Cause::Chosen)).collect());
            let positions = parts.len() - 1;
            assert!(positions <= MAX_POSITIONS && positions >= (lines as usize - 1).min(100), "{lines}: {positions}");
            let lengths = parts[1..positions.max(1)].iter().map(Vec::len);
            assert!(lengths.clone().max() == lengths.min(), "{lines}: not evenly spread");
        }
    }
}
