//! The reply to an email that is about no match of its own, such as a list of matches or a step of a lesson: it may hold commands. Anything
//! else answers the lesson, or gets help, since it does not say which match it is for.

use engine::Fault;
use engine::lessons::Answered;

use super::answer_commands::{self, Proof, Sender};
use super::commands;
use super::grammar::{self, Request};
use super::handled::Handled;
use crate::app::App;
use crate::category::Category;
use crate::db::incoming::MessageRow;
use crate::db::words::IncomingResult;
use crate::db::{Connection, people};
use crate::ids::UserId;
use crate::mail::read::{Received, trim};
use crate::play;
use crate::play::people::account;
use crate::play::telling::answers::Answer;
use crate::play::telling::lessons::{self, AtStep};

/// Stops or resumes emails of the category of the email, carries out commands, or asks for help.
pub(super) async fn answer(
    app: &App,
    connection: &mut Connection,
    row: &MessageRow,
    (user, category): (UserId, Category),
    received: &Received,
    lesson: Option<AtStep>,
) -> play::Result<Handled> {
    let Some(person) = people::person(connection, user).await?.filter(|person| !person.blocked) else {
        return Ok(Handled::from_result(IncomingResult::NoReader));
    };
    let Some(account) = person.address.clone() else { return Ok(Handled::from_result(IncomingResult::NoReader)) };
    let (request, _) = grammar::read(&received.text, |_| false);
    let handled = if !grammar::is_from(received, &account) {
        Handled::from_result(IncomingResult::Held)
    } else if received.forwarded {
        Handled::from_result(IncomingResult::Help)
    } else if request == Request::Stop || unsubscribes(received) {
        account::want_emails(connection, user, category, false, app.clock.now()).await?;
        Handled::from_result(IncomingResult::Stopped)
    } else if request == Request::Start {
        Handled::answered(&[Answer::Done(resume(app, connection, user, category).await?)], true)?
    } else if commands::begins(&received.text) {
        let sender = Sender { person: &person, message: row.id, proof: Proof::Key };
        Handled::answered(&answer_commands::answer(app, sender, &commands::read(&received.text)).await?, true)?
    } else if let Some(at) = lesson {
        answer_step(app, at, received)?
    } else {
        Handled::from_result(IncomingResult::Help)
    };
    Ok(Handled { user: Some(user), ..handled })
}

/// Answers a step of a lesson by the first line of a message.
fn answer_step(app: &App, at: AtStep, received: &Received) -> play::Result<Handled> {
    let text = received.first().to_owned();
    let Some(exercise) = at.exercise(app.clock.now()) else {
        let reason = "This exercise is older than 14 days. To get it again, write for example: learn magnapoco 2";
        return Handled::answered(&[Answer::Refused { line: text, reason: reason.to_owned() }], false);
    };
    let is_word = lessons::Word::of(&text).is_some();
    let answered = exercise.step.answer(exercise.rules, &text);
    if let Answered::Refused(fault @ Fault::Stored { .. }) = answered {
        return Err(fault.into());
    }
    let (game, lesson) = (exercise.lesson.game.to_owned(), exercise.number);
    let answer = Answer::Lesson { game, lesson, step: exercise.at, sent: Some(text) };
    let handled = Handled::answered(&[answer], is_word || !matches!(answered, Answered::Refused(_)))?;
    // No program finds a legal move by itself.
    Ok(Handled { is_readable: !matches!(answered, Answered::Refused(_)), ..handled })
}

/// Mail programs write this subject to the address of List-Unsubscribe (RFC 2369), often without a text.
fn unsubscribes(received: &Received) -> bool {
    trim(&received.subject).eq_ignore_ascii_case("unsubscribe")
}

/// Subscribes a person to a category of emails again, and returns that in a sentence.
pub(super) async fn resume(
    app: &App,
    connection: &mut Connection,
    user: UserId,
    category: Category,
) -> play::Result<String> {
    account::want_emails(connection, user, category, true, app.clock.now()).await?;
    Ok(format!("You get emails about {} again.", category.words()))
}
