//! Writes moves. While a statement is on its way, the moves that come meanwhile wait, and are then written together by one statement: a move
//! costs Postgres less the more moves are written at a time. A move that comes while none is on its way goes at once. Where the rows are
//! distributed, each move is written by itself.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::runtime::Handle;
use tokio::sync::oneshot;

use super::advance::{Step, advance, advance_many, advance_on_its_node};
use super::{Layout, Pool, Result, Trouble};

/// How moves are put together.
#[derive(Clone, Copy, Debug)]
struct Ways {
    /// The maximum number of moves in one statement. More make it hardly cheaper, and all of them wait for it. While one is on its way, another one starts
    /// when so many wait: fewer are cheaper in the next one.
    max: usize,
    /// The maximum number of statements on their way at a time.
    statements: usize,
}

impl Ways {
    const fn for_layout(layout: Layout) -> Ways {
        match layout {
            Layout::Single => Ways { max: 24, statements: 2 },
            // Each move goes to its own node, as no statement writes on several nodes without a second round of all of them.
            Layout::Distributed => Ways { max: 1, statements: CONNECTIONS },
        }
    }
}

/// The maximum number of connections of a writer.
const CONNECTIONS: usize = 16;

/// Writes moves by connections of its own. Cheap to clone.
#[derive(Clone)]
pub struct Writer {
    /// Another pool than that of the callers: these may all hold their connections while they wait.
    pool: Pool,
    /// The runtime of the pool, which outlives the threads that handle requests: a thread that ends must not cut off the moves of others.
    home: Handle,
    queue: Arc<Mutex<Queue>>,
}

#[derive(Default)]
struct Queue {
    /// Each belongs to a request, or to another task that waits for it.
    waiting: Vec<Waiting>,
    /// The number of tasks that write.
    busy: usize,
}

/// A move to write.
struct Waiting {
    step: Step,
    written: oneshot::Sender<Result<Option<Step>>>,
}

impl Writer {
    /// A writer to the database of this pool, on the runtime of the caller.
    pub fn new(pool: &Pool) -> Result<Writer> {
        Ok(Writer { pool: pool.another(CONNECTIONS as u32)?, home: Handle::current(), queue: Arc::default() })
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        // No code in this file panics while it holds the lock.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes a move of a match that has started, and gives it back. None, with nothing written, if the match has changed meanwhile. A
    /// caller that is dropped while it waits does not stop the move.
    pub async fn write(&self, step: Step) -> Result<Option<Step>> {
        let (written, result) = oneshot::channel();
        let starts = {
            let mut queue = self.lock();
            queue.waiting.push(Waiting { step, written });
            let ways = Ways::for_layout(self.pool.layout());
            let starts = queue.busy == 0 || (queue.busy < ways.statements && queue.waiting.len() >= ways.max);
            queue.busy += usize::from(starts);
            starts
        };
        if starts {
            let busy = Busy { writer: self.clone(), is_done: false };
            self.home.spawn(busy.write_all());
        }
        result.await.unwrap_or_else(|_| Err(Trouble::Unavailable("the write was cut off".to_owned())))
    }
}

/// A task that writes.
struct Busy {
    writer: Writer,
    /// True once it has left the rest to others, or to the next task.
    is_done: bool,
}

impl Drop for Busy {
    fn drop(&mut self) {
        if !self.is_done {
            // The task was cut off: the callers that wait get an error, and the next move starts another task.
            let mut queue = self.writer.lock();
            queue.busy -= 1;
            queue.waiting.clear();
        }
    }
}

impl Busy {
    async fn write_all(mut self) {
        while let Some(batch) = self.next() {
            self.write(batch).await;
        }
    }

    /// The moves of the next statement; none if no move waits, or so few that another task takes them with its next one.
    fn next(&mut self) -> Option<Vec<Waiting>> {
        let ways = Ways::for_layout(self.writer.pool.layout());
        let mut queue = self.writer.lock();
        if queue.waiting.is_empty() || (queue.busy > 1 && queue.waiting.len() < ways.max) {
            queue.busy -= 1;
            self.is_done = true;
            return None;
        }
        Some(together(&mut queue.waiting, ways.max))
    }

    async fn write(&self, batch: Vec<Waiting>) {
        if batch.len() > 1 {
            let steps: Vec<&Step> = batch.iter().map(|waiting| &waiting.step).collect();
            let done = async { advance_many(&mut *self.writer.pool.get().await?, &steps).await };
            match done.await {
                Ok(ids) => {
                    for Waiting { step, written } in batch {
                        let is_written = ids.contains(&step.id);
                        // The caller may be gone.
                        let _ = written.send(Ok(is_written.then_some(step)));
                    }
                    return;
                }
                // One move may have broken it for all. If they were written, and only the answer was lost, each is found to have changed.
                Err(trouble) => {
                    tracing::warn!(%trouble, moves = batch.len(), "cannot write moves as a batch; writing them one by one");
                }
            }
        }
        for Waiting { step, written } in batch {
            let pool = &self.writer.pool;
            let done = async {
                let mut connection = pool.get().await?;
                match pool.layout() {
                    Layout::Single => advance(&mut connection, &step).await,
                    Layout::Distributed => advance_on_its_node(&mut connection, &step).await,
                }
            };
            let result = done.await.map(|is_written| is_written.then_some(step));
            let _ = written.send(result);
        }
    }
}

/// Takes the moves of one statement: those that have waited longest, at most so many and one of each match.
fn together(waiting: &mut Vec<Waiting>, max: usize) -> Vec<Waiting> {
    let mut batch: Vec<Waiting> = Vec::new();
    let mut rest = Vec::new();
    for one in waiting.drain(..) {
        let fits = batch.len() < max && batch.iter().all(|other| other.step.id != one.step.id);
        if fits { &mut batch } else { &mut rest }.push(one);
    }
    *waiting = rest;
    batch
}
