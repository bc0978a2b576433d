//! The options of a match of Magnapoco.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The options of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The board: a square, a hexagon of hexes or a rhombus of hexes, with the number of spaces on a side.
    #[schemars(title = "Board", extend("x-small" = "square5"))]
    pub board: BoardKind,
    /// The places of the first stones on a square or rhombus: on the third line (from side 7 on), on the second line (from side 4
    /// on) or in the corners. The default is the first of these that fits. A hexagon has a start of its own. On every board the
    /// players can lay the stones themselves.
    #[schemars(title = "First stones")]
    pub start: Option<Start>,
    /// The number of stones in White's first turn.
    #[schemars(title = "White's first turn")]
    pub first_turn: FirstTurn,
    /// After White's first turn Black may swap: all stones on the board change colour, and White is to move.
    #[schemars(title = "Black may swap after White's first turn")]
    pub swap: bool,
}

/// The number of stones in White's first turn (C1, C16).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FirstTurn {
    /// One stone.
    #[default]
    One,
    /// One or two stones.
    OneOrTwo,
}

/// The places of the first stones (C6, C17).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Start {
    /// On the third line from both edges.
    Star,
    /// On the second line from both edges.
    #[serde(rename = "22")]
    TwoTwo,
    /// In the corners.
    Corners,
    /// Anywhere: the players lay them in turn.
    Free,
}

/// Places of first stones that are the same distance from two edges.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Points {
    /// The number of spaces between a stone and the edge.
    pub(super) inset: u8,
    /// The smallest side of a board with these places.
    pub(super) least_side: u8,
}

impl Start {
    /// Those with places of their own, the preferred one first.
    pub(super) const FIXED: [Start; 3] = [Start::Star, Start::TwoTwo, Start::Corners];

    /// The places; `None` if the players choose them.
    pub(super) fn points(self) -> Option<Points> {
        match self {
            Start::Star => Some(Points { inset: 2, least_side: 7 }),
            Start::TwoTwo => Some(Points { inset: 1, least_side: 4 }),
            Start::Corners => Some(Points { inset: 0, least_side: 3 }),
            Start::Free => None,
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
    ($($shape:ident $name:literal $unit:literal: $($(#[$attribute:meta])? $kind:ident $side:literal),*;)*) => {
        /// The boards (C15).
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "lowercase")]
        pub enum BoardKind {
            $($($(#[$attribute])? #[doc = concat!($name, ", ", $side, " ", $unit, ".")] $kind,)*)*
        }

        impl BoardKind {
            /// The number of kinds.
            pub(super) const COUNT: usize = [$($(stringify!($kind),)*)*].len();

            pub(super) fn shape(self) -> Shape {
                match self { $($(BoardKind::$kind => Shape::$shape($side),)*)* }
            }
        }
    };
}

boards! {
    Square "Square" "spaces on a side": Square3 3, Square4 4, Square5 5, #[default] Square7 7, Square9 9, Square11 11,
        Square13 13, Square15 15, Square17 17, Square19 19;
    Hexhex "Hexagon" "hexes on an edge": Hexhex3 3, Hexhex4 4, Hexhex5 5, Hexhex6 6, Hexhex7 7, Hexhex8 8;
    Rhombus "Rhombus" "hexes on a side": Rhombus5 5, Rhombus7 7, Rhombus9 9, Rhombus11 11, Rhombus13 13, Rhombus15 15;
}
