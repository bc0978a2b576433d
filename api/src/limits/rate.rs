//! The limit of events in a period, for each key.

use std::collections::HashMap;
use std::hash::Hash;
use std::num::NonZeroU32;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

pub(super) const MINUTE: Duration = Duration::from_secs(60);
pub(super) const HOUR: Duration = Duration::from_secs(3600);
pub(super) const DAY: Duration = Duration::from_secs(24 * 3600);

/// At most so many events at once, and as many again in each period, in any rhythm: the generic cell rate algorithm (ITU-T I.371).
#[derive(Debug)]
pub(super) struct Rate<K> {
    /// The most events at once.
    pub(super) max: NonZeroU32,
    /// The time after which one more event is allowed.
    each: Duration,
    /// When all events may come at once again. A key without an entry has no event of the last period.
    full_at: Mutex<HashMap<K, Instant>>,
}

impl<K: Eq + Hash> Rate<K> {
    /// A number of 0 counts as 1.
    pub(super) fn new(number: u32, period: Duration) -> Rate<K> {
        let max = NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN);
        Rate { max, each: period / max.get(), full_at: Mutex::default() }
    }

    /// Counts one event now, or returns the seconds to wait.
    pub(super) fn count(&self, key: K) -> Result<(), u64> {
        self.count_many(key, NonZeroU32::MIN, Instant::now()).map(drop)
    }

    /// Counts so many events, at most all that may come at once. Returns how many may still come at once, or the seconds to wait.
    pub(super) fn count_many(&self, key: K, number: NonZeroU32, now: Instant) -> Result<u32, u64> {
        let mut all = self.full_at.lock().unwrap_or_else(PoisonError::into_inner);
        let full_at = all.entry(key).or_insert(now);
        let after = (*full_at).max(now) + self.each * number.min(self.max).get();
        let latest = now + self.each * self.max.get();
        if after > latest {
            return Err((after - latest).as_secs() + 1);
        }
        *full_at = after;
        Ok(((latest - after).as_nanos() / self.each.as_nanos()) as u32)
    }

    /// Forgets keys without an event in the last period.
    pub(super) fn forget(&self, now: Instant) {
        self.full_at.lock().unwrap_or_else(PoisonError::into_inner).retain(|_, full_at| *full_at > now);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn seconds(number: u64) -> Duration {
        Duration::from_secs(number)
    }

    #[test]
    fn a_limit_is_used_at_once_or_spread() {
        let (limit, start) = (Rate::new(4, MINUTE), Instant::now());
        let count = |key, number, at| limit.count_many(key, NonZeroU32::new(number).unwrap(), start + seconds(at));
        assert_eq!([1, 1, 2].map(|number| count('a', number, 0)), [Ok(3), Ok(2), Ok(0)]);
        // One event returns after 15 seconds, and a refused one counts nothing.
        assert_eq!((count('a', 1, 0), count('a', 1, 14), count('a', 2, 0)), (Err(16), Err(2), Err(31)));
        assert_eq!((count('a', 1, 15), count('a', 1, 15)), (Ok(0), Err(16)));
        assert_eq!((count('a', 1, 45), count('a', 9, 105), count('b', 1, 0)), (Ok(1), Ok(0), Ok(3)));
        let spread: Vec<_> = (0..20).map(|turn| count('c', 1, turn * 15)).collect();
        assert_eq!(spread, [Ok(3); 20]);
    }

    #[test]
    fn a_key_is_forgotten_when_all_its_events_are_allowed_again() {
        let (limit, start) = (Rate::new(2, DAY), Instant::now());
        limit.count_many('a', NonZeroU32::MIN, start).unwrap();
        let known = |after: Duration| {
            limit.forget(start + after);
            limit.full_at.lock().unwrap().len()
        };
        assert_eq!((known(DAY / 2 - seconds(1)), known(DAY / 2)), (1, 0));
    }

    proptest! {
        /// In no stretch of time are more events allowed than at once and those that came back meanwhile; who waits as told may continue.
        #[test]
        fn no_rhythm_gets_more_than_the_rate(number in 1_u32..50, steps in prop::collection::vec((0_u64..5000, 1_u32..9), 1..60)) {
            let limit = Rate::new(number, MINUTE);
            let (mut now, mut allowed) = (Instant::now(), Vec::new());
            for (pause, events) in steps {
                let events = NonZeroU32::new(events.min(number)).unwrap();
                now += Duration::from_millis(pause);
                if let Err(wait) = limit.count_many((), events, now) {
                    now += seconds(wait);
                    prop_assert!(limit.count_many((), events, now).is_ok());
                }
                allowed.push((now, events.get()));
            }
            for (at, (first, _)) in allowed.iter().enumerate() {
                let mut sum = 0;
                for (last, events) in &allowed[at..] {
                    sum += events;
                    let back = (*last - *first).as_secs_f64() * f64::from(number) / 60.0;
                    prop_assert!(f64::from(sum) <= f64::from(number) + back + 0.001);
                }
            }
        }
    }
}
