//! The sentence of the last email about such replies for a while.

use chrono::{DateTime, Utc};

use crate::brief::moment;
use crate::db::due_emails::EmailRow;
use crate::db::incoming::AnsweredRow;
use crate::db::words::CountedAs;
use crate::db::{Connection, people};
use crate::play;
use crate::play::telling::brief;
use crate::play::telling::reply::Key;

/// Returns the sentence for the email about a reply; `None` if it is not the last one.
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
    Ok(Some(sentence(Key::stored(&message.reply_key)?, counted_as, in_turn, until.as_deref())))
}

fn sentence(key: Key, counted_as: CountedAs, in_turn: bool, until: Option<&str>) -> String {
    let of_turn = match key {
        Key::Turn(_) | Key::Resign(_) => "this turn is over",
        Key::Invitation(_) => "you accept or decline",
        Key::Proposal(_) => "the proposal ends",
        Key::Person(..) | Key::Lesson(..) | Key::Bounce(_) => "you get a new list",
        Key::Request(..) | Key::Standing(..) => "tomorrow",
    };
    let until = match (in_turn, until) {
        (true, None) => of_turn.to_owned(),
        (true, Some(until)) => format!("{of_turn}, and at least until {until}"),
        (false, until) => until.unwrap_or("tomorrow").to_owned(),
    };
    let (sort, still) = match (key, counted_as) {
        (_, CountedAs::Standing) => {
            ("messages to this address", "The server still reads replies to its emails, and commands in them.")
        }
        (_, CountedAs::Stranger) => ("replies from other addresses", "The server still reads your own replies."),
        (Key::Invitation(_) | Key::Proposal(_), CountedAs::Prose | CountedAs::Again | CountedAs::Command) => {
            ("replies that say neither yes nor no", "You can still reply with yes or no, or use the page below.")
        }
        (
            Key::Person(..) | Key::Lesson(..) | Key::Request(..) | Key::Standing(..) | Key::Bounce(_),
            CountedAs::Prose | CountedAs::Again | CountedAs::Command,
        ) => ("commands and other replies", "You can still move: reply to an email about your turn."),
        (Key::Turn(_) | Key::Resign(_), CountedAs::Prose) => (
            "lines that the server cannot read as a move",
            "It still replies to lines in the notation of the game, and to commands such as help. The page below shows what \
             was played.",
        ),
        (Key::Turn(_) | Key::Resign(_), CountedAs::Again) => (
            "moves that you already played",
            "The server still plays other moves. The page below shows what was played.",
        ),
        (Key::Turn(_) | Key::Resign(_), CountedAs::Command) => {
            ("commands that change nothing", "The server still plays moves. The page below shows the board.")
        }
    };
    format!("Until {until}, this is the last email about {sort}. {still}")
}
