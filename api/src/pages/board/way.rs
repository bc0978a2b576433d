//! The reader of the page of a match, and the way on which the reader reached it.

use crate::db::people::Person;
use crate::play::Match;
use crate::play::game::turn_link::TurnLink;

/// The reader of the page.
pub(in crate::pages) enum Reader {
    /// A player, in a turn.
    Player(TurnLink),
    /// A spectator, who may be signed in.
    Spectator(Match, Option<Person>),
}

/// How the reader reached the page.
#[derive(Clone, Default, Debug)]
pub(in crate::pages) enum Way {
    /// Signed in, with this name.
    SignedIn {
        name: String,
        /// The matches that wait for the reader, this one left out: the path of the first, and their number.
        next: Option<(String, usize)>,
    },
    /// A guest, in an own match.
    Guest,
    /// By the link of an email to a player, which opens one turn.
    Email,
    /// By the link for friends.
    Watch,
    /// Signed out, and without a link.
    #[default]
    Visitor,
}

impl Way {
    /// True for a reader whom a cookie names.
    pub(super) fn is_own(&self) -> bool {
        match self {
            Way::SignedIn { .. } | Way::Guest => true,
            Way::Email | Way::Watch | Way::Visitor => false,
        }
    }
}
