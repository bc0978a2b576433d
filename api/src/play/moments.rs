//! The times of a match: moments since its start, and times of day.

use chrono::{DateTime, Duration, Utc};
use engine::Moment;

use super::Match;

impl Match {
    /// Returns the moment of the match at this time; never earlier than its last line.
    pub fn moment(&self, now: DateTime<Utc>) -> Moment {
        let since = self.started_at().map_or(0, |start| (now - start).num_milliseconds());
        Moment(u64::try_from(since).unwrap_or(0)).max(self.progress().moment)
    }

    /// Returns the time of the last line of the log, or of the creation of a match without lines.
    pub fn last_line_at(&self) -> DateTime<Utc> {
        self.time_of(self.progress().moment)
    }

    /// Returns the time of day of a moment of the match.
    pub fn time_of(&self, moment: Moment) -> DateTime<Utc> {
        let milliseconds = i64::try_from(moment.0).unwrap_or(i64::MAX / 2);
        let start = self.started_at().unwrap_or(self.created_at());
        Duration::try_milliseconds(milliseconds)
            .and_then(|since| start.checked_add_signed(since))
            .unwrap_or(DateTime::<Utc>::MAX_UTC)
    }
}
