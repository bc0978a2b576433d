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
    /// on) or in the corners. The default is the first of these that fits. A hexagon has a start of its own.
    #[schemars(title = "First stones")]
    pub start: Option<Start>,
}

/// The places of the first stones (C6).
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
}

impl Start {
    /// All of them, the preferred one first.
    pub(super) const ALL: [Start; 3] = [Start::Star, Start::TwoTwo, Start::Corners];

    /// The number of spaces between the stones and the edge.
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
