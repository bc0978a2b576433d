//! Events: what has happened, published once after the commit to the parts of this process that wait for it.

mod hub;

pub use hub::{Hub, Subscription};

use crate::ids::MatchId;

/// Something that has happened. It is a hint to look, and carries nothing that a reader might not know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A match has changed: a player joined, a move was made, a clock ran out. Letters about it may be owed.
    MatchChanged(MatchId),
    /// A letter is owed that no change of a match brought: a sign-in, a change of address, an invitation.
    LetterOwed,
}
