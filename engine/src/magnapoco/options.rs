//! What a match of Magnapoco is created with.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The options of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The board: square with so many spaces on a side, a hexagon of hexes, or a rhombus of hexes.
    pub board: BoardKind,
    /// Where the first stones stand on a square or rhombus: on the `star` points (from side 7 on), on the `22` points (from
    /// side 4 on) or in the `corners`; null for the first of these that fits. A hexagon has its own start: null only.
    pub start: Option<Start>,
}

/// Where the first stones stand (C6).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Start {
    /// Third line from both edges.
    Star,
    /// Second line from both edges.
    #[serde(rename = "22")]
    TwoTwo,
    /// In the corners.
    Corners,
}

impl Start {
    /// All of them, the preferred one first.
    pub(super) const ALL: [Start; 3] = [Start::Star, Start::TwoTwo, Start::Corners];

    /// How many spaces lie between the stones and the edge.
    pub(super) fn inset(self) -> u8 {
        match self {
            Start::Star => 2,
            Start::TwoTwo => 1,
            Start::Corners => 0,
        }
    }

    /// The smallest side of a board with this start.
    pub(super) fn least_side(self) -> u8 {
        match self {
            Start::Star => 7,
            Start::TwoTwo => 4,
            Start::Corners => 3,
        }
    }
}

/// The shape of a board, with the number of spaces on a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    Square(u8),
    Hexhex(u8),
    Rhombus(u8),
}

macro_rules! boards {
    ($($(#[$attribute:meta])? $kind:ident $shape:ident $side:literal),* $(,)?) => {
        /// The boards (C15).
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "lowercase")]
        #[allow(missing_docs, reason = "shape and side")]
        pub enum BoardKind { $($(#[$attribute])? $kind),* }

        impl BoardKind {
            /// How many kinds there are.
            pub(super) const COUNT: usize = [$(stringify!($kind)),*].len();

            pub(super) fn shape(self) -> Shape {
                match self { $(BoardKind::$kind => Shape::$shape($side)),* }
            }
        }
    };
}

boards! {
    Square3 Square 3, Square4 Square 4, Square5 Square 5, #[default] Square7 Square 7, Square9 Square 9, Square11 Square 11,
    Square13 Square 13, Square15 Square 15, Square17 Square 17, Square19 Square 19,
    Hexhex3 Hexhex 3, Hexhex4 Hexhex 4, Hexhex5 Hexhex 5, Hexhex6 Hexhex 6, Hexhex7 Hexhex 7, Hexhex8 Hexhex 8,
    Rhombus5 Rhombus 5, Rhombus7 Rhombus 7, Rhombus9 Rhombus 9, Rhombus11 Rhombus 11, Rhombus13 Rhombus 13,
    Rhombus15 Rhombus 15,
}
