//! Clocks: what is due in a match, and how the worker settles it.

use chrono::{DateTime, Duration, Utc};
use engine::{Act, Seat};
use uuid::Uuid;

use super::{Match, Outcome, Phase, Refusal, caught, submit};
use crate::app::App;
use crate::db::{self, Trouble};

/// What a clock does to the match now: the timer of the rules first, then the match clock that ran out first.
pub(super) fn due(m: &Match, now: DateTime<Utc>) -> Outcome<Option<(Act<'static>, Option<Seat>)>> {
    if m.phase() != Phase::Running {
        return Ok(None);
    }
    if m.row.wake_at.is_some_and(|at| at <= now) {
        // The seat of the timer has acted, as far as letters go: the next turn may be its own.
        let whose = m.rules.status(&m.frame()?)?.wake.and_then(|wake| wake.seat);
        return Ok(Some((Act::TimerOut, whose)));
    }
    let run_out = (0..).zip(&m.row.deadlines).filter(|(_, at)| **at > 0 && **at <= now.timestamp_millis());
    let Some((seat, _)) = run_out.min_by_key(|(seat, at)| (**at, *seat)) else { return Ok(None) };
    let act = m.rules.on_lapse(&m.frame()?, Seat(seat), m.on_lapse())?;
    Ok(Some((act, Some(Seat(seat)))))
}

/// When the next clock of a match runs out: the timer of the rules or one of its deadlines.
pub(super) fn next(wake_at: Option<DateTime<Utc>>, deadlines: &[i64]) -> Option<DateTime<Utc>> {
    let earliest = deadlines.iter().copied().filter(|at| *at > 0).min().and_then(DateTime::from_timestamp_millis);
    [wake_at, earliest].into_iter().flatten().min()
}

/// Settles every clock that has run out; gives how many acts that were.
pub async fn settle(app: &App) -> Outcome<usize> {
    let mut connection = app.db.get().await?;
    let now = app.clock.now();
    let mut settled = 0;
    for id in db::matches::due(&mut connection, now).await? {
        match caught(settle_one(app, &mut connection, id)).await {
            Ok(acts) => settled += acts,
            Err(refusal @ Refusal::Database(Trouble::Unavailable(_))) => return Err(refusal),
            Err(refusal) => {
                tracing::error!(match_id = %id, %refusal, "a clock cannot be settled; trying again in a minute");
                db::matches::postpone(&mut connection, id, now + Duration::minutes(1)).await?;
            }
        }
    }
    if settled > 0 {
        app.letters.notify_waiters();
    }
    Ok(settled)
}

async fn settle_one(app: &App, connection: &mut db::Connection, id: Uuid) -> Outcome<usize> {
    // Whatever comes next in this match is due at the next look, so that one match never holds up the others.
    let Some(row) = db::matches::find(connection, id, None).await? else { return Ok(0) };
    let m = Match::new(row)?;
    let now = app.clock.now();
    let Some((act, whose)) = due(&m, now)? else {
        // A move came before its deadline and did not say so here (see `db::advance`).
        let next = if m.phase() == Phase::Running { next(m.row.wake_at, &m.row.deadlines) } else { None };
        db::matches::look_again(connection, id, m.row.ply, next).await?;
        return Ok(0);
    };
    Ok(usize::from(submit::write(connection, m, act, whose, now).await?.is_some()))
}
