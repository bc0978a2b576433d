//! Plays the lines of a message, one after the other, while they are parts of one turn.

use super::outcome::Outcome;
use crate::app::App;
use crate::db::Connection;
use crate::db::incoming::{self, MessageRow};
use crate::db::words::IncomingResult;
use crate::failpoint;
use crate::play::turn_link::{Standing, TurnLink};
use crate::play::{self, Refusal};

/// Plays the first line, and each further line while the turn goes on. The first refusal ends it.
///
/// Moves that the message has played before, in a process that was killed, are not played again.
pub(super) async fn play(
    app: &App,
    connection: &mut Connection,
    row: &MessageRow,
    link: &TurnLink,
    lines: &[String],
) -> play::Result<Outcome> {
    let done = incoming::moves_of(connection, link.m.id(), row.id).await?.len();
    for (at, line) in lines.iter().enumerate().skip(done) {
        if at > 0 && !goes_on(app, link).await? {
            break;
        }
        match link.play(app, line, row.received_at, Some(row.id)).await {
            Ok(accepted) if accepted.repeated => {
                return Ok(Outcome::of(IncomingResult::Played).about(&accepted.text).because("It was played before."));
            }
            Ok(_) => failpoint::point("mail-played"),
            Err(refusal) => return refused(app, link, lines, line, refusal).await,
        }
    }
    Ok(Outcome::of(IncomingResult::Played))
}

/// Returns whether the seat is in the middle of its turn.
async fn goes_on(app: &App, link: &TurnLink) -> play::Result<bool> {
    let now = play::turn_link::of_turn(app, link.turn).await?;
    Ok(now.standing()? == Standing::Midway)
}

/// A line that was refused. If it cannot be read and one other line could be played, that one is asked about.
async fn refused(app: &App, link: &TurnLink, lines: &[String], line: &str, refusal: Refusal) -> play::Result<Outcome> {
    let unread = matches!(refusal, Refusal::Rules(engine::Fault::Unreadable(_)));
    let mut outcome = Outcome::refused(line, refusal)?;
    if unread {
        let now = play::turn_link::of_turn(app, link.turn).await?;
        let can_be_played = |text: &&String| {
            play::look::preview(app, &now.m, link.person.id, text).is_ok_and(|thought| thought.refused.is_none())
        };
        let others: Vec<&String> = lines.iter().filter(|other| *other != line).filter(can_be_played).take(2).collect();
        if let ([meant], Some(reason)) = (&others[..], &outcome.reason) {
            outcome.reason = Some(format!("{reason} Did you mean {meant}? Answer with that line alone."));
        }
    }
    Ok(outcome)
}
