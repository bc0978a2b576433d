//! The notices that wait for one stream: a few, so that a slow reader costs no memory.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::Instant;

use super::Notice;

/// The maximum number of notices that wait for one stream.
pub(super) const MAX: usize = 16;
/// A stream that has read nothing for this time, though a notice waits for it, is ended.
pub(super) const STUCK: Duration = Duration::from_secs(120);

/// What waits for a stream.
#[derive(Debug, Default)]
struct Waiting {
    notices: VecDeque<Notice>,
    /// Since when a notice has been waiting.
    since: Option<Instant>,
    is_over: bool,
}

/// The queue between those who publish and one stream.
#[derive(Debug, Default)]
pub(super) struct Queue {
    waiting: Mutex<Waiting>,
    wake: Notify,
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        // No code in this file panics while it holds the lock.
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a notice. It takes the place of an earlier one that says the same of the same match. If there is no room, all are replaced by
    /// one that says so. Returns false if the reader has taken nothing for too long.
    pub(super) fn push(&self, notice: &Notice) -> bool {
        let mut waiting = self.lock();
        let now = Instant::now();
        let since = *waiting.since.get_or_insert(now);
        if let Some(earlier) = waiting.notices.iter_mut().find(|earlier| notice.replaces(earlier)) {
            if earlier.version <= notice.version {
                earlier.clone_from(notice);
            }
        } else if waiting.notices.front() == Some(&Notice::RESYNC) {
            // The reader loads everything again.
        } else if waiting.notices.len() < MAX {
            waiting.notices.push_back(notice.clone());
        } else {
            waiting.notices = VecDeque::from([Notice::RESYNC]);
        }
        drop(waiting);
        self.wake.notify_one();
        now.duration_since(since) < STUCK
    }

    /// Ends the stream once its notices are read; at once if `drops`.
    pub(super) fn end(&self, drops: bool) {
        let mut waiting = self.lock();
        waiting.is_over = true;
        if drops {
            waiting.notices = VecDeque::new();
        }
        drop(waiting);
        self.wake.notify_one();
    }

    /// Takes the next notice, if one waits.
    pub(super) fn take(&self) -> Option<Notice> {
        let mut waiting = self.lock();
        waiting.since = None;
        waiting.notices.pop_front()
    }

    /// Waits for the next notice; none once the stream has ended. Only one task may wait.
    pub(super) async fn next(&self) -> Option<Notice> {
        loop {
            if let Some(notice) = self.take() {
                return Some(notice);
            }
            if self.lock().is_over {
                return None;
            }
            self.wake.notified().await;
        }
    }
}
