//! The time in which a page can say that it shows a turn, before the email about it goes.

use chrono::{DateTime, TimeDelta, Utc};
use engine::{Seat, Seats};

use crate::app::App;
use crate::play::Match;

/// An email about a turn is owed this much later to a reader who may have a page open, so that the page can say that it is seen.
const GRACE: TimeDelta = TimeDelta::seconds(5);

/// The seats whose players may have a page open. Of the pages at other servers nothing is known, so there it is all of them.
pub(in crate::play) fn watching(app: &App, m: &Match) -> Seats {
    let has_page = |seat: &Seat| m.player_at(*seat).is_some_and(|player| app.hub.feeds.has_page(player.id));
    if app.hub.relay.is_some() { Seats::all(m.seats()) } else { Seat::all(m.seats()).filter(has_page).collect() }
}

/// The time at which an email about a turn is due that is owed now, for a reader who may have a page open.
pub(in crate::play) fn due_at(now: DateTime<Utc>) -> DateTime<Utc> {
    now.checked_add_signed(GRACE).unwrap_or(now)
}
