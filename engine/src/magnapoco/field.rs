//! The boards of Magnapoco, and where the first stones stand.

use std::sync::OnceLock;

use super::options::{BoardKind, Options, Shape, Start};
use crate::board::{Board, CellSet};
use crate::game::BadOption;
use crate::hex::{self, Hex, Outline};
use crate::notation::Name;
use crate::square::{self, Adjacency};

/// A set of spaces of any of the boards.
pub(super) type Spaces = CellSet<6>;

/// A board; stones on neighbouring spaces belong to one group.
#[derive(Debug)]
pub(super) struct Field {
    pub(super) board: Board<6>,
    pub(super) all: Spaces,
    /// The coordinates of each space, on boards of hexes.
    hexes: Vec<Hex>,
}

impl BoardKind {
    /// The board of this kind, built when first used.
    pub(super) fn field(self) -> &'static Field {
        static FIELDS: [OnceLock<Field>; BoardKind::COUNT] = [const { OnceLock::new() }; BoardKind::COUNT];
        FIELDS[self as usize].get_or_init(|| {
            let (board, hexes) = match self.shape() {
                Shape::Square(side) => (square::board(side, Adjacency::Edges), Vec::new()),
                Shape::Hexhex(side) => hex::board(Outline::Hexagon { side: side.into() }),
                Shape::Rhombus(side) => hex::board(Outline::Rhombus { side: side.into() }),
            };
            Field { all: board.all(), board, hexes }
        })
    }
}

/// White's and Black's first stones: two each, never next to each other (C6), or none if the players lay them (C17).
pub(super) fn first_stones(options: &Options) -> Result<[Spaces; 2], BadOption> {
    let field = options.board.field();
    let bad = |why: String| BadOption { name: "start".to_owned(), why };
    if options.start == Some(Start::Free) {
        return Ok([Spaces::EMPTY; 2]);
    }
    match options.board.shape() {
        Shape::Hexhex(_) if options.start.is_some() => {
            Err(bad("a hexagon of hexes has a start of its own: expected free or null".to_owned()))
        }
        Shape::Hexhex(side) => {
            // One space in from the corners: Black's pair lies on a column of corners, White's mirrors it.
            let k = i16::from(side) - 2;
            let pair = |one: Hex, other: Hex| {
                field.board.cells().filter(|cell| [one, other].contains(&field.hexes[cell.index()])).collect()
            };
            Ok([pair(Hex::new(k, -k), Hex::new(-k, k)), pair(Hex::new(0, -k), Hex::new(0, k))])
        }
        Shape::Square(side) | Shape::Rhombus(side) => {
            let all = options.start.map_or_else(|| Start::FIXED.to_vec(), |start| vec![start]);
            let mut points = all.into_iter().filter_map(Start::points);
            let least = points.clone().map(|points| points.least_side).min().unwrap_or_default();
            let Some(points) = points.find(|points| side >= points.least_side) else {
                return Err(bad(format!("this start needs a board of side {least} or more")));
            };
            let (near, far) = (points.inset, side - 1 - points.inset);
            let pair = |points: [(u8, u8); 2]| {
                let names = points.map(|(letter, number)| Name::new(letter, number + 1));
                names.into_iter().filter_map(|name| field.board.find(name)).collect()
            };
            Ok([pair([(near, near), (far, far)]), pair([(near, far), (far, near)])])
        }
    }
}
