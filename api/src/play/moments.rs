//! The times of a match: moments, and times of day. A match starts at moment 0, unless it is played on from an earlier one: then it starts at
//! the moment of the last line that was kept.

use chrono::{DateTime, Duration, Utc};
use engine::Moment;

use super::Match;

impl Match {
    /// Returns the moment of the match at this time; never earlier than its last line.
    pub fn moment(&self, now: DateTime<Utc>) -> Moment {
        let since = self.started_at().map_or(0, |start| (now - start).num_milliseconds());
        Moment(self.start_moment().0.saturating_add(u64::try_from(since).unwrap_or(0))).max(self.progress().moment)
    }

    /// Returns the time of the last line of the log, or of the creation of a match without lines.
    pub fn last_line_at(&self) -> DateTime<Utc> {
        self.time_of(self.progress().moment)
    }

    /// Returns the time of day of a moment of the match.
    pub fn time_of(&self, moment: Moment) -> DateTime<Utc> {
        self.time_from(self.started_at().unwrap_or(self.created_at()), moment)
    }

    /// The same if the match starts, or started, at this time.
    pub(super) fn time_from(&self, start: DateTime<Utc>, moment: Moment) -> DateTime<Utc> {
        let milliseconds = |moment: Moment| i64::try_from(moment.0).unwrap_or(i64::MAX / 2);
        Duration::try_milliseconds(milliseconds(moment) - milliseconds(self.start_moment()))
            .and_then(|since| start.checked_add_signed(since))
            .unwrap_or(DateTime::<Utc>::MAX_UTC)
    }
}
