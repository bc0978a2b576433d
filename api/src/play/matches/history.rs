//! The whole log of a match: its record, and the check of the stored positions.

use engine::{Frame, Status};
use uuid::Uuid;

use super::chain;
use super::lines::of_rules;
use crate::app::App;
use crate::db;
use crate::db::moves::{Chained, MoveRow};
use crate::ids::MatchId;
use crate::play::{Match, Phase, Refusal, Result};

/// The record of a finished match, as the engine's record tool reads it.
pub fn record(m: &Match, rows: &[MoveRow]) -> Result<String> {
    if m.phase() != Phase::Over {
        return Err(Refusal::Conflict(
            "The record contains the secret seed, so it is available only once the match is over.".to_owned(),
        ));
    }
    Ok(engine::records::write(m.rules, &m.frame()?, &of_rules(rows))?)
}

/// Derives the position of a match from its log and compares it with the stored one. Compares the awaited seats, timers and the heads of the
/// chain, too.
fn verify(m: &Match, rows: &[MoveRow], chained: &[Chained]) -> Result<()> {
    let differs = |what: &str| Refusal::Broken(format!("match {}: the stored {what} not what the log gives", m.id()));
    let derived = m.rules.replay(m.seats(), &m.options()?, &m.seed(), &of_rules(rows));
    let derived: Frame = derived.map_err(|why| Refusal::Broken(format!("match {}: {why}", m.id())))?;
    if derived != m.rules.as_written_now(&m.frame()?)? {
        return Err(differs("position is"));
    }
    let Status { awaited, wake, .. } = m.rules.status(&derived)?;
    if (awaited, wake.map(|wake| m.wake_by_log(wake.at))) != (m.awaited(), m.progress().wake_at) {
        return Err(differs("seats that are awaited or the timer are"));
    }
    chain::verify(m, &of_rules(rows), chained)
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
            let mut rows = db::moves::log(connection, id).await?;
            // A move may have come between the two statements.
            rows.retain(|line| Some(line.ply) <= row.progress.ply);
            let chained = db::moves::chain(connection, id, row.progress.ply).await?;
            seen += 1;
            if let Err(why) = Match::new(row).and_then(|m| verify(&m, &rows, &chained)) {
                wrong.push(why.to_string());
            }
        }
    }
}
