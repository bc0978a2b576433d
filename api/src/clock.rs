//! Time as a value: everything that depends on the time of day asks here, and tests set it.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use chrono::{DateTime, Duration, Utc};

/// The time of day: the machine's, or one that only moves when it is told to.
#[derive(Clone, Debug, Default)]
pub struct Clock(Option<Arc<AtomicI64>>);

impl Clock {
    /// The machine's clock.
    pub fn system() -> Clock {
        Clock(None)
    }

    /// A clock for tests: it stands still until it is [advanced](Clock::advance).
    pub fn standing(at: DateTime<Utc>) -> Clock {
        Clock(Some(Arc::new(AtomicI64::new(at.timestamp_millis()))))
    }

    /// Now, to the millisecond.
    pub fn now(&self) -> DateTime<Utc> {
        let milliseconds = match &self.0 {
            Some(standing) => standing.load(Ordering::SeqCst),
            None => Utc::now().timestamp_millis(),
        };
        DateTime::from_timestamp_millis(milliseconds).unwrap_or_default()
    }

    /// Moves a standing clock on; the machine's clock is left as it is.
    pub fn advance(&self, by: Duration) {
        if let Some(standing) = &self.0 {
            standing.fetch_add(by.num_milliseconds(), Ordering::SeqCst);
        }
    }
}
