//! Lands of the board.

use super::cards::LandType;
use crate::seat::Seat;

/// A land of the board. Its number is its place in the list of lands, counted from 1 (N1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Land {
    /// The type as it was laid; see [`Table::kind_of`] for the current one.
    pub(super) kind: LandType,
    /// The controller; `None` for a neutral land.
    pub(super) seat: Option<Seat>,
    /// True if it is tapped.
    pub(super) tapped: bool,
    /// True if it was destroyed or exiled (R53).
    pub(super) hole: bool,
}

impl Land {
    /// A neutral untapped land.
    pub(super) fn neutral(kind: LandType) -> Land {
        Land { kind, seat: None, tapped: false, hole: false }
    }
}
