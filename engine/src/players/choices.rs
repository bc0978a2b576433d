//! The complete choices of a seat, where they are few.

use crate::choice::{Most, WholeMoves};
use crate::game::Game;

/// The complete choices that were found.
pub(super) struct Found<M> {
    pub(super) moves: Vec<(M, String)>,
    /// True if there are no others.
    pub(super) are_all: bool,
}

/// Follows the choices of the view, the shortest texts first, until there are more than `max` moves and beginnings of moves.
pub(super) fn follow<G: Game>(view: &G::View, max: usize) -> Found<G::Move> {
    let WholeMoves { choices, truncated } =
        WholeMoves::follow(|so_far| G::choices(view, so_far), "", &Most { choices: max, time_is_over: &|| false }, max);
    let mut moves: Vec<(G::Move, String)> = Vec::new();
    for mv in choices.iter().filter_map(|choice| choice.text.parse::<G::Move>().ok()) {
        let text = mv.to_string();
        if !moves.iter().any(|(_, other)| *other == text) {
            moves.push((mv, text));
        }
    }
    Found { moves, are_all: !truncated }
}
