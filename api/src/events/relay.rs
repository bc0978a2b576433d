//! Messages between the servers on one database: who was notified of a match, and the sign-ins that have ended. Ids only: each server reads
//! for its own streams where the match is.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use data_encoding::BASE64URL_NOPAD;
use tokio::sync::Notify;
use uuid::Uuid;

use super::{Ended, Kind};
use crate::ids::{MatchId, SessionId, UserId};

/// The maximum number of items that wait for the database. If it is away for longer, the other servers' clients load everything again.
const MAX: usize = 4096;
/// A payload of NOTIFY has less than 8000 bytes (Postgres, "NOTIFY").
const LONGEST: usize = 7900;

/// An item for the other servers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Item {
    /// People were told of a match.
    Told {
        /// The match.
        match_id: MatchId,
        /// The kind of the notice.
        kind: Kind,
        /// True if spectators were told.
        public: bool,
        /// The time of a note in milliseconds; 0 for all else.
        at: u64,
        /// The people.
        people: Vec<UserId>,
    },
    /// Sign-ins have ended.
    Ended(Ended),
    /// Items were lost.
    Resync,
}

fn text(id: Uuid) -> String {
    BASE64URL_NOPAD.encode(id.as_bytes())
}

fn id(text: &str) -> Option<Uuid> {
    Uuid::from_slice(&BASE64URL_NOPAD.decode(text.as_bytes()).ok()?).ok()
}

/// The kinds with their signs.
const KINDS: [(Kind, &str); 6] = [
    (Kind::Match, "m"),
    (Kind::MatchStarted, "s"),
    (Kind::MatchOver, "o"),
    (Kind::Invitation, "i"),
    (Kind::Note, "n"),
    (Kind::Resync, "r"),
];

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Item::Told { match_id, kind, public, at, people } => {
                let sign = KINDS.iter().find(|(known, _)| known == kind).map_or("m", |(_, sign)| sign);
                write!(f, "t,{},{sign},{},{at:x}", text(match_id.0), u8::from(*public))?;
                people.iter().try_for_each(|user| write!(f, ",{}", text(user.0)))
            }
            Item::Ended(Ended::Session(user, session)) => write!(f, "s,{},{}", text(user.0), text(session.0)),
            Item::Ended(Ended::Tokens(user)) => write!(f, "k,{}", text(user.0)),
            Item::Ended(Ended::Account(user)) => write!(f, "a,{}", text(user.0)),
            Item::Ended(Ended::Table(match_id)) => write!(f, "e,{}", text(match_id.0)),
            Item::Resync => f.write_str("r"),
        }
    }
}

impl Item {
    /// Reads an item; none if it is of another version of the server.
    fn read(written: &str) -> Option<Item> {
        let parts: Vec<&str> = written.split(',').collect();
        Some(match parts[..] {
            ["t", of, sign, public, at, ref people @ ..] => Item::Told {
                match_id: MatchId(id(of)?),
                kind: KINDS.iter().find(|(_, known)| *known == sign)?.0,
                public: public == "1",
                at: u64::from_str_radix(at, 16).ok()?,
                people: people.iter().map(|user| Some(UserId(id(user)?))).collect::<Option<_>>()?,
            },
            ["s", user, session] => Item::Ended(Ended::Session(UserId(id(user)?), SessionId(id(session)?))),
            ["k", user] => Item::Ended(Ended::Tokens(UserId(id(user)?))),
            ["a", user] => Item::Ended(Ended::Account(UserId(id(user)?))),
            ["e", of] => Item::Ended(Ended::Table(MatchId(id(of)?))),
            ["r"] => Item::Resync,
            _ => return None,
        })
    }
}

/// The items that this process has for the others. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Relay(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    /// The name of this process in its payloads.
    origin: String,
    waiting: Mutex<Vec<Item>>,
    wake: Notify,
}

impl Relay {
    /// A relay of a process with this name, which no other process has: without blanks.
    pub fn new(origin: String) -> Relay {
        Relay(Arc::new(Inner { origin, waiting: Mutex::default(), wake: Notify::default() }))
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Item>> {
        // No code in this file panics while it holds the lock.
        self.0.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds an item. Never waits.
    pub fn push(&self, item: Item) {
        let mut waiting = self.lock();
        if waiting.len() >= MAX {
            *waiting = vec![Item::Resync];
        }
        waiting.push(item);
        drop(waiting);
        self.0.wake.notify_one();
    }

    /// Waits until there is an item. Only one task may wait.
    pub async fn ready(&self) {
        while self.lock().is_empty() {
            self.0.wake.notified().await;
        }
    }

    /// Takes all items, as payloads that are short enough.
    pub fn payloads(&self) -> Vec<String> {
        let items = std::mem::take(&mut *self.lock());
        let mut payloads: Vec<String> = Vec::new();
        for item in items.iter().map(Item::to_string) {
            match payloads.last_mut().filter(|payload| payload.len() + item.len() < LONGEST) {
                Some(payload) => {
                    payload.push(' ');
                    payload.push_str(&item);
                }
                None => payloads.push(format!("{} {item}", self.0.origin)),
            }
        }
        payloads
    }

    /// The items of a payload of another process; none of its own.
    pub fn read(&self, payload: &str) -> Vec<Item> {
        let mut words = payload.split(' ');
        if words.next() == Some(&self.0.origin) {
            return Vec::new();
        }
        words.filter_map(Item::read).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_read_as_they_were_written_and_payloads_are_short() {
        let (one, other) = (Relay::new("one".to_owned()), Relay::new("other".to_owned()));
        let (match_id, user) = (MatchId(Uuid::from_u128(u128::MAX - 5)), UserId(Uuid::from_u128(7)));
        let told = |number: u64| Item::Told {
            match_id,
            kind: KINDS[number as usize % KINDS.len()].0,
            public: number.is_multiple_of(2),
            at: number * 1_000_000,
            people: vec![user; number as usize % 8],
        };
        let ended = [
            Ended::Session(user, SessionId(Uuid::from_u128(1))),
            Ended::Tokens(user),
            Ended::Account(user),
            Ended::Table(match_id),
        ];
        let items = (0..500).map(told).chain(ended.map(Item::Ended)).chain([Item::Resync]);
        let items: Vec<Item> = items.collect();
        items.iter().cloned().for_each(|item| one.push(item));
        let payloads = one.payloads();
        assert!(payloads.len() > 3 && payloads.iter().all(|payload| payload.len() < 8000));
        assert_eq!(payloads.iter().flat_map(|payload| other.read(payload)).collect::<Vec<_>>(), items);
        assert!(payloads.iter().all(|payload| one.read(payload).is_empty()), "its own");
        assert!(one.payloads().is_empty());
        for nonsense in ["", "x", "x t", "x t,,,,", "x s,AAAA", "x q,1 zz", "x t,m"] {
            assert!(other.read(nonsense).is_empty(), "{nonsense}");
        }
        (0..MAX as u64 + 5).for_each(|number| one.push(told(number)));
        let read: Vec<Item> = one.payloads().iter().flat_map(|payload| other.read(payload)).collect();
        assert_eq!((read.len(), &read[0]), (6, &Item::Resync));
    }
}
