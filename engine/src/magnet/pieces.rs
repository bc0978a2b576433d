//! Pieces, their kinds, and the kinds that are known.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::field::Vertex;
use crate::seat::Seat;

/// The number of pieces of a side.
pub(super) const SIDE: usize = 12;
/// The highest value and the highest rank.
pub(super) const HIGHEST: u8 = 4;

/// The kind of a piece: its owner's secret until the piece is captured or the match is over.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, schemars::JsonSchema)]
pub enum Kind {
    /// The king, of value 1.
    #[serde(rename = "K")]
    King,
    /// A trap of value 3.
    #[serde(rename = "T3")]
    Trap3,
    /// A trap of value 2.
    #[serde(rename = "T2")]
    Trap2,
    /// A piece of value 4.
    #[serde(rename = "4")]
    Four,
    /// A piece of value 3.
    #[serde(rename = "3")]
    Three,
    /// A piece of value 2.
    #[serde(rename = "2")]
    Two,
}

/// The twelve pieces of a side.
pub(super) const TWELVE: [Kind; SIDE] = [
    Kind::King,
    Kind::Trap3,
    Kind::Trap2,
    Kind::Four,
    Kind::Four,
    Kind::Four,
    Kind::Three,
    Kind::Three,
    Kind::Three,
    Kind::Two,
    Kind::Two,
    Kind::Two,
];

impl Kind {
    /// All kinds, in the order of [`TWELVE`].
    pub(super) const ALL: [Kind; 6] = [Kind::King, Kind::Trap3, Kind::Trap2, Kind::Four, Kind::Three, Kind::Two];

    /// The highest rank it can have.
    pub fn value(self) -> u8 {
        match self {
            Kind::King => 1,
            Kind::Trap2 | Kind::Two => 2,
            Kind::Trap3 | Kind::Three => 3,
            Kind::Four => 4,
        }
    }

    /// True for a trap, which destroys the piece that captures it.
    pub fn is_trap(self) -> bool {
        matches!(self, Kind::Trap2 | Kind::Trap3)
    }

    /// The kind as it is written in a set-up and on boards.
    pub(super) fn word(self) -> &'static str {
        match self {
            Kind::King => "K",
            Kind::Trap3 => "T3",
            Kind::Trap2 => "T2",
            Kind::Four => "4",
            Kind::Three => "3",
            Kind::Two => "2",
        }
    }

    /// The noun for one piece of the kind.
    pub(super) fn noun(self) -> &'static str {
        match self {
            Kind::King => "king",
            Kind::Trap3 => "trap of 3",
            Kind::Trap2 => "trap of 2",
            Kind::Four => "Four",
            Kind::Three => "Three",
            Kind::Two => "Two",
        }
    }

    /// The noun for several pieces of the kind.
    pub(super) fn plural(self) -> String {
        match self.noun().split_once(' ') {
            Some((noun, value)) => format!("{noun}s {value}"),
            None => format!("{}s", self.noun()),
        }
    }

    /// The kind in a sentence: `a Four`, `a trap of 3`.
    pub(super) fn told(self) -> &'static str {
        match self {
            Kind::King => "the king",
            Kind::Trap3 => "a trap of 3",
            Kind::Trap2 => "a trap of 2",
            Kind::Four => "a Four",
            Kind::Three => "a Three",
            Kind::Two => "a Two",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// The identity of a piece: its owner and its place among the owner's start vertices in reading order (B34).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Id {
    pub(super) seat: Seat,
    pub(super) number: u8,
}

impl Id {
    /// All pieces, Red's first.
    pub(super) fn all() -> impl Iterator<Item = Id> {
        Seat::all(2).flat_map(Id::all_of)
    }

    /// The pieces of a side.
    pub(super) fn all_of(seat: Seat) -> impl Iterator<Item = Id> {
        (0..SIDE as u8).map(move |number| Id { seat, number })
    }

    /// Its place among all pieces.
    pub(super) fn index(self) -> usize {
        self.seat.index() * SIDE + usize::from(self.number)
    }
}

/// The known kinds of all pieces: all of them in a position, fewer in what an eye sees of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Kinds(pub(super) [[Option<Kind>; SIDE]; 2]);

impl Kinds {
    /// No kind is known.
    pub(super) const UNKNOWN: Kinds = Kinds([[None; SIDE]; 2]);

    pub(super) fn get(&self, id: Id) -> Option<Kind> {
        self.0[id.seat.index()][usize::from(id.number)]
    }

    pub(super) fn set(&mut self, id: Id, kind: Option<Kind>) {
        self.0[id.seat.index()][usize::from(id.number)] = kind;
    }

    /// Makes the kinds of a whole side known.
    pub(super) fn set_side(&mut self, seat: Seat, kinds: [Kind; SIDE]) {
        self.0[seat.index()] = kinds.map(Some);
    }

    /// The king of the side, if it is known.
    pub(super) fn king(&self, seat: Seat) -> Option<Id> {
        Id::all_of(seat).find(|id| self.get(*id) == Some(Kind::King))
    }
}

/// The public part of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Piece {
    pub(super) rank: u8,
    pub(super) fate: Fate,
    /// The vertex on which it began, if its owner chose that (B38).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) chosen: Option<Vertex>,
}

/// The vertex of a piece, or the way in which it was lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// It has no vertex yet, or none that the reader knows: the players choose in secret (B38).
    Unplaced,
    /// It stands on this vertex.
    On(Vertex),
    /// It was captured, which revealed it (B17).
    Captured(Kind),
    /// A trap that it captured destroyed it; its kind is known if the match's options show it (B17).
    Destroyed(Option<Kind>),
}

impl Piece {
    /// A piece before its owner has chosen its vertex.
    pub(super) const UNPLACED: Piece = Piece { rank: 1, fate: Fate::Unplaced, chosen: None };

    /// A piece at the start on a vertex that its owner chose.
    pub(super) fn placed(at: Vertex) -> Piece {
        Piece { rank: 1, fate: Fate::On(at), chosen: Some(at) }
    }

    /// The vertex on which it stands, if it is on the board.
    pub(super) fn at(self) -> Option<Vertex> {
        match self.fate {
            Fate::On(vertex) => Some(vertex),
            Fate::Unplaced | Fate::Captured(_) | Fate::Destroyed(_) => None,
        }
    }

    /// The kind, if it is public.
    pub(super) fn revealed(self) -> Option<Kind> {
        match self.fate {
            Fate::Unplaced | Fate::On(_) => None,
            Fate::Captured(kind) => Some(kind),
            Fate::Destroyed(kind) => kind,
        }
    }
}
