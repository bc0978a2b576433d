//! The kinds of emails, each with its facts.

use super::stored::{Stored, words};
use crate::category::Category;

/// What calls of webhooks and messages to browsers are about. Each is made beside an email of a kind, and about its match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Occasion {
    YourTurn,
    Started,
    Over,
    Invitation,
}

/// What an email is about, beside its match and its reader.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AboutKind {
    Nothing,
    SignIn,
    AddressChange,
    Invitation,
    Hook,
    Report,
    Notice,
    Tournament,
    /// A category of emails: the one that was disabled, or that of a list that was replied to.
    Category,
    /// The seat of a player, who may be another one than its reader.
    Seat,
    Deadline,
    /// The time of the last line of the log.
    LastLine,
    Proposal,
}

/// The facts of a kind of email.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Facts {
    /// What they are about.
    pub about: AboutKind,
    /// The category that stops emails of this kind. None if their reader asked for them, or if they protect an account.
    pub category: Option<Category>,
    /// True if they are about a match in which the reader plays. Only such emails form a thread.
    pub in_match: bool,
    /// True if they ask for the move of a turn: its deadline moves if such an email cannot be delivered.
    pub asks_for_move: bool,
    /// True if they say that their match has changed or that their reader is awaited: then an event may say it, too.
    pub is_news: bool,
    /// The call and the message beside them, if there are any.
    pub occasion: Option<Occasion>,
}

/// The facts of a kind that has none of its own.
const PLAIN: Facts = Facts {
    about: AboutKind::Nothing,
    category: None,
    in_match: false,
    asks_for_move: false,
    is_news: false,
    occasion: None,
};

macro_rules! email_kinds {
    ($($(#[$doc:meta])* $kind:ident = $word:tt { $($fact:ident: $value:expr),* };)*) => {
        words! {
            /// The kind of an email.
            EmailKind { $($(#[$doc])* $kind = $word,)* }
        }

        impl EmailKind {
            /// Returns the facts of the kind.
            pub const fn facts(self) -> Facts {
                match self {
                    $(EmailKind::$kind => Facts { $($fact: $value,)* ..PLAIN },)*
                }
            }
        }
    };
}

email_kinds! {
    /// A code and a link to sign in with.
    SignIn = "sign-in" { about: AboutKind::SignIn };
    /// A question to one of the two addresses of an account that changes its address.
    ConfirmAddress = "confirm-address" { about: AboutKind::AddressChange };
    /// An invitation to a match.
    Invitation = "invitation" { about: AboutKind::Invitation, category: Some(Category::Invitations), occasion: Some(Occasion::Invitation) };
    /// A match has started.
    MatchStarted = "match-started" { category: Some(Category::Matches), in_match: true, asks_for_move: true, is_news: true, occasion: Some(Occasion::Started) };
    /// The reader is to move.
    YourTurn = "your-turn" { category: Some(Category::Turns), in_match: true, asks_for_move: true, is_news: true, occasion: Some(Occasion::YourTurn) };
    /// A match has ended.
    MatchOver = "match-over" { category: Some(Category::Matches), in_match: true, is_news: true, occasion: Some(Occasion::Over) };
    /// A move that came by email was played.
    MovePlayed = "move-played" { category: Some(Category::Turns), in_match: true };
    /// A message was not played: it is refused, or it asked for something else.
    MoveRefused = "move-refused" { category: Some(Category::Turns), in_match: true };
    /// A reply came from another address.
    ReplyHeld = "reply-held" { category: Some(Category::Turns), in_match: true };
    /// An invitation was answered by email.
    InvitationAnswered = "invitation-answered" { about: AboutKind::Invitation, category: Some(Category::Invitations), is_news: true };
    /// The deadline of the reader's turn is near.
    Reminder = "reminder" { about: AboutKind::Deadline, category: Some(Category::Turns), in_match: true, asks_for_move: true };
    /// The matches that wait for the reader.
    YourMatches = "your-matches" { about: AboutKind::Category };
    /// A category of emails is disabled.
    EmailsOff = "emails-off" { about: AboutKind::Category };
    /// Emails to another player come back.
    EmailsBounce = "emails-bounce" { about: AboutKind::Seat, category: Some(Category::Matches), in_match: true };
    /// The time of the reader has expired.
    Lapsed = "lapsed" { category: Some(Category::Turns), in_match: true, is_news: true };
    /// A seat is offered to others, because the time of its player has expired.
    SeatOffered = "seat-offered" { about: AboutKind::Seat, category: Some(Category::Matches), in_match: true, is_news: true };
    /// Another person has taken a seat that was offered.
    SeatTaken = "seat-taken" { about: AboutKind::Seat, category: Some(Category::Matches), in_match: true, is_news: true };
    /// No player has moved in a match without a clock for long.
    StillPlaying = "still-playing" { about: AboutKind::LastLine, category: Some(Category::Matches), in_match: true };
    /// A player proposes a pause of the clocks, or more time.
    Proposal = "proposal" { about: AboutKind::Proposal, category: Some(Category::Matches), in_match: true, is_news: true };
    /// A proposal has ended.
    ProposalAnswered = "proposal-answered" { about: AboutKind::Proposal, category: Some(Category::Matches), in_match: true, is_news: true };
    /// The matches that wait for the reader, in place of many emails about turns.
    TurnList = "turn-list" { category: Some(Category::Turns) };
    /// The matches that wait for the reader, once a day.
    Digest = "digest" { category: Some(Category::Digest) };
    /// To the creator of a match: a player whose time expired has not moved since.
    SeatIdle = "seat-idle" { about: AboutKind::Seat, category: Some(Category::Matches) };
    /// A webhook was disabled, because its calls have failed for days.
    HookOff = "hook-off" { about: AboutKind::Hook, category: Some(Category::Matches) };
    /// To the host: a person reports something.
    Report = "report" { about: AboutKind::Report };
    /// Something was done in the name of the account: a sign-in from a new network, a new token, a copied token, the deletion.
    AccountNotice = "account-notice" { about: AboutKind::Notice };
    /// The outcome of the commands of a message, or the question whether to carry them out.
    Answer = "answer" {};
    /// To a person without an account who wrote to the standing address: the question whether to make one.
    Welcome = "welcome" {};
    /// A tournament of the reader has started.
    TournamentBegins = "tournament-begins" { about: AboutKind::Tournament, category: Some(Category::Matches) };
    /// A tournament of the reader is over, or was called off.
    TournamentOver = "tournament-over" { about: AboutKind::Tournament, category: Some(Category::Matches) };
}

/// The words of the kinds beside which a call is made.
pub(super) fn with_occasion() -> Vec<&'static str> {
    EmailKind::ALL.iter().filter(|kind| kind.facts().occasion.is_some()).map(|kind| kind.name()).collect()
}
