//! The log: the lines that an eye may read, earlier positions of a match, and the check of the stored positions.

use chrono::{DateTime, Utc};
use engine::{Entry, Frame, Line, Names, Page, Status};
use uuid::Uuid;

use super::{Match, Phase, Refusal, Result};
use crate::app::App;
use crate::db::{self, matches::MoveRow};
use crate::ids::{MatchId, UserId};

/// A line of the log as one eye may read it. Lines are numbered for each eye separately: a gap would reveal that there is a line
/// it may not know of.
#[derive(Clone, Debug)]
pub struct ToldLine {
    /// Its number for this eye; the start is line 0.
    pub line: u32,
    /// The line, as far as the eye may read it.
    pub entry: Option<Entry>,
    /// The story of the line, in sentences.
    pub story: Vec<String>,
    /// The time.
    pub at: DateTime<Utc>,
    /// Its number in the whole log; players must not see it.
    pub ply: u32,
}

/// Returns the stored log as the rules know it.
pub fn lines(rows: &[MoveRow]) -> Vec<Line> {
    rows.iter()
        .map(|row| Line {
            ply: row.ply,
            cause: row.cause,
            seat: row.seat,
            text: row.text.clone(),
            events: row.events.clone(),
            at: row.moment,
        })
        .collect()
}

/// Everything that the user may read of the log, in order, with the seats called by these names.
pub fn told(m: &Match, rows: &[MoveRow], user: Option<UserId>, names: &Names) -> Result<Vec<ToldLine>> {
    tell(m, rows, &lines(rows), user, names)
}

fn tell(m: &Match, rows: &[MoveRow], log: &[Line], user: Option<UserId>, names: &Names) -> Result<Vec<ToldLine>> {
    let eye = m.eye(user);
    let mut told = Vec::new();
    for (line, row) in log.iter().zip(rows) {
        let engine::Told { entry, story } = m.rules.tell(line, eye, names)?;
        if entry.is_some() || !story.is_empty() {
            told.push(ToldLine { line: told.len() as u32, entry, story, at: row.at, ply: line.ply });
        }
    }
    Ok(told)
}

/// The page as this user could have seen it right after the line with this number.
pub fn page_after(m: &Match, rows: &[MoveRow], user: Option<UserId>, number: u32) -> Result<Page> {
    let log = lines(rows);
    let told = tell(m, rows, &log, user, &m.story_names()?)?;
    let line = told.iter().find(|line| line.line == number).ok_or(Refusal::NotFound("line of the log"))?;
    // Forced moves follow at once and belong to the act before them.
    let act = log.iter().skip_while(|other| other.ply <= line.ply);
    let forced = act.take_while(|other| other.cause == engine::Cause::Forced).count();
    let known = log.iter().filter(|other| other.ply <= line.ply).count() + forced;
    let frame = m.rules.replay(m.seats(), &m.options()?, &m.seed(), &log[..known])?;
    Ok(m.rules.page(&frame, m.eye(user))?)
}

/// The record of a finished match, as the engine's record tool reads it.
pub fn record(m: &Match, rows: &[MoveRow]) -> Result<String> {
    if m.phase() != Phase::Over {
        return Err(Refusal::Conflict(
            "The record holds the secret seed; it can be had once the match is over.".to_owned(),
        ));
    }
    Ok(engine::records::write(m.rules, &m.frame()?, &lines(rows))?)
}

/// Derives the position of a match from its log and compares it with the stored one. Compares the awaited seats and
/// timers, too.
pub fn verify(m: &Match, rows: &[MoveRow]) -> Result<()> {
    let differs = |what: &str| Refusal::Broken(format!("match {}: the stored {what} not what the log gives", m.id()));
    let derived: Frame = m.rules.replay(m.seats(), &m.options()?, &m.seed(), &lines(rows))?;
    if derived != m.frame()? {
        return Err(differs("position is"));
    }
    let Status { awaited, wake, .. } = m.rules.status(&derived)?;
    if (awaited, wake.map(|wake| m.time_of(wake.at))) != (m.awaited(), m.progress().wake_at) {
        return Err(differs("seats that are awaited or the timer are"));
    }
    Ok(())
}

/// Verifies every match that has started; returns their number and the faults found.
pub async fn verify_all(app: &App) -> Result<(usize, Vec<String>)> {
    verify_all_by(&mut *app.db.get().await?).await
}

/// The same by one connection, which may be in a transaction.
pub async fn verify_all_by(connection: &mut db::Connection) -> Result<(usize, Vec<String>)> {
    let (mut seen, mut wrong, mut after) = (0, Vec::new(), MatchId(Uuid::nil()));
    loop {
        let ids = db::matches::played(connection, after).await?;
        let Some(last) = ids.last() else { return Ok((seen, wrong)) };
        after = *last;
        for id in ids {
            let Some(row) = db::matches::find(connection, id, None).await? else { continue };
            let mut rows = db::matches::log(connection, id).await?;
            // A move may have come between the two statements.
            rows.retain(|line| Some(line.ply) <= row.progress.ply);
            seen += 1;
            if let Err(why) = Match::new(row).and_then(|m| verify(&m, &rows)) {
                wrong.push(why.to_string());
            }
        }
    }
}
