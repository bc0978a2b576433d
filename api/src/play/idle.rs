//! Matches without a clock in which no player has moved for long: their players are asked by a letter, and a match in which none of them
//! moves even then is abandoned. Pure, but for the letter.

use chrono::{DateTime, TimeDelta, Utc};

use super::{LetterKind, Match, Phase, Result};
use crate::db::advance::NewLetter;
use crate::db::{self, Connection};
use crate::ids::LetterId;

/// The players are asked after this time without a line of the log.
const ASKED_AFTER: TimeDelta = TimeDelta::days(30);

/// The match is abandoned this long after they were asked.
const ABANDONED_AFTER: TimeDelta = TimeDelta::days(14);

/// Returns when the players of a match are asked, if its last line comes at this time and it runs without a clock.
pub(super) fn asked_at(m: &Match, last_line: DateTime<Utc>) -> Option<DateTime<Utc>> {
    last_line.checked_add_signed(ASKED_AFTER).filter(|_| m.terms.pace.is_none())
}

/// Returns when a match is abandoned whose players were asked at this time.
pub fn abandoned_at(asked_at: DateTime<Utc>) -> DateTime<Utc> {
    asked_at.checked_add_signed(ABANDONED_AFTER).unwrap_or(DateTime::<Utc>::MAX_UTC)
}

/// What a match waits for.
pub(super) enum Idle {
    /// The time at which to look again.
    Until(DateTime<Utc>),
    /// The match is abandoned.
    Abandoned,
}

/// Asks the players of a match if it is time for it. Returns what it waits for; `None` if it has a clock or does not run.
pub(super) async fn look(connection: &mut Connection, m: &Match, now: DateTime<Utc>) -> Result<Option<Idle>> {
    if m.phase() != Phase::Running {
        return Ok(None);
    }
    let last = m.last_line_at();
    let Some(ask) = asked_at(m, last) else { return Ok(None) };
    if now < ask {
        return Ok(Some(Idle::Until(ask)));
    }
    let asked = db::letters::asked(connection, m.id(), last).await?;
    let Some(asked) = asked else {
        let letter = |player: &super::Player| {
            let seat = player.seat.filter(|seat| !m.left().contains(*seat))?;
            let kind = LetterKind::StillPlaying;
            Some(NewLetter { id: LetterId::new(), kind, user_id: player.id, seat, answers: None })
        };
        let letters: Vec<NewLetter> = m.players().iter().filter_map(letter).collect();
        db::letters::ask(connection, m.id(), &letters, last, now).await?;
        return Ok(Some(Idle::Until(abandoned_at(now))));
    };
    let end = abandoned_at(asked);
    Ok(Some(if now < end { Idle::Until(end) } else { Idle::Abandoned }))
}
