//! A queue for some threads: each sender has one of them at a time, and the one that has used least time goes first. Work without a sender
//! comes after all others.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tokio::sync::oneshot;

use super::NotDone;
use super::used::Used;
use crate::limits::Asker;

/// The maximum number of pieces of work of one sender that run or wait.
pub(super) const MAX_OF_A_SENDER: usize = 16;

/// A queue. Clones share it.
#[derive(Clone, Debug)]
pub(super) struct Queue {
    state: Arc<Mutex<State>>,
    used: Used,
}

#[derive(Debug)]
struct State {
    /// The threads that are free.
    free: usize,
    lines: HashMap<Asker, Line>,
    /// The work that waits without a sender.
    idle: VecDeque<oneshot::Sender<Turn>>,
    /// The number of pieces that have come so far.
    come: u64,
}

/// The work of one sender.
#[derive(Debug, Default)]
struct Line {
    /// True while a piece runs.
    runs: bool,
    /// Those that wait, each with its number, the first one first.
    waiting: VecDeque<(u64, oneshot::Sender<Turn>)>,
}

/// The use of a thread, which ends when it is dropped.
#[derive(Debug)]
pub(super) struct Turn {
    queue: Queue,
    /// None if it is for no sender: nothing is charged.
    sender: Option<Asker>,
    began: Option<Instant>,
}

impl Turn {
    /// Notes that the work begins, whose time is charged.
    pub(super) fn begin(self) -> Turn {
        let mut turn = self;
        turn.began = Some(Instant::now());
        turn
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        if let (Some(began), Some(sender)) = (self.began, self.sender) {
            self.queue.used.charge(sender, began.elapsed(), Instant::now());
        }
        {
            let mut state = self.queue.lock();
            state.free += 1;
            if let Some(line) = self.sender.and_then(|sender| state.lines.get_mut(&sender)) {
                line.runs = false;
            }
            state.tidy();
        }
        self.queue.give_turns();
    }
}

impl State {
    /// Forgets work whose caller is gone, and senders without work.
    fn tidy(&mut self) {
        for line in self.lines.values_mut() {
            line.waiting.retain(|(_, turn)| !turn.is_closed());
        }
        self.lines.retain(|_, line| line.runs || !line.waiting.is_empty());
        self.idle.retain(|turn| !turn.is_closed());
    }
}

impl Queue {
    /// A queue for so many threads.
    pub(super) fn new(threads: usize, used: Used) -> Queue {
        let state = State { free: threads, lines: HashMap::new(), idle: VecDeque::new(), come: 0 };
        Queue { state: Arc::new(Mutex::new(state)), used }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of free threads.
    pub(super) fn free(&self) -> usize {
        self.lock().free
    }

    /// The time that senders have used.
    #[cfg(test)]
    pub(super) const fn used(&self) -> &Used {
        &self.used
    }

    /// The number of senders whose work waits, without this one.
    pub(super) fn others_wait(&self, sender: Option<Asker>) -> usize {
        let state = self.lock();
        let waits = |line: &Line| !line.runs && line.waiting.iter().any(|(_, turn)| !turn.is_closed());
        state.lines.iter().filter(|(other, line)| Some(**other) != sender && waits(line)).count()
    }

    /// Waits for a thread that no sender wants.
    pub(super) async fn idle_turn(&self) -> Result<Turn, NotDone> {
        let (give, given) = oneshot::channel();
        self.lock().idle.push_back(give);
        self.give_turns();
        given.await.map_err(|_| NotDone::Spilled)
    }

    /// Waits for the use of a thread.
    pub(super) async fn turn(&self, sender: Asker) -> Result<Turn, NotDone> {
        self.used.may_use_more(sender, Instant::now()).map_err(NotDone::TooMuch)?;
        let (give, given) = oneshot::channel();
        {
            let mut state = self.lock();
            state.tidy();
            state.come += 1;
            let number = state.come;
            let line = state.lines.entry(sender).or_default();
            if line.waiting.len() + usize::from(line.runs) >= MAX_OF_A_SENDER {
                return Err(NotDone::TooMuch(1));
            }
            line.waiting.push_back((number, give));
        }
        self.give_turns();
        given.await.map_err(|_| NotDone::Spilled)
    }

    /// Gives free threads to those that wait.
    fn give_turns(&self) {
        while let Some((sender, give)) = self.next() {
            // A turn whose caller is gone ends at once.
            drop(give.send(Turn { queue: self.clone(), sender, began: None }));
        }
    }

    /// The next piece of work for a free thread: of the senders that have none, the one that has used the least time, else the one that waits for
    /// the longest; else work without a sender.
    fn next(&self) -> Option<(Option<Asker>, oneshot::Sender<Turn>)> {
        let mut state = self.lock();
        if state.free == 0 {
            return None;
        }
        let now = Instant::now();
        let waits = |(sender, line): (&Asker, &Line)| {
            let (number, _) = line.waiting.front().filter(|_| !line.runs)?;
            Some(((self.used.by(*sender, now), *number), *sender))
        };
        let Some((_, sender)) = state.lines.iter().filter_map(waits).min_by_key(|(order, _)| *order) else {
            let give = state.idle.pop_front()?;
            state.free -= 1;
            return Some((None, give));
        };
        let line = state.lines.get_mut(&sender)?;
        let (_, give) = line.waiting.pop_front()?;
        line.runs = true;
        state.free -= 1;
        Some((Some(sender), give))
    }
}
