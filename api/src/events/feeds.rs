//! The streams that are open in this process, by the people and the matches that they follow.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::queue::Queue;
use super::{Change, Ended, Notice};
use crate::ids::{MatchId, SessionId, UserId};
use crate::limits::Asker;

/// The maximum number of streams of this process. Each costs 29 kB in a debug build.
const MAX: usize = 20_000;

/// What a stream is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topic {
    /// All matches of a person.
    Person(UserId),
    /// One match, for a reader who is signed in or not.
    Table(MatchId, Option<UserId>),
}

/// The client behind a stream.
#[derive(Clone, Copy, Debug)]
pub struct Subscriber {
    /// The account, or the network of a client without one.
    pub asker: Asker,
    /// The session; none for a personal access token and for a client without an account.
    pub session: Option<SessionId>,
}

/// The maximum number of streams at a time of one account, and of one network without an account.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// Of one account.
    pub account: u32,
    /// Of one network.
    pub network: u32,
}

/// The reason why no stream can be opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refused {
    /// This sender has as many streams as one may have.
    TooMany(u32),
    /// The server stops, or has as many streams as it can hold.
    Unavailable,
}

#[derive(Debug)]
struct Line {
    topic: Topic,
    subscriber: Subscriber,
    queue: Queue,
}

#[derive(Debug, Default)]
struct State {
    people: HashMap<UserId, Vec<Arc<Line>>>,
    tables: HashMap<MatchId, Vec<Arc<Line>>>,
    askers: HashMap<Asker, Vec<Arc<Line>>>,
    total: usize,
    is_closed: bool,
}

/// The open streams. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Feeds(Arc<Mutex<State>>);

/// An open stream. It is closed when this is dropped.
#[derive(Debug)]
pub struct Stream {
    line: Arc<Line>,
    feeds: Feeds,
}

impl Feeds {
    fn lock(&self) -> MutexGuard<'_, State> {
        // No code in this file panics while it holds the lock.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens a stream of the notices from now on.
    pub fn open(&self, topic: Topic, subscriber: Subscriber, limit: Limit) -> Result<Stream, Refused> {
        let max = match subscriber.asker {
            Asker::Account(_) | Asker::Program(_) => limit.account,
            Asker::Network(_) => limit.network,
        };
        let mut state = self.lock();
        if state.is_closed || state.total >= MAX {
            return Err(Refused::Unavailable);
        }
        if state.askers.get(&subscriber.asker).map_or(0, Vec::len) >= max as usize {
            return Err(Refused::TooMany(max));
        }
        let line = Arc::new(Line { topic, subscriber, queue: Queue::default() });
        match topic {
            Topic::Person(user) => state.people.entry(user).or_default().push(Arc::clone(&line)),
            Topic::Table(id, _) => state.tables.entry(id).or_default().push(Arc::clone(&line)),
        }
        state.askers.entry(subscriber.asker).or_default().push(Arc::clone(&line));
        state.total += 1;
        ::metrics::gauge!("turnpost_streams").increment(1);
        Ok(Stream { line, feeds: self.clone() })
    }

    /// Returns whether a stream is about this match or one of these people.
    pub fn follow(&self, id: MatchId, people: impl IntoIterator<Item = UserId>) -> bool {
        let state = self.lock();
        state.tables.contains_key(&id) || people.into_iter().any(|user| state.people.contains_key(&user))
    }

    /// Returns whether a stream of a session of this person is open: a page may show what happens.
    pub fn has_page(&self, user: UserId) -> bool {
        let state = self.lock();
        let mut lines = state.askers.get(&Asker::Account(user)).into_iter().flatten();
        lines.any(|line| line.subscriber.session.is_some())
    }

    /// Tells of a change.
    pub fn tell(&self, change: &Change) {
        let mut state = self.lock();
        let mut stuck = Vec::new();
        let mut push = |line: &Arc<Line>, notice: &Notice| {
            if !line.queue.push(notice) {
                stuck.push(Arc::clone(line));
            }
        };
        for (user, notice) in &change.told {
            state.people.get(user).into_iter().flatten().for_each(|line| push(line, notice));
        }
        for line in state.tables.get(&change.match_id).into_iter().flatten() {
            let player = match line.topic {
                Topic::Table(_, reader) => reader.filter(|reader| change.players.contains(reader)),
                Topic::Person(_) => None,
            };
            let own = |player| change.told.iter().find(|(user, _)| *user == player).map(|(_, notice)| notice);
            if let Some(notice) = player.map_or(change.spectators.as_ref(), own) {
                push(line, notice);
            }
        }
        for line in stuck {
            state.end(&line, true);
        }
    }

    /// Ends the streams of a sign-in that has ended.
    pub fn end(&self, ended: Ended) {
        let mut state = self.lock();
        let lines = match ended {
            Ended::Table(id) => state.tables.get(&id),
            Ended::Session(user, _) | Ended::Tokens(user) | Ended::Account(user) => {
                state.askers.get(&Asker::Account(user))
            }
        };
        let is_meant = |line: &&Arc<Line>| match ended {
            Ended::Session(_, session) => line.subscriber.session == Some(session),
            Ended::Tokens(_) => line.subscriber.session.is_none(),
            Ended::Account(_) | Ended::Table(_) => true,
        };
        let lines: Vec<Arc<Line>> = lines.into_iter().flatten().filter(is_meant).cloned().collect();
        lines.iter().for_each(|line| state.end(line, true));
    }

    /// Tells every stream that notices may have been missed.
    pub fn resync(&self) {
        let state = self.lock();
        for line in state.askers.values().flatten() {
            line.queue.push(&Notice::RESYNC);
        }
    }

    /// Ends all streams, and opens no more: the server stops.
    pub fn close(&self) {
        let mut state = self.lock();
        state.is_closed = true;
        let lines: Vec<Arc<Line>> = state.askers.values().flatten().cloned().collect();
        lines.iter().for_each(|line| state.end(line, false));
    }

    /// The number of entries: of open streams, and in all maps. For tests.
    pub fn sizes(&self) -> (usize, usize) {
        let state = self.lock();
        (state.total, state.people.len() + state.tables.len() + state.askers.len())
    }
}

impl State {
    fn end(&mut self, line: &Arc<Line>, drops: bool) {
        line.queue.end(drops);
        self.remove(line);
    }

    /// Takes a stream out of the maps; an entry goes with its last stream.
    fn remove(&mut self, line: &Arc<Line>) {
        match line.topic {
            Topic::Person(user) => take_out(&mut self.people, &user, line),
            Topic::Table(id, _) => take_out(&mut self.tables, &id, line),
        };
        if take_out(&mut self.askers, &line.subscriber.asker, line) {
            self.total -= 1;
            ::metrics::gauge!("turnpost_streams").decrement(1);
        }
    }
}

/// Returns whether the line was there.
fn take_out<K: Eq + Hash>(map: &mut HashMap<K, Vec<Arc<Line>>>, key: &K, line: &Arc<Line>) -> bool {
    let Some(lines) = map.get_mut(key) else { return false };
    let Some(at) = lines.iter().position(|other| Arc::ptr_eq(other, line)) else { return false };
    lines.swap_remove(at);
    if lines.is_empty() {
        map.remove(key);
    }
    true
}

impl Stream {
    /// Waits for the next notice; none once the stream has ended.
    pub async fn next(&self) -> Option<Notice> {
        self.line.queue.next().await
    }

    /// Takes the next notice, if one waits.
    pub fn take(&self) -> Option<Notice> {
        self.line.queue.take()
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        self.feeds.lock().remove(&self.line);
    }
}

#[cfg(test)]
mod tests;
