//! Requests about a match beside its moves: a rematch, and conditional moves.

use super::handled::Handled;
use crate::app::App;
use crate::db::words::IncomingResult;
use crate::limits::Asker;
use crate::play::game::conditional::{self, Change};
use crate::play::game::turn_link::TurnLink;
use crate::play::lobby::rematch;
use crate::play::telling::brief;
use crate::play::{self, Phase};

/// Takes the player to the rematch of a match that is over.
pub(super) async fn rematch(app: &App, link: &TurnLink, line: &str) -> play::Result<Handled> {
    let next = match rematch::play_again(app, link.m.id(), link.person.id).await {
        Ok(next) => next,
        Err(refusal) => return Ok(Handled { is_readable: true, ..Handled::refused(line, refusal)? }),
    };
    let called = brief::table(&next, "")?.called();
    let told = match next.phase() {
        Phase::Open => format!("You have a seat in the rematch of {called}. It starts when the others have accepted."),
        Phase::Running | Phase::Over | Phase::Cancelled => format!("The rematch of {called} has started."),
    };
    Ok(Handled::from_result(IncomingResult::Done).because(&told))
}

/// Stores a conditional move beside the earlier ones; none removes all of them.
pub(super) async fn leave(app: &App, link: &TurnLink, line: &str, moves: Vec<String>) -> play::Result<Handled> {
    let (m, user) = (&link.m, link.person.id);
    let work = async || {
        let is_new = |line: &conditional::LineOfPlay| line.len() == moves.len();
        let texts = match &moves[..] {
            [] => Vec::new(),
            _ => conditional::changed(app, m.id(), user, Change::Add(moves.clone())).await?,
        };
        let lines = conditional::leave(app, Asker::Account(user), (m.id(), user), m.turn(), texts).await?;
        let names = brief::table(m, "")?.names().0;
        let words = match (lines.iter().rfind(|line| is_new(line)), m.seat_of(user)) {
            (Some(line), Some(seat)) => conditional::words(line, seat, &names),
            (None, _) | (_, None) => String::new(),
        };
        Ok(match lines.len() {
            0 => "You have no conditional moves in this match now.".to_owned(),
            1 => format!("Your conditional move is stored: {words}"),
            number => format!("Your conditional move is stored: {words} You have {number} now."),
        })
    };
    match work().await {
        Ok(told) => Ok(Handled::from_result(IncomingResult::Done).because(&told)),
        Err(refusal) => Ok(Handled { is_readable: true, ..Handled::refused(line, refusal)? }),
    }
}
