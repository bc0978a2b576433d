//! The reply to an email that is about no match of its own, such as a list of matches: it may hold commands. Anything else gets help, since
//! it does not say which match it is for.

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

/// Stops or resumes emails of the category of the email, carries out commands, or asks for help.
pub(super) async fn answer(
    app: &App,
    connection: &mut Connection,
    row: &MessageRow,
    (user, category): (UserId, Category),
    received: &Received,
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
    } else {
        Handled::from_result(IncomingResult::Help)
    };
    Ok(Handled { user: Some(user), ..handled })
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
