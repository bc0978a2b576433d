//! The times of a match: moments, and times of day. A match starts at moment 0, unless it is played on from an earlier one: then it starts at
//! the moment of the last line that was kept. Moments pause while no server is alive.

use chrono::{DateTime, Duration, TimeDelta, Utc};
use engine::{Moment, Seat, Span};

use super::deadline::{self, Calendar};
use crate::ids::UserId;
use crate::play::Match;

/// The players are asked after this time without a line of the log.
const ASKED_AFTER: TimeDelta = TimeDelta::days(30);

/// Returns when the players of a match are asked, if its last line comes at this time and it runs without a clock.
pub(in crate::play) fn asked_at(m: &Match, last_line: DateTime<Utc>) -> Option<DateTime<Utc>> {
    last_line.checked_add_signed(ASKED_AFTER).filter(|_| m.terms.pace.is_none())
}

/// The time this much later.
fn later(at: DateTime<Utc>, milliseconds: i64) -> DateTime<Utc> {
    let by = Duration::try_milliseconds(milliseconds);
    by.and_then(|by| at.checked_add_signed(by)).unwrap_or(DateTime::<Utc>::MAX_UTC)
}

/// The milliseconds from one moment to another.
fn between(from: Moment, to: Moment) -> i64 {
    let milliseconds = |moment: Moment| i64::try_from(moment.0).unwrap_or(i64::MAX / 2);
    milliseconds(to) - milliseconds(from)
}

impl Match {
    /// Returns the moment of the match at this time; never earlier than its last line.
    pub fn moment(&self, now: DateTime<Utc>) -> Moment {
        if self.started_at().is_none() {
            return self.start_moment().max(self.progress().moment);
        }
        let since = self.given_back().running(self.last_line_at(), now);
        Moment(self.progress().moment.0.saturating_add(since.0))
    }

    /// Returns the time of the last line of the log, or of the creation of a match without lines.
    pub fn last_line_at(&self) -> DateTime<Utc> {
        self.last_at().or(self.started_at()).unwrap_or(self.created_at())
    }

    /// Returns the time of day of a moment in the part of the log that was written at once: of an imported match, or of an earlier match that
    /// this one is played on from.
    pub fn time_of(&self, moment: Moment) -> DateTime<Utc> {
        later(self.started_at().unwrap_or(self.created_at()), between(self.start_moment(), moment))
    }

    /// Returns the time at which a timer of the rules expires, by its moment and by what was known when the last line was written. It is
    /// stored so, and follows from the log.
    pub(in crate::play) fn wake_by_log(&self, moment: Moment) -> DateTime<Utc> {
        self.time_from((self.last_line_at(), self.progress().moment), moment)
    }

    /// Returns the time of a moment that comes after another one of this time.
    pub(in crate::play) fn time_from(&self, (at, known): (DateTime<Utc>, Moment), moment: Moment) -> DateTime<Utc> {
        later(at, between(known, moment))
    }

    /// Returns the time at which a timer of the rules expires, by its moment.
    pub fn wakes_at(&self, moment: Moment) -> DateTime<Utc> {
        self.with_outages(self.last_line_at(), self.wake_by_log(moment))
    }

    /// Returns the time at which the timer of the rules expires, if there is one.
    pub(in crate::play) fn wake_at(&self) -> Option<DateTime<Utc>> {
        Some(self.with_outages(self.last_line_at(), self.progress().wake_at?))
    }

    /// The time at which the match clock of a seat expires, if it runs.
    pub fn deadline(&self, seat: Seat) -> Option<DateTime<Utc>> {
        let running = self.clock(seat).running?;
        Some(deadline::countdown(running).deadline(&self.calendar(seat, running.is_answer)))
    }

    /// Returns whether a pause or a vacation of the player stops the player's clock at this time.
    pub fn stands_still(&self, user: UserId, at: DateTime<Utc>) -> bool {
        self.away_until(user, at).is_some()
            || self.terms.pauses.iter().any(|pause| pause.from <= at && at < pause.until)
    }

    /// While a seat is offered to others: the time until which it is.
    pub fn offered_until(&self, seat: Seat) -> Option<DateTime<Utc>> {
        let until = self.clock(seat).offered_until?;
        Some(self.with_outages(until - deadline::OFFERED_FOR, until))
    }

    /// Returns the end of an interval that is longer by the time in which no server was alive.
    pub(in crate::play) fn with_outages(&self, from: DateTime<Utc>, until: DateTime<Utc>) -> DateTime<Utc> {
        let length = u64::try_from((until - from).num_milliseconds()).unwrap_or(0);
        if length == 0 { until } else { self.given_back().after(from, Span(length)) }
    }

    /// Returns the calendar of a clock that pauses only while no server is alive.
    fn given_back(&self) -> Calendar {
        Calendar::new(None, self.outages().iter().copied())
    }
}
