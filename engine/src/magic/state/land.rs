//! Lands of the board.

use serde::{Deserialize, Serialize};

use super::is_default;
use crate::magic::cards::LandType;
use crate::seat::Seat;

/// A land of the board. Its number is its place in the list of lands, counted from 1 (N1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Land {
    /// The type as it was laid; see `Table::kind_of` for the current one.
    #[serde(rename = "k")]
    pub(crate) kind: LandType,
    /// The controller; `None` for a neutral land.
    #[serde(rename = "s", default, skip_serializing_if = "is_default")]
    pub(crate) seat: Option<Seat>,
    /// True if it is tapped.
    #[serde(rename = "t", default, skip_serializing_if = "is_default")]
    pub(crate) tapped: bool,
    /// True if it was destroyed or exiled (R53).
    #[serde(rename = "h", default, skip_serializing_if = "is_default")]
    pub(crate) hole: bool,
}

impl Land {
    /// A neutral untapped land.
    pub(crate) fn neutral(kind: LandType) -> Land {
        Land { kind, seat: None, tapped: false, hole: false }
    }
}
