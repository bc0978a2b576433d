//! Waiting for what another task or process does.

use std::time::{Duration, Instant};

/// The longest wait: far longer than anything takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);
/// The pause between two looks.
const PAUSE: Duration = Duration::from_millis(20);

/// Waits until `look` finds something, and returns it; fails after 20 s with `what` was waited for.
pub async fn eventually<T>(what: &str, mut look: impl AsyncFnMut() -> Option<T>) -> T {
    let began = Instant::now();
    loop {
        if let Some(found) = look().await {
            return found;
        }
        assert!(began.elapsed() < PATIENCE, "waited in vain: {what}");
        tokio::time::sleep(PAUSE).await;
    }
}
