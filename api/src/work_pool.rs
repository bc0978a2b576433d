//! The threads on which pictures are drawn and logs are replayed: few, so that other requests keep theirs.

mod queue;
mod used;

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;

use self::queue::{Queue, Turn};
use self::used::Used;
use crate::limits::Asker;

/// The time of the work pool that a sender may use for each request that it may send in a minute: at the usual limit a quarter of a thread.
pub const FOR_A_REQUEST: Duration = Duration::from_millis(25);

/// The maximum time for a piece of work. That in which it waits for its turn does not count.
pub const LONGEST: Duration = Duration::from_secs(1);

/// Threads for work that takes long: one fewer than the machine has cores, at least one, so that such work takes no core from all other
/// work. Each sender of requests has one of them at a time, and the sender who used them least goes first. Emails have as many threads
/// of their own, and small pictures have one. Clones share them.
#[derive(Clone, Debug)]
pub struct WorkPool {
    long: Queue,
    short: Queue,
    emails: Arc<Semaphore>,
}

/// The kind of work for a sender.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lane {
    /// The picture of a position that is at hand.
    Short,
    /// All other work.
    Long,
}

/// The time at which a piece of work has to end.
#[derive(Clone, Copy, Debug)]
pub struct Deadline(Instant);

impl Deadline {
    /// Returns whether the work has to end now.
    pub fn is_over(&self) -> bool {
        Instant::now() >= self.0
    }
}

/// The reason why work was not done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotDone {
    /// It ended in a panic, which the error output describes.
    #[error("the work ended in a panic")]
    Spilled,
    /// The sender has as much work waiting as one may have, or has used as much time as one may use; with the seconds to wait.
    #[error("too much work of one sender")]
    TooMuch(u64),
}

impl WorkPool {
    /// The work pool of this machine. Each sender may use this much of their time in a minute.
    pub fn new(in_a_minute: Duration) -> WorkPool {
        WorkPool::on(cores().saturating_sub(1).max(1), Used::new(Some(in_a_minute)))
    }

    /// Threads for computer players, whose time is not bounded here.
    pub fn thinkers() -> WorkPool {
        WorkPool::on(cores().saturating_sub(1).max(1), Used::new(None))
    }

    fn on(threads: usize, used: Used) -> WorkPool {
        WorkPool {
            long: Queue::new(threads, used.clone()),
            short: Queue::new(1, used),
            emails: Arc::new(Semaphore::new(threads)),
        }
    }

    /// Returns how many threads for long work are free.
    pub fn free(&self) -> usize {
        self.long.free()
    }

    /// Returns how many other senders have long work that waits.
    pub fn others_wait(&self, sender: impl Into<Option<Asker>>) -> usize {
        self.long.others_wait(sender.into())
    }

    /// Composes an email, after those that came before. It continues if the caller is gone.
    pub async fn compose<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, NotDone> {
        // The semaphore is never closed.
        let turn = self.emails.clone().acquire_owned().await.map_err(|_| NotDone::Spilled)?;
        let composed = tokio::task::spawn_blocking(move || {
            let composed = work();
            drop(turn);
            composed
        });
        composed.await.map_err(|_| NotDone::Spilled)
    }

    /// Does the work for a request of this sender on a thread, after the sender's earlier requests. It continues if the caller is gone.
    pub async fn run_for<T: Send + 'static>(
        &self,
        sender: Asker,
        lane: Lane,
        work: impl FnOnce(&Deadline) -> T + Send + 'static,
    ) -> Result<T, NotDone> {
        let queue = match lane {
            Lane::Short => &self.short,
            Lane::Long => &self.long,
        };
        let turn = queue.turn(sender).await?;
        on_a_thread(turn, move || work(&Deadline(Instant::now() + LONGEST))).await
    }

    /// Does background work on a thread for long work while no sender has work for it. The work should end soon once
    /// [`WorkPool::others_wait`].
    pub async fn run_idle<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, NotDone> {
        on_a_thread(self.long.idle_turn().await?, work).await
    }
}

/// The turn ends with the work, also if the caller is gone before.
async fn on_a_thread<T: Send + 'static>(turn: Turn, work: impl FnOnce() -> T + Send + 'static) -> Result<T, NotDone> {
    let done = tokio::task::spawn_blocking(move || {
        let turn = Turn::begin(turn);
        let done = work();
        drop(turn);
        done
    });
    done.await.map_err(|_| NotDone::Spilled)
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

#[cfg(test)]
mod tests;
