//! Emails, a file for each kind: its data and its text.

mod account_blocked;
mod account_notice;
mod commands_answered;
mod confirm_address;
mod emails_bounce;
mod emails_off;
mod first_match;
mod hook_off;
mod invitation;
mod invitation_answered;
mod lapsed;
mod last_auto_reply;
mod lesson;
mod mail_test;
mod match_over;
mod match_started;
mod move_played;
mod move_refused;
mod proposal;
mod proposal_answered;
mod registration_closed;
mod reminder;
mod reply_held;
mod report;
mod seat_idle;
mod seat_offered;
mod seat_taken;
mod sign_in;
mod still_playing;
mod to_move;
mod tournament;
mod welcome;
mod your_matches;
mod your_turn;

use std::fmt;

pub use self::account_blocked::AccountBlocked;
pub use self::account_notice::{AccountNotice, Noticed};
pub use self::commands_answered::{CommandsAnswered, HowToPlay, Listed, Part};
pub use self::confirm_address::ConfirmAddress;
pub use self::emails_bounce::EmailsBounce;
pub use self::emails_off::EmailsOff;
pub use self::first_match::FirstMatch;
pub use self::hook_off::HookOff;
pub use self::invitation::Invitation;
pub use self::invitation_answered::{Answered, InvitationAnswered};
pub use self::lapsed::Lapsed;
pub use self::last_auto_reply::LastAutoReply;
pub use self::lesson::{LessonPart, Task};
pub use self::mail_test::MailTest;
pub use self::match_over::MatchOver;
pub use self::match_started::MatchStarted;
pub use self::move_played::MovePlayed;
pub use self::move_refused::{Feedback, MoveRefused};
pub use self::proposal::Proposal;
pub use self::proposal_answered::ProposalAnswered;
pub use self::registration_closed::RegistrationClosed;
pub use self::reminder::Reminder;
pub use self::reply_held::ReplyHeld;
pub use self::report::Report;
pub use self::seat_idle::SeatIdle;
pub use self::seat_offered::SeatOffered;
pub use self::seat_taken::SeatTaken;
pub use self::sign_in::SignIn;
pub use self::still_playing::StillPlaying;
pub use self::to_move::ToMove;
pub use self::tournament::{Challenged, OwnTournament, TournamentBegins, TournamentOver};
pub use self::welcome::Welcome;
pub use self::your_matches::{WaitingMatch, WhyListed, YourMatches};
pub use self::your_turn::YourTurn;
use super::compose::Envelope;
use super::sheet::Block;
use super::{Attached, Link};
use crate::brief::Table;
use crate::brief::clean::line;

/// An email to one reader. Names and titles in it may be hostile; the email shows them on one line and without links.
///
/// `Debug` names the kind of email and nothing else.
pub trait Email: Send {
    /// The subject. It begins with the news, and is the same for every email of a kind about one match.
    fn subject(&self) -> String;

    /// The first line if the reader is to reply: the reply is written above it.
    fn mark(&self) -> Option<&'static str> {
        None
    }

    /// The files that come with it.
    fn attachments(&self) -> Vec<&Attached> {
        Vec::new()
    }

    /// The body. The first sentence says what to do: a phone shows it before the email is opened.
    fn blocks(&self, envelope: &Envelope) -> Vec<Block<'_>>;

    /// True if it leaves out what its reader can ask for by a reply.
    fn is_short(&self) -> bool {
        false
    }

    /// The reason why the email came.
    fn reason(&self) -> &'static str {
        "You play in this match on Turnpost."
    }

    /// The name of the kind, for logs.
    fn name(&self) -> &'static str {
        std::any::type_name::<Self>()
    }
}

impl fmt::Debug for dyn Email {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The news of emails about a match or a tournament: their subjects are made of it, the game and the title.
pub(super) const NEWS: &[&str] = &[
    "Clocks paused",
    "Emails bounce",
    "Match idle",
    OVER,
    STARTED,
    "More time",
    "More time proposed",
    "No extra time",
    "No pause",
    "Not played",
    "Pause proposed",
    "Played",
    "Reminder",
    "Seat offered",
    "Seat taken",
    BEGINS,
    CALLED_OFF,
    TOURNAMENT_OVER,
    CHALLENGED,
    "Your answer",
    "Your choice",
    "Your reply",
    "Your seat is offered",
    "Your time ran out",
    "Your turn",
];

/// The news of emails about tournaments.
const BEGINS: &str = "Tournament begins";
const CALLED_OFF: &str = "Tournament called off";
const TOURNAMENT_OVER: &str = "Tournament over";
const CHALLENGED: &str = "You are challenged";

/// The news of the start of a match.
pub const STARTED: &str = "Match started";

/// The news of the end of a match.
pub const OVER: &str = "Match over";

/// The middle of the subject of an invitation.
pub(super) const INVITES: &str = " invites you to play ";

/// The news of an idle player, after the name.
pub(super) const IDLE: &str = " hasn't moved";

/// The mark of emails about an invitation or a proposal.
const YES_OR_NO: &str = "Reply above this line with yes or no.";

/// The mark of emails to a player who is not awaited.
const COMMAND: &str = "Reply above this line with a command, such as help.";

/// The mark of the email about the end of a match.
const REMATCH: &str = "Reply above this line with a command, such as rematch.";

/// The mark of the email about the end of a category of emails.
const START: &str = "Reply above this line with start to get these emails again.";

/// The label of the link to the rules.
const RULES: &str = "How to play, and the rules";

/// The reason of every email about an address that was entered to sign in.
const ENTERED: &str = "Someone entered this address to sign in to Turnpost.";

/// A sentence, after the moves of the reply that the email is about, if any.
fn played(moves: &[String], sentence: String) -> String {
    if moves.is_empty() { sentence } else { format!("Played: {}. {sentence}", line(&moves.join("; then "))) }
}

/// The record so far, to be compared with that of the end.
fn record(table: &Table) -> Option<Block<'_>> {
    table.record.as_ref().map(|record| Block::words(record.words()))
}

/// The turns on which a lapse would put a player out of the match: `your next turn`.
fn next_turns(whose: &str, left: u8) -> String {
    if left == 1 { format!("{whose} next turn") } else { format!("{whose} next {left} turns") }
}

/// The link for spectators, and its use.
fn for_friends(watch: &Link) -> [Block<'_>; 2] {
    let words = "Share this link with friends who want to watch. They see only what spectators see.";
    [Block::words(words), Block::Link("Watch the match", watch.as_str())]
}
