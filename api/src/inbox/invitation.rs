//! The answer to an invitation: `yes` or `no`, and the name of a new account on the next line.

use super::grammar::{self, Answer};
use super::handled::Handled;
use crate::app::App;
use crate::db::words::IncomingResult;
use crate::ids::InvitationId;
use crate::mail::read::Received;
use crate::play::lobby::invited::{self, Introduction, State};
use crate::play::{self, Refusal};

/// Accepts or declines the invitation, as the message says.
pub(super) async fn answer(app: &App, id: InvitationId, received: &Received) -> play::Result<Handled> {
    let opened = match invited::find(app, id).await {
        Ok(opened) => opened,
        Err(Refusal::NotFound(_)) => return Ok(Handled::from_result(IncomingResult::NoReader)),
        Err(refusal) => return Err(refusal),
    };
    let person = invited::invitee(&mut *app.db.get().await?, &opened.invitation).await?;
    let own = person.as_ref().and_then(|person| person.address.as_deref()).or(opened.invitation.address.as_deref());
    if !own.is_some_and(|own| grammar::is_from(received, own)) {
        return Ok(Handled::from_result(IncomingResult::Held).about(received.line()));
    }
    let name = grammar::name_below(received);
    let result = match grammar::answer(received, &["accept", "join", "rematch"]) {
        Some(Answer::Yes) => {
            let accepted =
                match invited::accept(app, &opened, Introduction { name, time_zone: None, seed_value: None }).await {
                    // A name that cannot be had is no reason to refuse the seat: it can be chosen later.
                    Err(Refusal::Field(..)) => invited::accept(app, &opened, Introduction::default()).await,
                    accepted => accepted,
                };
            match accepted {
                Err(refusal @ (Refusal::TooManyMatches(_) | Refusal::TooOften(_))) => {
                    return Ok(Handled::from_result(IncomingResult::Refused).because(&refusal.to_string()));
                }
                Err(Refusal::Blocked(_)) => return Ok(Handled::from_result(IncomingResult::NoReader)),
                accepted => accepted?,
            }
            IncomingResult::Accepted
        }
        Some(Answer::No) => {
            invited::decline(app, &opened).await?;
            IncomingResult::Declined
        }
        None if asks_how_to_play(received.first()) => return Ok(Handled::from_result(IncomingResult::Help)),
        None => return Ok(Handled::from_result(IncomingResult::Refused).about(received.line())),
    };
    let now = invited::find(app, id).await?;
    let seated = invited::invitee(&mut *app.db.get().await?, &now.invitation).await?.map(|person| person.id);
    let handled = match (result, now.state) {
        (IncomingResult::Accepted, State::Seated) => Handled::from_result(result).because(&now.begins()),
        (IncomingResult::Declined, State::Refused) => Handled::from_result(result),
        (_, State::Seated) => {
            Handled::from_result(IncomingResult::Refused).because("You have a seat in this match already.")
        }
        (_, state) => {
            Handled::from_result(IncomingResult::Refused).because(state.reason().unwrap_or("Please reply once more."))
        }
    };
    Ok(Handled { user: seated, ..handled })
}

/// Returns whether a line is `rules`, with or without the name of a game, or asks for help.
fn asks_how_to_play(line: &str) -> bool {
    let line = line.to_lowercase();
    line == "?" || line.split(|c: char| !c.is_alphabetic()).next().is_some_and(|word| matches!(word, "rules" | "help"))
}
