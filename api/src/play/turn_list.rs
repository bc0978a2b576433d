//! Letters about turns in quick succession: after those of several matches to one reader, the next ones wait, and go as one list. Two
//! players who answer each other at once have a letter for each move.

use chrono::{DateTime, TimeDelta, Utc};

use super::{Match, Result, deadline};
use crate::app::App;
use crate::db::Connection;
use crate::db::letters;
use crate::ids::UserId;

/// The letters that count were owed within this time, and the list comes at its end.
const WITHIN: TimeDelta = TimeDelta::minutes(10);

/// A letter about a match in which a clock runs out within this time after the list goes at once.
const URGENT: TimeDelta = TimeDelta::hours(1);

/// Returns whether the turn of a player goes into a list instead of a letter, and owes that list.
pub async fn takes(
    app: &App,
    connection: &mut Connection,
    m: &Match,
    user: UserId,
    now: DateTime<Utc>,
) -> Result<bool> {
    let number = i64::from(app.config.turn_letters);
    let first = letters::first_of_turns(connection, user, m.id(), now - WITHIN, number).await?;
    let Some(first) = first else { return Ok(false) };
    let until = first + WITHIN;
    if deadline::next_of(m).is_some_and(|next| next < until + URGENT) {
        return Ok(false);
    }
    Ok(letters::owe_turn_list(connection, user, until, now).await?)
}
