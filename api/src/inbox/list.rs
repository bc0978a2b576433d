//! The reply to a list of matches: it does not say which match it is for, so it gets help. `stop` stops such lists, and so does a message
//! whose subject is `unsubscribe`: mail programs send one to this address, often without a text.

use super::grammar::{self, Request};
use super::handled::Handled;
use crate::app::App;
use crate::category::Category;
use crate::db::words::IncomingResult;
use crate::db::{Connection, people};
use crate::ids::UserId;
use crate::mail::read::Received;
use crate::play;
use crate::play::people::account;

/// Stops the lists of a category, or the emails that come in them, if the message says so; else asks for help.
pub(super) async fn answer(
    app: &App,
    connection: &mut Connection,
    (user, category): (UserId, Category),
    received: &Received,
) -> play::Result<Handled> {
    let person = people::person(connection, user).await?;
    let Some(account) = person.and_then(|person| person.address) else {
        return Ok(Handled::from_result(IncomingResult::NoReader));
    };
    let (request, _) = grammar::read(&received.text, |_| false);
    let handled = if !grammar::is_from(received, &account) {
        Handled::from_result(IncomingResult::Held)
    } else if (request == Request::Stop || received.unsubscribes) && !received.forwarded {
        account::want_emails(connection, user, category, false, app.clock.now()).await?;
        Handled::from_result(IncomingResult::Stopped)
    } else {
        Handled::from_result(IncomingResult::Help)
    };
    Ok(Handled { user: Some(user), ..handled })
}
