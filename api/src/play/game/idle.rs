//! Matches without a clock in which no player has moved for long: their players are asked by an email, and a match in which none of them
//! moves even then is abandoned.

use chrono::{DateTime, TimeDelta, Utc};

use crate::db::emails::{self, Subject};
use crate::db::{self, Connection};
use crate::play::matches::moments;
use crate::play::{EmailKind, Match, Phase, Refusal, Result};

/// The match is abandoned this long after they were asked.
const ABANDONED_AFTER: TimeDelta = TimeDelta::days(14);

/// Returns when a match is abandoned whose players were asked at this time: later if no server was alive for a while.
pub fn abandoned_at(m: &Match, asked_at: DateTime<Utc>) -> DateTime<Utc> {
    m.with_outages(asked_at, asked_at.checked_add_signed(ABANDONED_AFTER).unwrap_or(DateTime::<Utc>::MAX_UTC))
}

/// What a match waits for.
pub(in crate::play) enum Idle {
    /// The time at which to look again.
    Until(DateTime<Utc>),
    /// The match is abandoned.
    Abandoned,
}

/// Asks the players of a match if it is time for it. Returns what it waits for; `None` if it has a clock or does not run.
pub(in crate::play) async fn look(connection: &mut Connection, m: &Match, now: DateTime<Utc>) -> Result<Option<Idle>> {
    if m.phase() != Phase::Running {
        return Ok(None);
    }
    let last = m.last_line_at();
    let Some(ask) = moments::asked_at(m, last) else { return Ok(None) };
    if now < ask {
        return Ok(Some(Idle::Until(ask)));
    }
    let asked = match emails::asked(connection, m.id(), last).await? {
        Some(asked) => asked,
        None => ask_once(connection, m, last, now).await?,
    };
    let end = abandoned_at(m, asked);
    Ok(Some(if now < end { Idle::Until(end) } else { Idle::Abandoned }))
}

/// Asks the players, unless another server has asked them meanwhile. Returns the time at which they were asked.
async fn ask_once(
    connection: &mut Connection,
    m: &Match,
    last: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<DateTime<Utc>> {
    let work = async |connection: &mut Connection| {
        db::matches::lock(connection, m.id()).await?;
        if let Some(asked) = emails::asked(connection, m.id(), last).await? {
            return Ok(asked);
        }
        let about = (EmailKind::StillPlaying, Subject::LastLine(last));
        emails::owe_to_players(connection, m.id(), about, m.users_at(m.staying()), now).await?;
        Ok::<_, Refusal>(now)
    };
    db::transaction(connection, work).await
}
