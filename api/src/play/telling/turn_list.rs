//! Emails about turns in quick succession: after those of several matches to one reader, the next ones wait, and go as one list. Two
//! players who answer each other at once have an email for each move.

use chrono::{DateTime, TimeDelta, Utc};

use crate::app::App;
use crate::db::Connection;
use crate::db::emails;
use crate::ids::UserId;
use crate::play::matches::deadline;
use crate::play::{Match, Result};

/// The emails that count were owed within this time, and the list comes at its end.
const WITHIN: TimeDelta = TimeDelta::minutes(10);

/// An email about a match in which a clock expires within this time after the list goes at once.
const URGENT: TimeDelta = TimeDelta::hours(1);

/// Returns whether the turn of a player goes into a list instead of an email, and owes that list.
pub async fn takes(
    app: &App,
    connection: &mut Connection,
    m: &Match,
    user: UserId,
    now: DateTime<Utc>,
) -> Result<bool> {
    let number = i64::from(app.config.turn_emails);
    let first = emails::first_of_turns(connection, user, m.id(), now - WITHIN, number).await?;
    let Some(first) = first else { return Ok(false) };
    let until = first + WITHIN;
    if deadline::next_of(m).is_some_and(|next| next < until + URGENT) {
        return Ok(false);
    }
    Ok(emails::owe_turn_list(connection, user, until, now).await?)
}
