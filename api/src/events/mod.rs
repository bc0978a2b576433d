//! Events, published once after the commit: signals for the tasks of this process, and notices for people who follow their matches.

mod ended;
mod feeds;
mod hub;
mod notice;
mod queue;
mod relay;

pub use ended::{Ended, EndedSignIns};
pub use feeds::{Feeds, Limit, Refused, Stream, Subscriber, Topic};
pub use hub::{Hub, Subscription};
pub use notice::{Change, Kind, Level, Notice, Version};
pub use relay::{Item, Relay};

use crate::ids::MatchId;

/// A signal to the tasks of this process. It is a hint to look in the database, and carries no fact that a reader may not know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A match has changed: a player joined, a move was made, a clock expired. Emails about it may be owed.
    MatchChanged(MatchId),
    /// A computer player is awaited in this match.
    ComputerAwaited(MatchId),
    /// An email for a sign-in or a change of address is owed.
    AccessEmailOwed,
    /// Another email is owed that no change of a match brought, such as an invitation.
    EmailOwed,
    /// A message was stored and is to be read.
    MessageStored,
    /// A call of a webhook or a message to a browser is owed.
    CallOwed,
}

impl Event {
    /// The match in which a computer player is awaited.
    pub fn of_computer(self) -> Option<MatchId> {
        match self {
            Event::ComputerAwaited(id) => Some(id),
            Event::MatchChanged(_)
            | Event::AccessEmailOwed
            | Event::EmailOwed
            | Event::MessageStored
            | Event::CallOwed => None,
        }
    }
}
