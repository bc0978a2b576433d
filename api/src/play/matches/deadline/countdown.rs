//! The clock of one seat in its turn. Pure.

use chrono::{DateTime, Utc};
use engine::Span;

use super::calendar::Calendar;

/// The clock of one seat in its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Countdown {
    /// When the turn began.
    pub since: DateTime<Utc>,
    /// The running time that the turn has, its extensions included.
    pub allowed: Span,
}

impl Countdown {
    /// Returns when the clock expires: a whole millisecond, `since` if no time is allowed, or `DateTime::<Utc>::MAX_UTC` if it
    /// never does.
    pub fn deadline(self, calendar: &Calendar) -> DateTime<Utc> {
        calendar.after(self.since, self.allowed)
    }

    /// Returns the running time that is left at a moment: all of it before the turn, zero from the deadline on.
    pub fn left(self, calendar: &Calendar, at: DateTime<Utc>) -> Span {
        self.allowed.less(calendar.running(self.since, at))
    }

    /// Returns the clock with this much more time.
    #[must_use]
    pub fn extended(self, by: Span) -> Countdown {
        Countdown { allowed: Span(self.allowed.0.saturating_add(by.0)), ..self }
    }
}
