//! Turn emails to readers who look at the match: an email waits while the page that showed the turn is in sight.

use chrono::TimeDelta;

use super::caller::Caller;
use crate::app::App;
use crate::db;
use crate::ids::MatchId;
use crate::play::matches::deadline;
use crate::play::{Match, Refusal, Result};

/// An email about a turn that ends earlier than this is not held.
const URGENT: TimeDelta = TimeDelta::minutes(10);

/// Notes that a page in sight has shown the caller this turn of a match: the email about it, if it is not sent yet, goes two minutes after
/// it was owed, unless the turn is over by then. Saying it again holds no email for longer. Refuses matches in which the caller does not
/// play, whether they exist or not, and a turn that has not begun.
pub async fn seen(app: &App, caller: &Caller, id: MatchId, turn: u32) -> Result<()> {
    caller.needs_session()?;
    let mut connection = app.db.get().await?;
    let m = Match::get(&mut connection, id, Some(caller.user)).await?;
    if m.seat_of(caller.user).is_none() {
        return Err(Refusal::NotFound("match"));
    }
    if turn > m.turn() {
        return Err(Refusal::Field("turn", "Expected the turn of the page, but this turn has not begun.".to_owned()));
    }
    let is_urgent = deadline::next_of(&m).is_some_and(|next| next < app.clock.now() + URGENT);
    if turn == m.turn() && !is_urgent {
        db::emails::hold_turn(&mut connection, id, caller.user).await?;
        db::calls::hold_turn(&mut connection, id, caller.user).await?;
    }
    Ok(())
}
