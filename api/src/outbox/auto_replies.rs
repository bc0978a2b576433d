//! Draws automatic replies to inbound emails.

use std::cmp::Reverse;

use super::drawn::{Drawn, link, played};
use super::of_commands;
use super::of_invitation::to_invitee;
use super::of_match::Reading;
use crate::app::App;
use crate::db::Connection;
use crate::db::about::About;
use crate::db::due_emails::EmailRow;
use crate::db::incoming::AnsweredRow;
use crate::db::words::IncomingResult;
use crate::mail::{Answered, Board, Feedback, InvitationAnswered, MovePlayed, MoveRefused, ReplyHeld};
use crate::play::lobby::invited;
use crate::play::telling::links::{self, Turn};
use crate::play::telling::reply::Key;
use crate::play::telling::{brief, look};
use crate::play::{self, Phase};

pub(super) async fn move_played(
    app: &App,
    connection: &mut Connection,
    row: &EmailRow,
    message: Option<&AnsweredRow>,
) -> play::Result<Option<Drawn>> {
    let Some(reading) = Reading::read(connection, row).await? else { return Ok(None) };
    let Some(board) = reading.board()? else { return Ok(None) };
    let awaited = reading.is_awaited();
    let midway = awaited && reading.m.rules.status(&reading.m.frame()?)?.midway == Some(reading.seat);
    // The answer of a computer player came at once, perhaps before this email was owed: its own email shows what was played. Ids begin
    // with the time.
    let is_told = row.replies_to.zip(row.earlier).is_some_and(|(message, last)| last.0 > message.0);
    if awaited && !midway && is_told {
        return Ok(None);
    }
    let table = reading.table()?;
    // In other games a move is what it says.
    let story = match reading.m.rules.info().windows {
        true => brief::own_move(connection, &reading.m, &reading.person, &table.names()).await?,
        false => Vec::new(),
    };
    let email = MovePlayed {
        table,
        story,
        link: reading.match_link(app)?,
        to_move: if awaited { Some(reading.to_move(app, &board)?) } else { None },
        board,
        played: played(connection, row).await?,
        midway,
        unsent: message.and_then(|message| message.reason.clone()),
    };
    let key = reading.plays().then(|| Key::Turn(reading.turn()));
    Ok(Some(reading.drawn(app, email, key)))
}

pub(super) async fn move_refused(
    app: &App,
    connection: &mut Connection,
    row: &EmailRow,
    message: Option<&AnsweredRow>,
) -> play::Result<Option<Drawn>> {
    let Some(reading) = Reading::read(connection, row).await? else { return Ok(None) };
    let Some(message) = message else { return Ok(None) };
    let (line, reason) = (message.line.clone().unwrap_or_default(), message.reason.clone().unwrap_or_default());
    let Some(about) = message.result.and_then(|result| about(result, line.clone(), reason, message.place)) else {
        return Ok(None);
    };
    let awaited = reading.is_awaited();
    let turn = reading.turn();
    // The key of the email may be older than the turn; then it opens no more than spectators see, unless the reader is awaited.
    let key = Key::stored(&message.reply_key)?;
    // That of a request said yes to a move, or no, or something else.
    let was = if let Key::Request(..) = key { Some(turn) } else { key.turn() };
    let lasts = awaited || was.is_some_and(|was| reading.m.goes_on(reading.seat, was.turn).unwrap_or(false));
    let Some(board) = look::page(&reading.m, lasts.then_some(reading.person.id))?.map(Board::new) else {
        return Ok(None);
    };
    let mut to_move = if awaited { Some(reading.to_move(app, &board)?) } else { None };
    if let Some(to_move) = &mut to_move {
        // Beginnings that are most like the line first.
        to_move.turn.choices.sort_by_key(|choice| Reverse(alike(&choice.text, &line)));
    }
    let asks = matches!(about, Feedback::Resign);
    let first = match about {
        Feedback::Refused { .. } => reading.first(app, connection).await?,
        Feedback::Repeated(_)
        | Feedback::Help
        | Feedback::Board
        | Feedback::Preview(_)
        | Feedback::Done(_)
        | Feedback::Resign => None,
    };
    let to_move = to_move.map(|to_move| to_move.without_rules_if(first.is_some()));
    let email = MoveRefused {
        first,
        table: reading.table()?,
        link: reading.match_link(app)?,
        board,
        played: played(connection, row).await?,
        about,
        to_move,
    };
    let key = match was {
        Some(_) if asks => Some(Key::Resign(turn)),
        // To be answered with yes.
        Some(_) if message.result == Some(IncomingResult::Meant) => {
            row.replies_to.map(|id| Key::Request(row.home, id.end()))
        }
        Some(_) => reading.plays().then_some(Key::Turn(turn)),
        None => None,
    };
    Ok(Some(reading.drawn(app, email, key)))
}

fn about(result: IncomingResult, line: String, reason: String, place: Option<i32>) -> Option<Feedback> {
    Some(match result {
        IncomingResult::Refused | IncomingResult::Meant => {
            let at = place.and_then(|place| usize::try_from(place).ok());
            Feedback::Refused { line, at, reason }
        }
        IncomingResult::Repeated => Feedback::Repeated(line),
        IncomingResult::Help => Feedback::Help,
        IncomingResult::Board => Feedback::Board,
        IncomingResult::Preview => Feedback::Preview(reason),
        IncomingResult::ResignAsked => Feedback::Resign,
        IncomingResult::Proposed | IncomingResult::Booked | IncomingResult::Noted | IncomingResult::Done => {
            Feedback::Done(reason)
        }
        IncomingResult::Played
        | IncomingResult::Accepted
        | IncomingResult::Declined
        | IncomingResult::Held
        | IncomingResult::Stopped
        | IncomingResult::Answered
        | IncomingResult::Asked
        | IncomingResult::Automatic
        | IncomingResult::Bounced
        | IncomingResult::Complained
        | IncomingResult::NoReader
        | IncomingResult::Broken => return None,
    })
}

/// The number of characters with which both begin.
fn alike(one: &str, other: &str) -> usize {
    one.chars().zip(other.chars()).take_while(|(one, other)| one.eq_ignore_ascii_case(other)).count()
}

pub(super) async fn invitation_answered(
    app: &App,
    connection: &mut Connection,
    row: &EmailRow,
    message: Option<&AnsweredRow>,
) -> play::Result<Option<Drawn>> {
    let (About::Invitation(id), Some(message)) = (row.about, message) else { return Ok(None) };
    let opened = invited::find(app, id).await?;
    let person = invited::invitee(connection, &opened.invitation).await?;
    let address = person.as_ref().and_then(|person| person.address.clone()).or(opened.invitation.address.clone());
    let Some(address) = address else { return Ok(None) };
    let (line, reason) = (message.line.clone().unwrap_or_default(), message.reason.clone());
    let about = match (message.result, reason) {
        // The email of the start serves as the automatic reply.
        (Some(IncomingResult::Accepted), _) if opened.m.phase() != Phase::Open => return Ok(None),
        (Some(IncomingResult::Accepted), begins) => Answered::Accepted(begins.unwrap_or_default()),
        (Some(IncomingResult::Declined), _) => Answered::Declined,
        (Some(IncomingResult::Held), _) => Answered::Held,
        (Some(IncomingResult::Help), _) => Answered::Rules(Box::new(of_commands::rules(app, opened.m.game())?)),
        (_, Some(reason)) => Answered::TooLate(reason),
        (_, None) => Answered::Unclear(line),
    };
    let takes_replies = matches!(about, Answered::Unclear(_) | Answered::Rules(_));
    let email = InvitationAnswered {
        game: opened.m.rules.info().name.to_owned(),
        title: opened.m.name().to_owned(),
        from_name: opened.invitation.inviter_name,
        about,
        link: link(app, &links::invitation_path(&app.secrets, id))?,
    };
    Ok(Some(to_invitee(app, id, person, address, Box::new(email), takes_replies)))
}

pub(super) async fn reply_held(
    app: &App,
    connection: &mut Connection,
    row: &EmailRow,
    message: Option<&AnsweredRow>,
) -> play::Result<Option<Drawn>> {
    let Some(reading) = Reading::read(connection, row).await? else { return Ok(None) };
    let Some(message) = message else { return Ok(None) };
    let line = message.line.clone().unwrap_or_default();
    let turn = Key::stored(&message.reply_key)?.turn().map(|Turn { turn, .. }| Turn { turn, ..reading.turn() });
    let goes_on = match turn {
        Some(Turn { seat, turn, .. }) => reading.m.goes_on(seat, turn)?,
        None => false,
    };
    let link = match turn.filter(|_| goes_on) {
        // What is no move, such as a request for a vacation, is not for that page.
        Some(turn) if reading.m.rules.read(&line).is_err() => link(app, &links::move_path(&app.secrets, &turn))?,
        Some(turn) => {
            let draft: String = url::form_urlencoded::byte_serialize(line.as_bytes()).collect();
            link(app, &format!("{}?move={draft}", links::move_path(&app.secrets, &turn)))?
        }
        None => reading.match_link(app)?,
    };
    let email = ReplyHeld { table: reading.table()?, line, link };
    Ok(Some(reading.drawn(app, email, None)))
}
