//! Turn emails to readers who look at the match: an email waits while the page that showed the turn is in sight.

use chrono::{DateTime, TimeDelta, Utc};
use engine::{Seat, Seats};

use super::caller::Caller;
use super::{Match, Refusal, Result, deadline};
use crate::app::App;
use crate::db;
use crate::ids::MatchId;

/// An email about a turn is owed this much later to a reader who may have a page open, so that the page can say that it is seen.
pub(super) const GRACE: TimeDelta = TimeDelta::seconds(5);

/// An email about a turn that ends earlier than this is not held.
const URGENT: TimeDelta = TimeDelta::minutes(10);

/// The seats whose players may have a page open. Of the pages at other servers nothing is known, so there it is all of them.
pub(super) fn watching(app: &App, m: &Match) -> Seats {
    let has_page = |seat: &Seat| m.player_at(*seat).is_some_and(|player| app.hub.feeds.has_page(player.id));
    if app.hub.relay.is_some() { Seats::all(m.seats()) } else { Seat::all(m.seats()).filter(has_page).collect() }
}

/// The time at which an email about a turn is due that is owed now, for a reader who may have a page open.
pub(super) fn due_at(now: DateTime<Utc>) -> DateTime<Utc> {
    now.checked_add_signed(GRACE).unwrap_or(now)
}

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
        db::pushes::hold_turn(&mut connection, id, caller.user).await?;
    }
    Ok(())
}
