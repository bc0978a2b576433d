//! The automatic reply to an inbound email, if any: automatic replies to messages that play nothing are limited, and the last one says
//! that it is.

use chrono::{DateTime, DurationRound, TimeDelta, Utc};

use super::handled::Handled;
use crate::app::App;
use crate::db::Connection;
use crate::db::auto_reply_counts::{self, AutoReplyFigures, AutoReplyLimit};
use crate::db::incoming::MessageRow;
use crate::db::words::{CountedAs, IncomingResult};
use crate::ids::{EmailId, UserId};
use crate::play::telling::reply::Key;
use crate::play::{self, EmailKind};

/// The maximum of automatic replies of one count about one invitation.
const MAX_ABOUT_INVITATION: i64 = 6;

/// The limits of one count: two programs that reply to each other must come to an end.
struct Limits {
    in_an_hour: i64,
    in_a_day: i64,
    in_turn: Option<i64>,
}

fn max(key: Key, counted_as: CountedAs) -> Limits {
    match counted_as {
        // A person who tries to move in several matches makes a mistake in each.
        CountedAs::Prose if key.turn().is_some() => Limits { in_an_hour: 12, in_a_day: 30, in_turn: Some(3) },
        CountedAs::Prose => Limits { in_an_hour: 6, in_a_day: 30, in_turn: Some(3) },
        CountedAs::Again | CountedAs::Stranger => Limits { in_an_hour: 6, in_a_day: 30, in_turn: None },
        CountedAs::Command | CountedAs::Standing => Limits { in_an_hour: 12, in_a_day: 30, in_turn: None },
    }
}

/// An automatic reply.
#[derive(Clone, Copy, Debug)]
pub(super) struct AutoReply {
    pub(super) kind: EmailKind,
    /// Its count, if it is counted.
    pub(super) counted_as: Option<CountedAs>,
    /// The limit that it reaches, if any.
    pub(super) last: Option<AutoReplyLimit>,
}

/// Returns the automatic reply to a message; `None` if none is due, or the limit of its count is reached.
pub(super) async fn auto_reply_to(
    app: &App,
    connection: &mut Connection,
    (row, key): (&MessageRow, Key),
    handled: &Handled,
) -> play::Result<Option<AutoReply>> {
    let Some(kind) = kind(app, key, handled) else { return Ok(None) };
    let Some(counted_as) = counted_as(handled) else {
        return Ok(Some(AutoReply { kind, counted_as: None, last: None }));
    };
    // Each reply to a list brings help, so two programs could reply to each other.
    let counted_as = match (key, counted_as) {
        (Key::Person(..) | Key::Lesson(..), CountedAs::Command) if handled.answers.is_none() => CountedAs::Prose,
        (Key::Standing(..), _) => CountedAs::Standing,
        (_, counted_as) => counted_as,
    };
    let last = match (key, handled.user) {
        (Key::Invitation(_), _) => {
            let sent = auto_reply_counts::auto_replies_about(connection, row, counted_as).await?;
            limited(sent, MAX_ABOUT_INVITATION)
                .map(|last| last.then_some(AutoReplyLimit { in_turn: true, until: None }))
        }
        (_, Some(user)) => within(connection, key, (user, counted_as), app.clock.now()).await?,
        (_, None) => None,
    };
    // Lines that were played are confirmed in any case; they need a legal move.
    let last = if handled.has_played { Some(last.flatten()) } else { last };
    Ok(last.map(|last| AutoReply { kind, counted_as: Some(counted_as), last }))
}

/// The kind of the automatic reply to a message, if any.
fn kind(app: &App, key: Key, handled: &Handled) -> Option<EmailKind> {
    Some(match handled.result {
        IncomingResult::Asked if handled.user.is_none() => EmailKind::Welcome,
        _ if handled.answers.is_some() => EmailKind::Answer,
        IncomingResult::Played if app.config.confirm_replies => EmailKind::MovePlayed,
        // The email about the end of the proposal serves as the automatic reply.
        IncomingResult::Accepted | IncomingResult::Declined if matches!(key, Key::Proposal(_)) => return None,
        IncomingResult::Accepted | IncomingResult::Declined => EmailKind::InvitationAnswered,
        // The email about the unsubscription is owed already.
        IncomingResult::Played
        | IncomingResult::Stopped
        | IncomingResult::Asked
        | IncomingResult::Answered
        | IncomingResult::Automatic
        | IncomingResult::Bounced
        | IncomingResult::Complained
        | IncomingResult::NoReader
        | IncomingResult::Broken => return None,
        IncomingResult::Refused
        | IncomingResult::Meant
        | IncomingResult::Help
        | IncomingResult::Board
        | IncomingResult::Preview
        | IncomingResult::Repeated
        | IncomingResult::ResignAsked
        | IncomingResult::Proposed
        | IncomingResult::Booked
        | IncomingResult::Noted
        | IncomingResult::Done
        | IncomingResult::Held
            if matches!(key, Key::Invitation(_)) =>
        {
            EmailKind::InvitationAnswered
        }
        // The email of the proposal comes again, or that about its end.
        IncomingResult::Refused if matches!(key, Key::Proposal(_)) && handled.reason.is_none() => EmailKind::Proposal,
        IncomingResult::Refused if matches!(key, Key::Proposal(_)) => EmailKind::ProposalAnswered,
        // The list comes again, with the links to reply.
        IncomingResult::Help | IncomingResult::Held if matches!(key, Key::Person(..)) => EmailKind::YourMatches,
        IncomingResult::Held => EmailKind::ReplyHeld,
        IncomingResult::Refused
        | IncomingResult::Meant
        | IncomingResult::Help
        | IncomingResult::Board
        | IncomingResult::Preview
        | IncomingResult::Repeated
        | IncomingResult::ResignAsked
        | IncomingResult::Noted
        | IncomingResult::Done
        | IncomingResult::Proposed
        | IncomingResult::Booked => EmailKind::MoveRefused,
    })
}

/// The count of an automatic reply; `None` for one that is always sent: its message has changed something, or has a line in the notation
/// of the game, which no program writes that replies to email by itself.
fn counted_as(handled: &Handled) -> Option<CountedAs> {
    match handled.result {
        IncomingResult::Refused | IncomingResult::Answered | IncomingResult::Asked if handled.is_readable => None,
        IncomingResult::Refused | IncomingResult::Meant => Some(CountedAs::Prose),
        IncomingResult::Repeated => Some(CountedAs::Again),
        // One to a person without an account is counted before.
        IncomingResult::Asked if handled.user.is_none() => None,
        IncomingResult::Help
        | IncomingResult::Board
        | IncomingResult::Preview
        | IncomingResult::Answered
        | IncomingResult::Asked => Some(CountedAs::Command),
        IncomingResult::Held => Some(CountedAs::Stranger),
        IncomingResult::Played
        | IncomingResult::Accepted
        | IncomingResult::Declined
        | IncomingResult::ResignAsked
        | IncomingResult::Proposed
        | IncomingResult::Booked
        | IncomingResult::Stopped
        | IncomingResult::Noted
        | IncomingResult::Done
        | IncomingResult::Automatic
        | IncomingResult::Bounced
        | IncomingResult::Complained
        | IncomingResult::NoReader
        | IncomingResult::Broken => None,
    }
}

/// Returns whether one more automatic reply reaches the limit; `None` if it would exceed it.
fn limited(sent: i64, max: i64) -> Option<bool> {
    (sent < max).then_some(sent + 1 == max)
}

/// The limit that one more automatic reply to a person reaches, if any; the outer `None` if it would exceed one.
async fn within(
    connection: &mut Connection,
    key: Key,
    (user, counted_as): (UserId, CountedAs),
    now: DateTime<Utc>,
) -> play::Result<Option<Option<AutoReplyLimit>>> {
    let (hour, day) = (TimeDelta::hours(1), TimeDelta::days(1));
    let since = (now - hour, EmailId::earliest(now - day));
    let in_turn = match key {
        Key::Turn(turn) | Key::Resign(turn) => vec![Key::Turn(turn).bytes(), Key::Resign(turn).bytes()],
        Key::Proposal(_) => vec![key.bytes()],
        Key::Invitation(_)
        | Key::Person(..)
        | Key::Lesson(..)
        | Key::Request(..)
        | Key::Standing(..)
        | Key::Bounce(_) => Vec::new(),
    };
    let sent = auto_reply_counts::auto_replies(connection, (key.home(), in_turn), user, counted_as, since).await?;
    let AutoReplyFigures { in_an_hour, in_a_day, first_of_hour, first_of_day, in_turn } = sent;
    let max = max(key, counted_as);
    let in_turn = max.in_turn.map_or(Some(false), |max| limited(in_turn, max));
    let (Some(in_turn), Some(of_hour), Some(of_day)) =
        (in_turn, limited(in_an_hour, max.in_an_hour), limited(in_a_day, max.in_a_day))
    else {
        return Ok(None);
    };
    let of_hour = of_hour.then(|| first_of_hour.unwrap_or(now) + hour);
    let of_day = of_day.then(|| first_of_day.unwrap_or(now) + day);
    // The email gives the time to the minute.
    let until = of_hour
        .max(of_day)
        .map(|until| until.duration_trunc(TimeDelta::minutes(1)).unwrap_or(until) + TimeDelta::minutes(1));
    Ok(Some((in_turn || until.is_some()).then_some(AutoReplyLimit { in_turn, until })))
}
