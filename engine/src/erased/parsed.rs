//! A move that was read.

use std::fmt::Display;

use crate::journey::RESIGN;

/// A move that was read: the kernel's own, or one of the game's.
pub(super) enum Parsed<M> {
    Resign,
    Move(M),
}

impl<M: Display> Parsed<M> {
    /// The one canonical spelling.
    pub(super) fn spelling(&self) -> String {
        self.game_move().map_or_else(|| RESIGN.to_owned(), M::to_string)
    }

    /// The game's move; none for `resign`.
    pub(super) fn game_move(&self) -> Option<&M> {
        match self {
            Parsed::Resign => None,
            Parsed::Move(mv) => Some(mv),
        }
    }

    /// The same as a value of its own.
    pub(super) fn into_game_move(self) -> Option<M> {
        match self {
            Parsed::Resign => None,
            Parsed::Move(mv) => Some(mv),
        }
    }
}
