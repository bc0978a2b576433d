//! The answer to a proposal: `yes` or `no`.

use super::grammar::{self, Answer};
use super::handled::Handled;
use crate::app::App;
use crate::db::words::IncomingResult;
use crate::mail::read::Received;
use crate::play::game::proposals;
use crate::play::telling::links::Vote;
use crate::play::{self, Refusal};

/// Agrees to the proposal or declines it, as the message says. A line that says neither is refused without a reason.
pub(super) async fn answer(app: &App, vote: Vote, received: &Received) -> play::Result<Handled> {
    let opened = match proposals::of_vote(app, vote).await {
        Ok(opened) => opened,
        Err(Refusal::NotFound(_) | Refusal::Blocked(_)) => return Ok(Handled::from_result(IncomingResult::NoReader)),
        Err(refusal) => return Err(refusal),
    };
    let user = opened.person.id;
    let account = opened.person.address.as_deref().unwrap_or_default();
    let handled = if grammar::is_from(received, account) {
        let said = match grammar::answer(received, &["agree", "accept"]) {
            Some(Answer::Yes) => {
                proposals::agree(app, vote.match_id, user, vote.number).await.map(|_| IncomingResult::Accepted)
            }
            Some(Answer::No) => {
                proposals::decline(app, vote.match_id, user, vote.number).await.map(|_| IncomingResult::Declined)
            }
            None => Ok(IncomingResult::Refused),
        };
        match said {
            Ok(IncomingResult::Refused) => Handled::from_result(IncomingResult::Refused).about(received.line()),
            Ok(result) => Handled::from_result(result),
            Err(refusal) => Handled::refused(received.line(), refusal)?,
        }
    } else {
        Handled::from_result(IncomingResult::Held).about(received.line())
    };
    Ok(Handled { user: Some(user), ..handled })
}
