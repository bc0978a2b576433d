//! What there is to write about, as data.

use std::fmt;

use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;
use engine::{Chair, Choice, Names, Page};

use super::{Link, standing};
use crate::picture;

/// A letter to one reader. Names and titles in it may be hostile; the letter shows them on one line and without links.
///
/// `Debug` names the kind of letter and nothing else.
pub enum Letter {
    /// Somebody asked to sign in with this address.
    SignIn(SignIn),
    /// Somebody asked to move an account to another address.
    ConfirmAddress(ConfirmAddress),
    /// Somebody would like to play with the reader.
    Invitation(Invitation),
    /// A match has begun.
    MatchStarted(MatchStarted),
    /// The reader is awaited.
    YourTurn(YourTurn),
    /// A match has ended.
    MatchOver(MatchOver),
}

impl Letter {
    /// Is it about a match the reader plays in? Only such letters form a thread.
    pub(super) fn of_a_match(&self) -> bool {
        matches!(self, Letter::MatchStarted(_) | Letter::YourTurn(_) | Letter::MatchOver(_))
    }

    /// May the reader have no more of the kind? Letters somebody has just asked for have no such link (RFC 8058, 3).
    pub(super) fn can_be_stopped(&self) -> bool {
        self.of_a_match() || matches!(self, Letter::Invitation(_))
    }
}

impl fmt::Debug for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Letter::SignIn(_) => "SignIn",
            Letter::ConfirmAddress(_) => "ConfirmAddress",
            Letter::Invitation(_) => "Invitation",
            Letter::MatchStarted(_) => "MatchStarted",
            Letter::YourTurn(_) => "YourTurn",
            Letter::MatchOver(_) => "MatchOver",
        })
    }
}

/// A code and a link to sign in with. It is the same letter whether there is an account or not.
pub struct SignIn {
    /// What to type.
    pub code: String,
    /// A page with a button that signs in.
    pub link: Link,
    /// For how long both are good.
    pub valid_for: TimeDelta,
}

/// A question to one of the two addresses of an account that is to move.
pub struct ConfirmAddress {
    /// The address it is to move to; named only in the letter to the old one.
    pub new: String,
    /// Does this letter go to the new address? Then it names neither the account nor the old address: whoever reads there may
    /// be a stranger.
    pub at_new: bool,
    /// A page with a button that confirms.
    pub link: Link,
    /// For how long it is good.
    pub valid_for: TimeDelta,
}

/// An invitation to a match.
pub struct Invitation {
    /// Who invites.
    pub from_name: String,
    /// Who is invited, if that is known.
    pub reader: Option<String>,
    /// The game's name.
    pub game: String,
    /// One sentence that says what kind of game it is.
    pub summary: String,
    /// The title of the match.
    pub title: String,
    /// What it is played with: seats, options, clock; a line each.
    pub settings: Vec<String>,
    /// A page with a button that accepts.
    pub link: Link,
    /// Has the reader an account already?
    pub account: bool,
}

/// What all letters of one match say alike.
pub struct Table {
    /// The game's name.
    pub game: String,
    /// The title of the match. The subject is made of both: programs that thread by it need them never to change.
    pub title: String,
    /// The page of the match.
    pub link: Link,
    /// The name of the reader.
    pub reader: String,
    /// Who plays, a player for each seat in order.
    pub players: Vec<Player>,
}

impl Table {
    /// What to call the players in a story: `Anna (Red)`, so that it can be followed on the board.
    pub fn names(&self) -> Names {
        standing::names(self)
    }
}

/// Who sits on a chair.
pub struct Player {
    /// The person.
    pub name: String,
    /// The place at the table.
    pub chair: Chair,
}

/// What happened lately, as told to the reader.
#[derive(Default)]
pub struct Story {
    /// Does it begin after a move of the reader? Otherwise at the start of the match.
    pub since_own: bool,
    /// A sentence each.
    pub sentences: Vec<String>,
    /// How many sentences before these were left out.
    pub earlier: usize,
}

/// A match has begun.
pub struct MatchStarted {
    /// The match.
    pub table: Table,
    /// The board as the reader sees it.
    pub board: Board,
    /// What it is played with: options, clock; a line each.
    pub settings: Vec<String>,
    /// What the reader has to do, if he is awaited at once; then no letter of his turn is needed.
    pub to_move: Option<ToMove>,
}

/// The reader is awaited.
pub struct YourTurn {
    /// The match.
    pub table: Table,
    /// The board as the reader sees it.
    pub board: Board,
    /// What happened since the reader's last move.
    pub story: Story,
    /// What he has to do.
    pub to_move: ToMove,
}

/// A match has ended. The result stands on the page.
pub struct MatchOver {
    /// The match.
    pub table: Table,
    /// The last board.
    pub board: Board,
    /// What happened since the reader's last move.
    pub story: Story,
}

/// What a player who is awaited needs to know.
pub struct ToMove {
    /// The page to move on, good for this turn only.
    pub link: Link,
    /// Until when, if the clock runs.
    pub deadline: Option<Deadline>,
    /// What a move may begin with now.
    pub choices: Vec<Choice>,
    /// Every kind of move: an example, and what it does.
    pub notation: Vec<(String, String)>,
}

/// When a turn has to be taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deadline {
    /// The moment.
    pub at: DateTime<Utc>,
    /// The reader's time zone, in which it is told.
    pub zone: Tz,
    /// What happens then.
    pub lapse: Lapse,
}

/// What happens when a turn is not taken in time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lapse {
    /// The turn passes.
    TurnPasses,
    /// The player is out of the match.
    PlayerIsOut,
}

/// A board, drawn in every way a letter needs. All of it comes from one page and so shows what that page's eye may see.
pub struct Board {
    /// The page it was made from.
    pub(super) page: Page,
    /// The whole picture as monospaced text.
    pub(super) text: String,
    /// The board alone as PNG. What stands beside it goes into the letter as text.
    pub(super) png: Option<Vec<u8>>,
}

impl Board {
    /// Draws a page. Takes some milliseconds, most of them for the PNG; should that fail, the letter shows the text board instead.
    pub fn of(page: Page) -> Board {
        let scene = picture::board_alone(&page.scene);
        Board { text: page.text(), png: picture::png(&engine::svg::paint(&scene), None).ok(), page }
    }
}
