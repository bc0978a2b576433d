//! A board on the first page: the first move of a match against the computer, before there is one.

use std::sync::LazyLock;

use engine::{Choice, Eye, Fault, Rules, Seat, Seed};
use serde_json::json;

use super::board_of;

/// The game of the board: its start depends on nothing, and its first move is one tap anywhere on the board.
const GAME: &str = "magnapoco";

/// The board, and what can be done on it.
pub(super) struct FirstMove {
    pub(super) game_id: &'static str,
    pub(super) game: &'static str,
    pub(super) summary: &'static str,
    pub(super) svg: String,
    /// What to do, in a sentence.
    pub(super) prompt: String,
    /// The whole moves, each on a cell.
    pub(super) choices: Vec<Choice>,
}

/// The first move of the player who begins. A server without the game shows no such board.
pub(super) static FIRST_MOVE: LazyLock<Option<FirstMove>> =
    LazyLock::new(|| engine::game(GAME).and_then(|rules| of(rules).ok()));

fn of(rules: &dyn Rules) -> Result<FirstMove, Fault> {
    let (info, seat) = (rules.info(), Seat(0));
    let frame = rules.start(*info.seats.start(), &json!({}), &Seed::new([0; 32]))?.frame;
    let choices = rules.choices(&frame, seat, "")?;
    let prompt = rules.prompt(&frame, seat, "", &choices)?;
    let choices = choices.into_iter().filter(|choice| choice.complete && choice.cell.is_some()).collect();
    let svg = board_of(&rules.page(&frame, Eye::Seat(seat))?.scene);
    Ok(FirstMove { game_id: info.id, game: info.name, summary: info.summary, svg, prompt, choices })
}
