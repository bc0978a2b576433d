//! The sentence of an answer that is the last one to such messages for a while.

use chrono::{DateTime, Utc};

use crate::brief::moment;
use crate::db::due_emails::EmailRow;
use crate::db::incoming::AnsweredRow;
use crate::db::words::{CountedAs, IncomingKey};
use crate::db::{Connection, people};
use crate::play::{self, brief};

/// Returns the sentence for the email that answers a message; `None` if it is not the last one.
pub(super) async fn words(
    connection: &mut Connection,
    row: &EmailRow,
    message: &AnsweredRow,
    now: DateTime<Utc>,
) -> play::Result<Option<String>> {
    let (Some(counted_as), Some(in_turn)) = (message.counted_as, message.last_in_turn) else { return Ok(None) };
    let person = match row.user_id {
        Some(user) => people::person(connection, user).await?,
        None => None,
    };
    let zone = brief::zone(person.as_ref().map_or("UTC", |person| person.time_zone.as_str()));
    let until = message.last_until.map(|until| moment(until, zone, now));
    Ok(Some(sentence(message.key, counted_as, in_turn, until.as_deref())))
}

fn sentence(key: IncomingKey, counted_as: CountedAs, in_turn: bool, until: Option<&str>) -> String {
    let of_turn = match key {
        IncomingKey::Turn | IncomingKey::Resign => "this turn is over",
        IncomingKey::Invitation => "the invitation is answered",
        IncomingKey::Proposal => "the proposal has ended",
        IncomingKey::List | IncomingKey::Bounce => "you get a new list",
    };
    let until = match (in_turn, until) {
        (true, None) => format!("Until {of_turn}"),
        (true, Some(until)) => format!("Until {of_turn}, and at least until {until}"),
        (false, until) => format!("Until {}", until.unwrap_or("tomorrow")),
    };
    let (sort, still) = match (key, counted_as) {
        (_, CountedAs::Stranger) => {
            ("about messages from other addresses", "Your own messages are still read and answered.")
        }
        (IncomingKey::Invitation | IncomingKey::Proposal, CountedAs::Prose | CountedAs::Again | CountedAs::Command) => {
            (
                "to messages that say neither yes nor no",
                "An answer of yes or no still counts, and so does one on the page below.",
            )
        }
        (IncomingKey::List | IncomingKey::Bounce, CountedAs::Prose | CountedAs::Again | CountedAs::Command) => {
            ("to messages about a list", "Moves are still played: use the links below.")
        }
        (IncomingKey::Turn | IncomingKey::Resign, CountedAs::Prose) => (
            "to messages that cannot be read as a move",
            "Lines in the notation of the game are still answered, and so are commands such as help. The page below shows \
             what was played.",
        ),
        (IncomingKey::Turn | IncomingKey::Resign, CountedAs::Again) => (
            "to moves that were played before",
            "Other moves are still played and answered. The page below shows what was played.",
        ),
        (IncomingKey::Turn | IncomingKey::Resign, CountedAs::Command) => {
            ("to commands that change nothing", "Moves are still played and answered. The page below shows the board.")
        }
    };
    format!("{until}, this is the last email {sort}. {still}")
}
