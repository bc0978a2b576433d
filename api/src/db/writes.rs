//! What became of the last moves that were to be written: by it a server knows whether it can take another one, and how many it has refused.

use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::Instant;

/// The seconds that are remembered.
const MINUTE: usize = 60;

/// The seconds for which a move that was written proves that the next one can be.
const LATELY: u64 = 5;

/// The moves of a server that were to be written in the last minute. Cheap to clone. It goes by the time since the start, as the time of day may
/// jump.
#[derive(Clone, Default)]
pub struct Writes(Arc<Mutex<Seconds>>);

/// The moves of each of the last seconds, by the number of the second.
#[derive(Clone, Copy)]
struct Seconds {
    seconds: [Second; MINUTE],
    /// The second of the last probe that was written.
    probed: Option<u64>,
}

#[derive(Clone, Copy, Default)]
struct Second {
    number: u64,
    written: u32,
    refused: u32,
}

impl Default for Seconds {
    fn default() -> Seconds {
        Seconds { seconds: [Second::default(); MINUTE], probed: None }
    }
}

impl Seconds {
    fn note(&mut self, now: u64, is_written: bool) {
        let second = &mut self.seconds[now as usize % MINUTE];
        if second.number != now {
            *second = Second { number: now, ..Second::default() };
        }
        let count = if is_written { &mut second.written } else { &mut second.refused };
        *count = count.saturating_add(1);
    }

    /// The moves that were written and those that were refused in so many seconds.
    fn count(&self, now: u64, seconds: u64) -> (u32, u32) {
        let counted = self.seconds.iter().filter(|second| second.number + seconds > now && second.number <= now);
        counted.fold((0, 0), |(written, refused), second| {
            (written.saturating_add(second.written), refused.saturating_add(second.refused))
        })
    }

    fn prove(&self, now: u64) -> bool {
        match self.count(now, LATELY) {
            (_, 1..) => false,
            (1.., 0) => true,
            (0, 0) => self.probed.is_some_and(|probed| probed + LATELY > now),
        }
    }
}

/// The seconds since the start, from 1.
fn now() -> u64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed().as_secs() + 1
}

impl Writes {
    fn with<T>(&self, work: impl FnOnce(&mut Seconds) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Notes that a move was written, or that the database refused it.
    pub fn note(&self, is_written: bool) {
        self.with(|seconds| seconds.note(now(), is_written));
    }

    /// Notes that a probe was written.
    pub(super) fn note_probe(&self) {
        self.with(|seconds| seconds.probed = Some(now()));
    }

    /// Returns whether the writes of the last seconds prove that the next one is possible: there was one, and none was refused.
    pub(super) fn prove(&self) -> bool {
        self.with(|seconds| seconds.prove(now()))
    }

    /// The share of the moves of the last minute that the database has refused, from 0 to 1.
    pub fn refused(&self) -> f64 {
        let (written, refused) = self.with(|seconds| seconds.count(now(), MINUTE as u64));
        if refused == 0 { 0.0 } else { f64::from(refused) / f64::from(written.saturating_add(refused)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_seconds_tell_whether_a_move_can_be_written() {
        let mut seconds = Seconds::default();
        assert!(!seconds.prove(100));
        seconds.probed = Some(97);
        assert!(seconds.prove(101) && !seconds.prove(102));
        seconds.note(103, true);
        assert!(seconds.prove(107) && !seconds.prove(108));
        // On a full disk a few moves still find room.
        seconds.note(110, false);
        seconds.note(111, true);
        seconds.probed = Some(112);
        assert!(!seconds.prove(114) && seconds.prove(115) && seconds.prove(116) && !seconds.prove(117));
    }

    #[test]
    fn the_moves_of_a_minute_are_counted() {
        let mut seconds = Seconds::default();
        for (at, is_written) in [(40, true), (41, false), (41, false), (99, true), (99, true)] {
            seconds.note(at, is_written);
        }
        let counts = [99, 100, 101, 158, 159].map(|now| seconds.count(now, 60));
        assert_eq!(counts, [(3, 2), (2, 2), (2, 0), (2, 0), (0, 0)]);
        // The place of a second that is over.
        seconds.note(101, true);
        assert_eq!(seconds.count(101, 60), (3, 0));
    }
}
