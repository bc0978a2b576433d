//! Letters, a file for each kind: its data and its text.

mod confirm_address;
mod invitation;
mod match_over;
mod match_started;
mod sign_in;
mod to_move;
mod your_turn;

use std::fmt;

pub use self::confirm_address::ConfirmAddress;
pub use self::invitation::Invitation;
pub use self::match_over::MatchOver;
pub use self::match_started::MatchStarted;
pub use self::sign_in::SignIn;
pub use self::to_move::ToMove;
pub use self::your_turn::YourTurn;
use super::compose::Envelope;
use super::sheet::Block;
use crate::category::Category;

/// A letter to one reader. Names and titles in it may be hostile; the letter shows them on one line and without links.
///
/// `Debug` names the kind of letter and nothing else.
pub trait Letter: Send {
    /// The category that the link of the letter stops; `None` for a letter that the reader has just asked for (RFC 8058, 3).
    fn category(&self) -> Option<Category>;

    /// Returns whether it is about a match that the reader plays in. Only such letters form a thread.
    fn of_a_match(&self) -> bool;

    /// The subject without its `Re:`. It is the same for every letter of a match, but begins with the news where a match waits for
    /// an answer or a choice of the reader.
    fn subject(&self) -> String;

    /// The body. The first sentence says what to do: a phone shows it before the letter is opened.
    fn blocks(&self, envelope: &Envelope) -> Vec<Block<'_>>;

    /// The reason why the letter came.
    fn reason(&self) -> &'static str;

    /// The name of the kind, for logs.
    fn name(&self) -> &'static str {
        std::any::type_name::<Self>()
    }
}

impl fmt::Debug for dyn Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The reason of every letter about a match that the reader plays in.
const PLAYS: &str = "You play in this match on Turnpost.";
