//! Events, published once after the commit to the parts of this process that wait for them.

mod hub;

pub use hub::{Hub, Subscription};

use crate::ids::MatchId;

/// An event. It is a hint to look in the database, and carries no fact that a reader may not know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A match has changed: a player joined, a move was made, a clock ran out. Letters about it may be owed.
    MatchChanged(MatchId),
    /// A letter is owed that no change of a match brought: a sign-in, a change of address, an invitation.
    LetterOwed,
    /// A message was stored and is to be read.
    MessageStored,
}
