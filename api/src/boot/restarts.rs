//! The bound of the starts of a Postgres that ends by itself.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// The maximum number of starts within [`SPAN`]. One that ends more often has a fault that no start mends.
const MAX: usize = 3;
const SPAN: Duration = Duration::from_secs(600);

/// The starts of the last minutes.
#[derive(Debug, Default)]
pub(super) struct Restarts(VecDeque<Instant>);

impl Restarts {
    /// Notes a start, and returns true; false if there were too many.
    pub(super) fn allow(&mut self, now: Instant) -> bool {
        self.0.retain(|at| now.duration_since(*at) < SPAN);
        let allowed = self.0.len() < MAX;
        if allowed {
            self.0.push_back(now);
        }
        allowed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_starts_are_allowed_in_ten_minutes() {
        let (mut restarts, start) = (Restarts::default(), Instant::now());
        let seconds = [0, 1, 599, 599, 600, 600, 601, 602, 1198, 1199];
        let allowed = seconds.map(|second| restarts.allow(start + Duration::from_secs(second)));
        assert_eq!(allowed, [true, true, true, false, true, false, true, false, false, true]);
    }
}
