//! Why something about a match is not done, in the words of the domain.

use std::panic::AssertUnwindSafe;

use futures_util::FutureExt;

use crate::db::Trouble;

/// The result of a decision.
pub type Outcome<T> = Result<T, Refusal>;

/// Why something is not done. Nothing has changed then.
#[derive(Debug)]
pub enum Refusal {
    /// There is no such thing, or none that the asker may know of.
    NotFound(&'static str),
    /// It is for somebody else to do.
    Forbidden(&'static str),
    /// The thing is not in a state in which this can be done.
    Conflict(String),
    /// A field of the request cannot be accepted.
    Field(&'static str, String),
    /// The move was meant for an earlier turn.
    Stale {
        /// The turn for which it was sent.
        quoted: u32,
        /// The present turn.
        turn: u32,
    },
    /// The rules refuse it.
    Rules(engine::Fault),
    /// So many seconds are to be waited before the next try.
    TooOften(u64),
    /// The database.
    Database(Trouble),
    /// Stored data that cannot be: a fault of ours.
    Broken(String),
}

/// Does the work, and makes a panic in it a fault of ours like any other: what is wrong with one match or letter must not
/// end the task that looks after all of them.
pub async fn caught<T>(work: impl Future<Output = Outcome<T>>) -> Outcome<T> {
    let panicked = |_| Err(Refusal::Broken("a panic, which the error output describes".to_owned()));
    AssertUnwindSafe(work).catch_unwind().await.unwrap_or_else(panicked)
}

impl From<Trouble> for Refusal {
    fn from(trouble: Trouble) -> Refusal {
        Refusal::Database(trouble)
    }
}

impl From<engine::Fault> for Refusal {
    fn from(fault: engine::Fault) -> Refusal {
        Refusal::Rules(fault)
    }
}

impl From<engine::Unreadable> for Refusal {
    fn from(unreadable: engine::Unreadable) -> Refusal {
        Refusal::Rules(unreadable.into())
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Refusal::NotFound(what) => write!(f, "there is no such {what}"),
            Refusal::Forbidden(why) => f.write_str(why),
            Refusal::Conflict(why) | Refusal::Broken(why) => f.write_str(why),
            Refusal::Field(name, why) => write!(f, "{name}: {why}"),
            Refusal::Stale { quoted, turn } => write!(f, "turn {quoted} is over, it is turn {turn}"),
            Refusal::Rules(fault) => write!(f, "{fault}"),
            Refusal::TooOften(seconds) => write!(f, "wait {seconds} s"),
            Refusal::Database(trouble) => write!(f, "{trouble}"),
        }
    }
}
