//! The boards as graphs of spaces.

use std::sync::OnceLock;

use super::options::{Adjacency, BoardKind};
use crate::board::{Board, Cell, CellSet};
use crate::notation::Name;
use crate::square;

/// A set of spaces of either board.
pub(super) type Cells = CellSet<1>;

/// The spaces of the larger board.
pub(super) const MAX_CELLS: usize = 49;

/// A board with its neighbourhood.
#[derive(Debug)]
pub(super) struct Field {
    pub(super) board: Board<1>,
    side: u16,
}

impl Field {
    /// The board of this kind with these neighbours, built when first used.
    pub(super) fn for_board(kind: BoardKind, adjacency: Adjacency) -> &'static Field {
        static FIELDS: [OnceLock<Field>; 4] = [const { OnceLock::new() }; 4];
        let number = 2 * usize::from(kind == BoardKind::Seven) + usize::from(adjacency == Adjacency::All8);
        FIELDS[number].get_or_init(|| Field {
            board: square::board(kind.side(), adjacency.on_squares()),
            side: kind.side().into(),
        })
    }

    pub(super) fn name(&self, cell: Cell) -> Name {
        self.board.name(cell)
    }

    /// The distance of two spaces in columns and rows: an estimate of the number of steps.
    pub(super) fn distance(&self, one: Cell, other: Cell) -> u16 {
        let apart = |one: u16, other: u16| one.abs_diff(other);
        apart(one.0 / self.side, other.0 / self.side) + apart(one.0 % self.side, other.0 % self.side)
    }
}
