//! The threads on which pictures are drawn and logs are replayed: few, so that other requests keep theirs.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Semaphore;

use crate::limits::Asker;

/// The most pieces of work of one sender that run or wait.
const MOST_OF_A_SENDER: usize = 16;

/// Threads for work that takes long: one fewer than the machine has cores, at least one, so that such work takes no core from all other
/// work. Each sender of requests has one of them at a time, so that those who wait take turns. Clones share them.
#[derive(Clone, Debug)]
pub struct Painters {
    free: Arc<Semaphore>,
    lines: Arc<Mutex<HashMap<Asker, Line>>>,
}

/// The line in which the work of one sender waits.
#[derive(Debug)]
struct Line {
    first: Arc<Semaphore>,
    length: usize,
}

/// A place in the line of a sender, which is left when it is dropped.
struct Place {
    lines: Arc<Mutex<HashMap<Asker, Line>>>,
    sender: Asker,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(line) = lines.get_mut(&self.sender) {
            line.length -= 1;
            if line.length == 0 {
                lines.remove(&self.sender);
            }
        }
    }
}

/// The reason why work was not done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotDone {
    /// It ended in a panic, which the error output describes.
    #[error("the work ended in a panic")]
    Spilled,
    /// The sender has as much work waiting as one may have.
    #[error("too much work of one sender")]
    TooMuch,
}

impl Painters {
    /// The painters of this machine.
    #[expect(clippy::new_without_default, reason = "it asks the machine")]
    pub fn new() -> Painters {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Painters { free: Arc::new(Semaphore::new(cores.saturating_sub(1).max(1))), lines: Arc::default() }
    }

    /// Returns how many are free.
    pub fn free(&self) -> usize {
        self.free.available_permits()
    }

    /// Does the work on a thread of its own, as soon as a painter is free. It goes on if the caller is gone.
    pub async fn draw<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, NotDone> {
        // The semaphore is never closed.
        let painter = self.free.clone().acquire_owned().await.map_err(|_| NotDone::Spilled)?;
        let drawn = tokio::task::spawn_blocking(move || {
            let drawn = work();
            drop(painter);
            drawn
        });
        drawn.await.map_err(|_| NotDone::Spilled)
    }

    /// The same for a request of this sender, after the sender's earlier requests.
    pub async fn draw_for<T: Send + 'static>(
        &self,
        sender: Asker,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, NotDone> {
        let (first, place) = self.queue(sender)?;
        let turn = first.acquire_owned().await.map_err(|_| NotDone::Spilled)?;
        // The turn ends with the work, also if the caller is gone before.
        self.draw(move || {
            let drawn = work();
            drop((turn, place));
            drawn
        })
        .await
    }

    fn queue(&self, sender: Asker) -> Result<(Arc<Semaphore>, Place), NotDone> {
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        let line = lines.entry(sender).or_insert_with(|| Line { first: Arc::new(Semaphore::new(1)), length: 0 });
        if line.length >= MOST_OF_A_SENDER {
            return Err(NotDone::TooMuch);
        }
        line.length += 1;
        Ok((line.first.clone(), Place { lines: self.lines.clone(), sender }))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use uuid::Uuid;

    use super::*;
    use crate::ids::UserId;

    fn sender(number: u128) -> Asker {
        Asker::Account(UserId(Uuid::from_u128(number)))
    }

    /// Painters of whom one is busy until the returned sender is dropped.
    async fn busy(number: u128) -> (Painters, mpsc::Sender<()>) {
        let painters = Painters { free: Arc::new(Semaphore::new(1)), lines: Arc::default() };
        let ((open, door), (begun, begins)) = (mpsc::channel::<()>(), tokio::sync::oneshot::channel());
        let other = painters.clone();
        let work = move || {
            let _ = begun.send(());
            door.recv().unwrap_err();
        };
        tokio::spawn(async move { other.draw_for(sender(number), work).await });
        begins.await.unwrap();
        (painters, open)
    }

    #[tokio::test]
    async fn senders_take_turns() {
        let (painters, open) = busy(1).await;
        let (done, order) = mpsc::channel();
        let mut waiting = Vec::new();
        for (number, name) in [(1, "a"), (1, "b"), (1, "c"), (2, "d")] {
            let done = done.clone();
            let mut work = Box::pin(painters.draw_for(sender(number), move || done.send(name).unwrap()));
            assert!(futures_util::poll!(&mut work).is_pending());
            waiting.push(work);
        }
        drop((open, done));
        futures_util::future::try_join_all(waiting).await.unwrap();
        let order: Vec<_> = order.iter().collect();
        assert!(order.iter().position(|name| *name == "d").unwrap() <= 1, "{order:?}");
        assert!(painters.lines.lock().unwrap().is_empty());
    }

    #[tokio::test]
    async fn a_sender_has_a_bounded_line_and_others_have_theirs() {
        let (painters, open) = busy(1).await;
        let mut waiting = Vec::new();
        for _ in 1..MOST_OF_A_SENDER {
            let mut work = Box::pin(painters.draw_for(sender(1), || {}));
            assert!(futures_util::poll!(&mut work).is_pending());
            waiting.push(work);
        }
        assert_eq!(painters.draw_for(sender(1), || {}).await, Err(NotDone::TooMuch));
        let mut other = Box::pin(painters.draw_for(sender(2), || {}));
        assert!(futures_util::poll!(&mut other).is_pending());
        // Those who leave make room.
        waiting.clear();
        drop(open);
        assert_eq!((other.await, painters.draw_for(sender(1), || {}).await), (Ok(()), Ok(())));
    }

    #[tokio::test]
    async fn a_panic_frees_the_painter_and_the_line() {
        let painters = Painters { free: Arc::new(Semaphore::new(1)), lines: Arc::default() };
        let spilled = painters.draw_for(sender(1), || panic!("spilled on purpose")).await;
        assert_eq!(spilled, Err::<(), _>(NotDone::Spilled));
        assert_eq!(painters.draw_for(sender(1), || 7).await, Ok(7));
        assert!(painters.lines.lock().unwrap().is_empty());
    }
}
