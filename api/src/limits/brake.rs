//! The brake on codes: wrong codes are counted over all accounts, because a guesser may try each account only a few times.

use std::sync::{Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};

/// Wrong codes count for this time, and the brake is off when none came for as long.
const WINDOW: TimeDelta = TimeDelta::hours(1);

/// Is on after many wrong codes within an hour, until none came for an hour.
#[derive(Debug)]
pub struct Brake {
    most: u32,
    state: Mutex<State>,
}

#[derive(Clone, Copy, Default, Debug)]
struct State {
    /// The beginning of the hour that is counted.
    since: DateTime<Utc>,
    /// The wrong codes since then.
    wrong: u32,
    /// The time until which the brake is on.
    until: Option<DateTime<Utc>>,
}

impl Brake {
    /// A brake that goes on at this many wrong codes in an hour. It holds four numbers, however many codes come.
    pub(super) fn new(most: u32) -> Brake {
        Brake { most, state: Mutex::default() }
    }

    /// Returns whether the brake is on.
    pub fn is_on(&self, now: DateTime<Utc>) -> bool {
        let state = *self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.until.is_some_and(|until| until > now)
    }

    /// Counts a wrong code. Returns whether the brake goes on now. While it is on, each wrong code keeps it on for another hour.
    pub fn wrong(&self, now: DateTime<Utc>) -> bool {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.until.is_some_and(|until| until > now) {
            state.until = Some(now + WINDOW);
            return false;
        }
        if now - state.since >= WINDOW {
            *state = State { since: now, ..State::default() };
        }
        state.wrong += 1;
        let goes_on = state.wrong >= self.most;
        state.until = goes_on.then_some(now + WINDOW);
        goes_on
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_brake_goes_on_once_and_off_after_a_quiet_hour() {
        let brake = Brake::new(3);
        let at = |minutes| DateTime::UNIX_EPOCH + TimeDelta::days(9) + TimeDelta::minutes(minutes);
        assert!(!brake.wrong(at(0)) && !brake.wrong(at(30)) && !brake.wrong(at(61)) && !brake.wrong(at(62)));
        assert!(!brake.is_on(at(62)) && brake.wrong(at(63)) && brake.is_on(at(63)));
        assert!(!brake.wrong(at(100)) && brake.is_on(at(159)) && !brake.is_on(at(160)));
        assert!(!brake.wrong(at(160)));
    }
}
