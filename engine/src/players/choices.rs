//! The complete choices of a seat, where they are few.

use std::collections::{BTreeSet, VecDeque};

use crate::game::Game;

/// The complete choices that were found.
pub(super) struct Found<M> {
    pub(super) moves: Vec<(M, String)>,
    /// True if there are no others.
    pub(super) are_all: bool,
}

/// Follows the choices of the view, the shortest texts first, until there are more than `most` moves or beginnings of moves.
pub(super) fn follow<G: Game>(view: &G::View, most: usize) -> Found<G::Move> {
    let mut found = Found { moves: Vec::new(), are_all: true };
    let mut known = BTreeSet::new();
    let mut open = VecDeque::from([String::new()]);
    while let Some(so_far) = open.pop_front() {
        for choice in G::choices(view, &so_far) {
            if !known.insert(choice.text.clone()) {
                continue;
            }
            if known.len() > most {
                found.are_all = false;
                return found;
            }
            if choice.complete
                && let Ok(mv) = choice.text.parse::<G::Move>()
            {
                let text = mv.to_string();
                if !found.moves.iter().any(|(_, other)| *other == text) {
                    found.moves.push((mv, text));
                }
            }
            open.push_back(choice.text);
        }
    }
    found
}
