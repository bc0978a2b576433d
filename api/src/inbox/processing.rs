//! Processing of inbound emails: claim, read, do what is asked, record, owe the automatic reply.
//!
//! The row stays locked by the transaction that claimed it while its moves are played, so a process that is killed gives it back at
//! once. Each move says which message brought it, so a message that is read again continues after the moves that it has played.

use chrono::TimeDelta;

use super::answer_commands::{self, Proof, Sender};
use super::auto_reply::auto_reply_to;
use super::clock_requests;
use super::commands;
use super::grammar::{self, Request};
use super::handled::Handled;
use super::invitation;
use super::of_match;
use super::person;
use super::play_lines;
use super::proposal;
use super::standing;
use crate::app::App;
use crate::category::Category;
use crate::db::about::About;
use crate::db::incoming::{self, MessageRow, RequestRow};
use crate::db::words::IncomingResult;
use crate::db::{self, Connection, Trouble};
use crate::events::Event;
use crate::failpoint;
use crate::ids::EmailId;
use crate::limits::Asker;
use crate::mail;
use crate::mail::read::{Delivery, Kind, Received};
use crate::play::game::turn_link::{self, TurnLink};
use crate::play::game::{decks, hints};
use crate::play::people::account;
use crate::play::people::undelivered::{self, Weight};
use crate::play::telling::reply::Key;
use crate::play::telling::{look, notes};
use crate::play::{self, Refusal, caught};

/// The number of tries before giving up on an inbound email.
const MAX_TRIES: i16 = 20;

/// The time for which the confirmation of a move waits for that of a computer player, which makes it needless.
const FOR_COMPUTER: TimeDelta = TimeDelta::seconds(5);

/// The result of one look at the messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Looked {
    /// A message was dealt with or put off; there may be more.
    One,
    /// No message is due.
    NothingDue,
}

/// Deals with the message that has been due longest. A message that cannot be dealt with is put off, so that it holds up no other.
pub async fn process_one(app: &App) -> play::Result<Looked> {
    let mut connection = app.db.get().await?;
    let mut claimed = None;
    let dealt_with = db::transaction(&mut connection, async |connection| {
        let Some(row) = incoming::claim(connection, app.db.layout(), app.clock.now()).await? else {
            return Ok(None);
        };
        let row = claimed.insert(row);
        let (key, request) = asked(connection, Key::stored(&row.reply_key)?).await?;
        let handled = caught(handle(app, connection, (row, key), request.as_ref())).await?;
        record(app, connection, (row, key), &handled).await?;
        Ok(Some(key))
    });
    let refusal = match dealt_with.await {
        Ok(None) => return Ok(Looked::NothingDue),
        Ok(Some(key)) => {
            failpoint::point("mail-recorded");
            app.hub.publish(Event::EmailOwed);
            if let Key::Bounce(email) = key {
                let told = undelivered::tell(app, &mut connection, email).await;
                told.unwrap_or_else(
                    |refusal| tracing::error!(%refusal, "cannot notify players of an extended deadline"),
                );
            }
            return Ok(Looked::One);
        }
        Err(refusal @ Refusal::Database(Trouble::Unavailable(_))) => return Err(refusal),
        Err(refusal) => refusal,
    };
    let Some(row) = claimed else { return Err(refusal) };
    let now = app.clock.now();
    if row.attempts + 1 < MAX_TRIES {
        tracing::error!(message = %row.id, %refusal, "cannot process an inbound email; retrying later");
        let pause = TimeDelta::seconds(1 << row.attempts.clamp(0, 9));
        incoming::postpone(&mut connection, &row, now + pause).await?;
    } else {
        tracing::error!(message = %row.id, %refusal, "giving up on an inbound email");
        let given_up = Handled::from_result(IncomingResult::Broken);
        incoming::finish(&mut connection, &row, &given_up.finished(None), now).await?;
    }
    Ok(Looked::One)
}

/// The message that a key asks about, if it is known. If that is about a move, the key becomes that of the turn.
async fn asked(connection: &mut Connection, key: Key) -> play::Result<(Key, Option<RequestRow>)> {
    let Key::Request(home, end) = key else { return Ok((key, None)) };
    let request = incoming::request(connection, home, end).await?;
    let of_move = request.as_ref().filter(|request| request.result == Some(IncomingResult::Meant));
    let turn = of_move.map(|request| Key::stored(&request.reply_key)).transpose()?.and_then(Key::turn);
    Ok((turn.map_or(key, Key::Turn), request))
}

async fn record(
    app: &App,
    connection: &mut Connection,
    (row, key): (&MessageRow, Key),
    handled: &Handled,
) -> play::Result<()> {
    let now = app.clock.now();
    ::metrics::counter!("turnpost_messages_total", "result" => handled.result.name()).increment(1);
    tracing::debug!(message = %row.id, result = handled.result.name(), "processed an inbound email");
    let answer = auto_reply_to(app, connection, (row, key), handled).await?;
    incoming::finish(connection, row, &handled.finished(answer), now).await?;
    if let (IncomingResult::Played, Some(user)) = (handled.result, handled.user) {
        // The email that was answered has come.
        db::bounces::forgive(connection, user).await?;
    }
    if let Some(answer) = answer {
        let (match_id, about) = match key {
            // Commands are about no match of their own.
            _ if handled.answers.is_some() => (None, About::Nothing),
            Key::Turn(turn) | Key::Resign(turn) => (Some(turn.match_id), About::Nothing),
            Key::Proposal(vote) => (Some(vote.match_id), About::Proposal(vote.number)),
            Key::Invitation(id) => (None, About::Invitation(id)),
            Key::Person(_, category) => (None, About::Category(category)),
            Key::Lesson(..) | Key::Request(..) | Key::Standing(..) | Key::Bounce(_) => (None, About::Nothing),
        };
        let due = if handled.waits { now + FOR_COMPUTER } else { now };
        incoming::owe_auto_reply(connection, row, answer.kind, (handled.user, match_id, about), (now, due)).await?;
    }
    Ok(())
}

/// Does what a message asks for.
async fn handle(
    app: &App,
    connection: &mut Connection,
    (row, key): (&MessageRow, Key),
    request: Option<&RequestRow>,
) -> play::Result<Handled> {
    let received = mail::read::read(row.raw.as_deref().unwrap_or_default());
    let is_reply = match received.kind {
        Kind::Reply => true,
        Kind::Auto | Kind::Bounce | Kind::Complaint => false,
    };
    let message_id = received.message_id.clone().filter(|id| mail::is_message_id(id));
    let handled = match key {
        Key::Bounce(email) => return note_report(app, connection, email, &received).await,
        Key::Turn(_)
        | Key::Resign(_)
        | Key::Invitation(_)
        | Key::Proposal(_)
        | Key::Person(..)
        | Key::Lesson(..)
        | Key::Request(..)
        | Key::Standing(..)
            if !is_reply =>
        {
            return Ok(Handled::from_result(IncomingResult::Automatic));
        }
        Key::Invitation(id) => invitation::answer(app, id, &received).await?,
        Key::Proposal(vote) => proposal::answer(app, vote, &received).await?,
        Key::Person(user, category) => person::answer(app, connection, row, (user, category), &received, None).await?,
        Key::Lesson(user, at) => {
            person::answer(app, connection, row, (user, Category::Turns), &received, Some(at)).await?
        }
        Key::Standing(..) => standing::answer(app, connection, row, &received).await?,
        Key::Request(..) => standing::confirm(app, connection, request, &received).await?,
        Key::Turn(turn) | Key::Resign(turn) => match turn_link::of_turn(app, turn).await {
            Ok(link) => {
                let user = Some(link.person.id);
                let handled = reply_to_turn(app, connection, (row, key), link, (&received, request));
                Handled { user, ..Box::pin(handled).await? }
            }
            // There is no such match or seat, or the account is deleted or blocked.
            Err(Refusal::NotFound(_) | Refusal::Conflict(_) | Refusal::Blocked(_)) => {
                return Ok(Handled::from_result(IncomingResult::NoReader));
            }
            Err(refusal) => return Err(refusal),
        },
    };
    Ok(Handled { message_id, ..handled })
}

/// Notes what a message to the address of an email that comes back reports.
async fn note_report(
    app: &App,
    connection: &mut Connection,
    email: EmailId,
    received: &Received,
) -> play::Result<Handled> {
    let now = app.clock.now();
    let result = match (received.kind, received.delivery) {
        (Kind::Bounce, Some(Delivery::Failed)) => {
            let weight = Weight::from_codes(&received.status);
            let known = undelivered::note(connection, email, weight, now).await?;
            if known { IncomingResult::Bounced } else { IncomingResult::NoReader }
        }
        (Kind::Complaint, _) => {
            let known = undelivered::complain(connection, email, now).await?;
            if known { IncomingResult::Complained } else { IncomingResult::NoReader }
        }
        (Kind::Bounce | Kind::Auto | Kind::Reply, _) => IncomingResult::Automatic,
    };
    Ok(Handled::from_result(result))
}

async fn reply_to_turn(
    app: &App,
    connection: &mut Connection,
    (row, key): (&MessageRow, Key),
    link: TurnLink,
    (received, request): (&Received, Option<&RequestRow>),
) -> play::Result<Handled> {
    let account = link.person.address.as_deref().unwrap_or_default();
    if !grammar::is_from(received, account) {
        return Ok(Handled::from_result(IncomingResult::Held).about(received.first()));
    }
    if received.forwarded {
        let why = "You forwarded the email. Reply to it instead, with your move on the first line.";
        return Ok(Handled::from_result(IncomingResult::Refused).about(received.first()).because(why));
    }
    if let Some(sealed) = received.sealed {
        return Ok(Handled::from_result(IncomingResult::Refused).about(sealed.name()).because(sealed.words()));
    }
    if let Some(meant) = request.and_then(|request| move_of(app, &link, request, received)) {
        return play_lines::play(app, connection, (row, key), link, &[meant]).await;
    }
    let (request, notes) = grammar::read(&received.text, |text| link.m.rules.read(text).is_ok());
    let refused = write_notes(app, row, &link, &notes).await?;
    match request {
        // Notes are refused one by one.
        Request::Nothing => {
            let told = "Your note is passed on to the other players.";
            Ok(refused.unwrap_or(Handled::from_result(IncomingResult::Noted).because(told)))
        }
        Request::Help => Ok(Handled::from_result(IncomingResult::Help)),
        Request::Board => Ok(Handled::from_result(IncomingResult::Board)),
        Request::Stop => {
            account::want_emails(connection, link.person.id, Category::Turns, false, app.clock.now()).await?;
            Ok(Handled::from_result(IncomingResult::Stopped))
        }
        Request::Hint => hint(app, &link).await,
        Request::Start => {
            let told = person::resume(app, connection, link.person.id, Category::Turns).await?;
            Ok(Handled::from_result(IncomingResult::Done).because(&told))
        }
        Request::Rematch => of_match::rematch(app, &link, received.first()).await,
        Request::Conditional(moves) => of_match::leave(app, &link, received.first(), moves).await,
        Request::Commands => {
            let sender = Sender { person: &link.person, message: row.id, proof: Proof::Key };
            let lines = commands::read(&received.text);
            Handled::answered(&answer_commands::answer(app, sender, &lines).await?, true)
        }
        Request::Preview(text) => preview(app, &link, &text).await,
        Request::Clocks(request) => clock_requests::carry_out(app, row, &link, received.first(), request).await,
        Request::Lines(lines) => play_lines::play(app, connection, (row, key), link, &lines).await,
    }
}

/// The move to which a message says yes: the one that was found in the lines of the earlier message.
fn move_of(app: &App, link: &TurnLink, request: &RequestRow, received: &Received) -> Option<String> {
    grammar::answer(received, &[]).filter(|answer| *answer == grammar::Answer::Yes)?;
    let asked = mail::read::read(request.raw.as_deref()?);
    match grammar::read(&asked.text, |text| link.m.rules.read(text).is_ok()).0 {
        Request::Lines(lines) => play_lines::meant(app, link, &lines),
        Request::Nothing
        | Request::Help
        | Request::Board
        | Request::Hint
        | Request::Stop
        | Request::Start
        | Request::Rematch
        | Request::Conditional(_)
        | Request::Commands
        | Request::Preview(_)
        | Request::Clocks(_) => None,
    }
}

/// Passes notes on to the table, before the moves of their message: the emails that these bring show them. Returns the outcome of the
/// first that is refused.
async fn write_notes(app: &App, row: &MessageRow, link: &TurnLink, texts: &[String]) -> play::Result<Option<Handled>> {
    for (part, text) in (0..).zip(texts) {
        // By mail there is no counter of characters.
        let text: String = text.chars().take(notes::LONGEST).collect();
        let by = Some((row.id, part));
        let work = async |connection: &mut Connection| {
            notes::write_to(connection, &link.m, link.person.id, &text, by, app.clock.now()).await
        };
        match db::transaction(&mut *app.db.get().await?, work).await {
            Ok(note) => notes::publish(app, &link.m, &note),
            Err(refusal) => return Handled::refused(&format!("say: {text}"), refusal).map(Some),
        }
    }
    Ok(None)
}

/// Asks a computer player for a move.
async fn hint(app: &App, link: &TurnLink) -> play::Result<Handled> {
    let user = link.person.id;
    match hints::ask(app, Asker::Account(user), link.m.id(), user).await {
        Ok(hints::Hint { text, foretold }) => {
            let told = format!("The computer would play {text}. {}", foretold.join(" "));
            Ok(Handled::from_result(IncomingResult::Preview).about(&text).because(told.trim_end()))
        }
        Err(refusal) => Handled::refused("hint", refusal),
    }
}

/// Checks a move in the turn of the email.
async fn preview(app: &App, link: &TurnLink, text: &str) -> play::Result<Handled> {
    if !link.standing()?.lasts() {
        let stale = Refusal::Stale { quoted: link.turn.turn, turn: link.m.turn() };
        return Handled::refused(text, stale);
    }
    let spelled = decks::spelled_out(app, (&link.m, link.person.id), text).await?;
    match look::preview(app, &link.m, link.person.id, &spelled) {
        Ok(thought) => {
            let told = thought.words();
            Ok(Handled::from_result(IncomingResult::Preview).about(&thought.text).because(&told))
        }
        Err(refusal) => Handled::refused(text, refusal),
    }
}
