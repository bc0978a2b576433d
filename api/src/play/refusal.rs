//! Reasons for refusing a decision, in the words of the domain.

use std::panic::AssertUnwindSafe;

use futures_util::FutureExt;

use crate::address::{Address, BadAddress};
use crate::app::App;
use crate::db::Trouble;
use crate::token::Scope;

/// The minutes for which a code or link of an email is fresh proof that the reader of a session reads the mail of the account.
pub const PROOF_MINUTES: i64 = 10;

/// The refusal that a person gets whose account is blocked.
pub(in crate::play) fn blocked(app: &App) -> Refusal {
    Refusal::Blocked(app.config.host_address.clone())
}

/// The result of a decision.
pub type Result<T, E = Refusal> = std::result::Result<T, E>;

/// The reason why an action is refused. Nothing has changed then. As text it is a sentence for people; the texts of [`Refusal::Database`]
/// and [`Refusal::Broken`] are for the log only.
#[derive(Debug)]
pub enum Refusal {
    /// There is no such thing, or none that the caller may know of.
    NotFound(&'static str),
    /// The caller may see the thing, but only others may do this to it.
    Forbidden(&'static str),
    /// The thing is not in a state in which this can be done.
    Conflict(String),
    /// The thing has changed since the caller read it.
    Changed,
    /// Other acts in the match come first, again and again; another try may succeed.
    Busy,
    /// The value of this field belongs to another account, for the reason given.
    Taken(&'static str, &'static str),
    /// A field of the request cannot be accepted, for the reason given.
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
    /// There are too many moves to list them all.
    TooManyMoves,
    /// The match cannot be rated, for the reason given.
    NotRatable(String),
    /// People can no longer enter the tournament, for the reason given.
    EntryClosed(&'static str),
    /// The person plays in these tournaments, and with another one in too many matches at a time.
    TooManyTournaments(Vec<String>),
    /// Moves cannot be explored.
    Unexplored(engine::explore::Unexplored),
    /// The limit is reached; the next try is possible after this many seconds.
    TooOften(u64),
    /// The account has as many matches that are not over as one may have.
    TooManyMatches(u32),
    /// This sender has as many streams of events as one may have at a time.
    TooManyStreams(u32),
    /// The server stops, or has as many streams as it can hold.
    Stopping,
    /// The session has ended, or its account was deleted, since the access token was made.
    SignedOut,
    /// A code or link of an email is wrong, used, expired, or was tried too often. Which of these is not told.
    BadCode,
    /// A refresh token is unknown, expired, ended, or was used before.
    BadRefreshToken,
    /// The host has blocked the account; the address at which its person can ask, if the host has set one.
    Blocked(Option<Address>),
    /// The person has no account, and may not make one.
    RegistrationClosed,
    /// The personal access token or the app lacks this scope.
    ScopeMissing(Scope),
    /// Only a session may do this, no personal access token and no app.
    SessionNeeded,
    /// The session needs fresh proof that its reader reads the mail of the account.
    CodeNeeded,
    /// The database refused or cannot be reached.
    Database(Trouble),
    /// Stored data that cannot occur: a fault of the server.
    Broken(String),
}

/// Does the work, and turns a panic in it into [`Refusal::Broken`], so that a fault in one match or email does not end the
/// task that serves all matches or emails.
pub async fn caught<T>(work: impl Future<Output = Result<T>>) -> Result<T> {
    let panicked = |_| Err(Refusal::Broken("a panic, which the error output describes".to_owned()));
    AssertUnwindSafe(Box::pin(work)).catch_unwind().await.unwrap_or_else(panicked)
}

impl From<Trouble> for Refusal {
    fn from(trouble: Trouble) -> Refusal {
        Refusal::Database(trouble)
    }
}

/// Every address of a request is in a field of that name.
impl From<BadAddress> for Refusal {
    fn from(why: BadAddress) -> Refusal {
        Refusal::Field("address", why.to_string())
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
            Refusal::NotFound(what) => write!(f, "There is no such {what}, or none that you may see."),
            Refusal::Forbidden(why) | Refusal::Taken(_, why) | Refusal::EntryClosed(why) => f.write_str(why),
            Refusal::Conflict(why) | Refusal::Broken(why) | Refusal::Field(_, why) => f.write_str(why),
            Refusal::Changed => f.write_str("It has changed since you read it. Read it again before you replace it."),
            Refusal::Busy => f.write_str("Too many players are acting in this match at once. Send the move again."),
            Refusal::Stale { quoted, turn } => {
                write!(f, "Your move is for turn {quoted}, but it is turn {turn}. Look at the page again.")
            }
            Refusal::Rules(fault) => write!(f, "{fault}"),
            Refusal::TooManyMoves => f.write_str(
                "There are too many moves to list them all. List them step by step: omit `all`, pick a choice, and \
                 send its `text` as the next `so_far`, until a choice is `complete`.",
            ),
            Refusal::NotRatable(why) => write!(f, "The match cannot be rated. {why}"),
            Refusal::TooManyTournaments(names) => write!(
                f,
                "With the matches of {} you could have too many at a time. Enter once one of these tournaments is over.",
                names.join(", ")
            ),
            Refusal::Unexplored(why) => write!(f, "{why}"),
            Refusal::TooOften(seconds) => write!(f, "Too many requests of this kind; try again in {seconds} s."),
            Refusal::TooManyMatches(max) => {
                write!(
                    f,
                    "You already have {max} open or running matches, the maximum. Another is possible once one of them ends."
                )
            }
            Refusal::TooManyStreams(max) => {
                write!(f, "You already have {max} event streams, the maximum. Close one and try again.")
            }
            Refusal::Stopping => {
                f.write_str("The server accepts no more event streams right now; try again in a moment.")
            }
            Refusal::SignedOut => f.write_str("The session has ended, or the account was deleted. Sign in again."),
            Refusal::BadCode => f.write_str(
                "The code or link is wrong, has been used, has expired, or was tried too often. Request a new email: \
                 its link works even after too many wrong codes.",
            ),
            Refusal::BadRefreshToken => {
                f.write_str("The refresh token is unknown, expired or revoked, or was used before. Sign in again.")
            }
            Refusal::Blocked(Some(host)) => {
                write!(f, "The host of this server has blocked this account. Write to {} to ask why.", host.as_str())
            }
            Refusal::Blocked(None) => {
                f.write_str("The host of this server has blocked this account. Ask the host why.")
            }
            Refusal::RegistrationClosed => f.write_str(
                "There is no account with this email address, and new players need an invitation. Ask a player to \
                 invite the address to a match.",
            ),
            Refusal::ScopeMissing(scope) => {
                write!(f, "This needs a token with the scope {}, or a session.", scope.name())
            }
            Refusal::SessionNeeded => f.write_str("Personal access tokens and apps cannot do this. Sign in."),
            Refusal::CodeNeeded => write!(
                f,
                "This needs a code from an email, entered in the last {PROOF_MINUTES} minutes. Sign in again with a code, then \
                 retry."
            ),
            Refusal::Database(trouble) => write!(f, "{trouble}"),
        }
    }
}
