//! Deadlines and lengths of time in words.

use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;

/// The deadline of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deadline {
    /// The moment.
    pub at: DateTime<Utc>,
    /// The reader's time zone, in which it is told.
    pub zone: Tz,
    /// The consequence of missing it.
    pub lapse: Lapse,
}

/// The consequence of a turn that is not taken in time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lapse {
    /// The turn passes.
    TurnPasses,
    /// The player is out of the match.
    PlayerIsOut,
}

impl Deadline {
    /// The deadline in words, with its consequence.
    pub fn words(&self, now: DateTime<Utc>) -> String {
        let Deadline { at, zone, lapse } = *self;
        let local = at.with_timezone(&zone).format("%A %-d %B %Y, %H:%M");
        let left = if at > now { format!(", in {}", span(at - now)) } else { String::new() };
        let then = match lapse {
            Lapse::TurnPasses => "your turn passes",
            Lapse::PlayerIsOut => "you are out of the match",
        };
        format!("Move by {local} ({zone}){left}. After that {then}.")
    }
}

/// A length of time: to the nearest minute, so that the second that a letter takes to be sent costs none, and then rounded
/// down.
pub fn span(length: TimeDelta) -> String {
    let minutes = (length + TimeDelta::seconds(30)).num_minutes();
    match (minutes, minutes / 60 % 24) {
        (..1, _) => "less than a minute".to_owned(),
        (1, _) => "a minute".to_owned(),
        (2..120, _) => format!("{minutes} minutes"),
        (120..2880, _) => format!("{} hours", minutes / 60),
        (2880..10_080, hours @ 2..) => format!("{} days and {hours} hours", minutes / 1440),
        _ => format!("{} days", minutes / 1440),
    }
}
