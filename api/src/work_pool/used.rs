//! The time of threads that senders have used.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::limits::Asker;

/// From this many senders on, those whose time is forgotten are looked for.
const MANY: usize = 1000;

/// The time that each sender has used, with so much forgotten in each minute. Clones share it.
#[derive(Clone, Debug)]
pub(super) struct Used {
    /// The time that a sender may use in a minute, and at once; none without a bound.
    in_a_minute: Option<Duration>,
    by_sender: Arc<Mutex<HashMap<Asker, (Duration, Instant)>>>,
}

/// The time that is forgotten in a minute where there is no bound.
const UNBOUNDED: Duration = Duration::from_secs(15);

impl Used {
    pub(super) fn new(in_a_minute: Option<Duration>) -> Used {
        Used { in_a_minute, by_sender: Arc::default() }
    }

    fn forgotten_in(&self, time: Duration) -> Duration {
        let share = self.in_a_minute.unwrap_or(UNBOUNDED).as_secs_f64() / 60.0;
        Duration::try_from_secs_f64(time.as_secs_f64() * share).unwrap_or(Duration::MAX)
    }

    fn left(&self, (used, at): (Duration, Instant), now: Instant) -> Duration {
        used.saturating_sub(self.forgotten_in(now.saturating_duration_since(at)))
    }

    /// The time that a sender has used and that is not forgotten yet.
    pub(super) fn by(&self, sender: Asker, now: Instant) -> Duration {
        let by_sender = self.by_sender.lock().unwrap_or_else(PoisonError::into_inner);
        by_sender.get(&sender).map_or(Duration::ZERO, |used| self.left(*used, now))
    }

    /// Charges a sender for the time of a piece of work.
    pub(super) fn charge(&self, sender: Asker, time: Duration, now: Instant) {
        let mut by_sender = self.by_sender.lock().unwrap_or_else(PoisonError::into_inner);
        if by_sender.len() >= MANY {
            by_sender.retain(|_, used| !self.left(*used, now).is_zero());
        }
        let used = by_sender.entry(sender).or_insert((Duration::ZERO, now));
        *used = (self.left(*used, now) + time, now);
    }

    /// Refuses a sender that has used all its time, with the seconds to wait.
    pub(super) fn may_use_more(&self, sender: Asker, now: Instant) -> Result<(), u64> {
        let Some(max) = self.in_a_minute else { return Ok(()) };
        let too_much = self.by(sender, now).saturating_sub(max);
        if too_much.is_zero() {
            return Ok(());
        }
        Err((too_much.as_secs_f64() * 60.0 / max.as_secs_f64()) as u64 + 1)
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::ids::UserId;

    #[test]
    fn a_sender_is_charged_by_the_time_used_and_not_by_pieces() {
        let (used, now) = (Used::new(Some(Duration::from_secs(15))), Instant::now());
        let sender = |number| Asker::Account(UserId(Uuid::from_u128(number)));
        for _ in 0..1000 {
            used.charge(sender(1), Duration::from_millis(1), now);
        }
        assert_eq!((used.may_use_more(sender(1), now), used.by(sender(1), now)), (Ok(()), Duration::from_secs(1)));
        for _ in 0..20 {
            used.charge(sender(2), Duration::from_secs(1), now);
        }
        assert_eq!(used.may_use_more(sender(2), now), Err(21));
        assert_eq!(used.may_use_more(sender(2), now + Duration::from_secs(21)), Ok(()));
        assert_eq!(used.by(sender(2), now + Duration::from_secs(40)), Duration::from_secs(10));
        used.charge(sender(2), Duration::from_secs(2), now + Duration::from_secs(40));
        assert_eq!(used.by(sender(2), now + Duration::from_secs(40)), Duration::from_secs(12));
    }
}
