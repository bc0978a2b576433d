//! The time that a client has to name a recipient while other clients wait for a place.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::time::{Instant, sleep, sleep_until};

/// The time before the first recipient, while half of the connections are in use.
const SHORT: Duration = Duration::from_secs(10);

/// The pause between two looks at the connections in use.
const PAUSE: Duration = Duration::from_secs(1);

/// The patience with one client.
#[derive(Clone, Debug)]
pub(super) struct Patience {
    free: Arc<Semaphore>,
    max: usize,
    since: Instant,
    named: Arc<AtomicBool>,
}

impl Patience {
    /// The patience with a client that comes now, of at most so many whose places are not free.
    pub(super) fn new(free: Arc<Semaphore>, max: usize) -> Patience {
        Patience { free, max, since: Instant::now(), named: Arc::default() }
    }

    /// Notes that the client has named a recipient: from then on it has the time of any other.
    pub(super) fn named(&self) {
        self.named.store(true, Ordering::Relaxed);
    }

    /// Waits until the client has taken too long to name a recipient.
    pub(super) async fn ends(&self) {
        sleep_until(self.since + SHORT).await;
        while self.named.load(Ordering::Relaxed) || !self.is_half_full() {
            sleep(PAUSE).await;
        }
    }

    fn is_half_full(&self) -> bool {
        let in_use = self.max.saturating_sub(self.free.available_permits());
        2 * in_use >= self.max
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::timeout;

    use super::*;

    const LONG: Duration = Duration::from_secs(200);

    #[tokio::test(start_paused = true)]
    async fn a_client_that_names_no_recipient_is_sent_away_while_half_of_the_places_are_in_use() {
        let free = Arc::new(Semaphore::new(4));
        let first = free.clone().acquire_owned().await.unwrap();
        let patience = Patience::new(free.clone(), 4);
        assert!(timeout(LONG, patience.ends()).await.is_err(), "a quarter");
        let second = free.clone().acquire_owned().await.unwrap();
        assert!(timeout(Duration::from_secs(2), patience.ends()).await.is_ok(), "half, after a long time");
        let patience = Patience::new(free.clone(), 4);
        assert!(timeout(Duration::from_secs(9), patience.ends()).await.is_err());
        assert!(timeout(Duration::from_secs(2), patience.ends()).await.is_ok());
        let patience = Patience::new(free.clone(), 4);
        patience.named();
        assert!(timeout(LONG, patience.ends()).await.is_err(), "a recipient");
        drop((first, second));
    }
}
