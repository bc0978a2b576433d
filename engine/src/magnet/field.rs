//! The board of Magnet: 91 vertices, the lines that radiate from each, and where the pieces start.

use std::fmt;
use std::sync::OnceLock;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::options::Start;
use crate::board::{Board, Cell};
use crate::hex::{self, Outline};
use crate::notation::Name;
use crate::seat::Seat;

/// The number of vertices of the board.
pub(super) const VERTICES: usize = 91;
/// The number of vertices on an edge of the board.
const EDGE: i16 = 6;
/// The lines that cross at a vertex, counted from it.
const WAYS: usize = 6;

/// A vertex of the board, shown and stored by its name. Vertices sort in reading order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Vertex(u8);

impl Vertex {
    /// The middle of the board, f6.
    pub const CENTER: Vertex = Vertex(VERTICES as u8 / 2);

    /// All vertices in reading order.
    pub(super) fn all() -> impl DoubleEndedIterator<Item = Vertex> + ExactSizeIterator {
        (0..VERTICES as u8).map(Vertex)
    }

    /// The vertex of this name, if there is one.
    pub(super) fn find(name: Name) -> Option<Vertex> {
        field().board.find(name).map(|cell| Vertex(cell.0 as u8))
    }

    /// The vertex at this place in reading order, if there is one.
    pub(super) fn nth(n: u8) -> Option<Vertex> {
        (usize::from(n) < VERTICES).then_some(Vertex(n))
    }

    /// Its place in reading order, from 0.
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The vertex as a cell of the board.
    pub(super) fn cell(self) -> Cell {
        Cell(self.0.into())
    }

    /// Its name.
    pub fn name(self) -> Name {
        field().board.name(self.cell())
    }

    /// True in the half in which the seat's pieces can start: the five rows on its side of the centre's row (B38).
    pub(super) fn is_in_half_of(self, seat: Seat) -> bool {
        let (center, row) = (Vertex::CENTER.index(), usize::from(EDGE.unsigned_abs()) - 1);
        if seat == Seat(0) { self.index() > center + row } else { self.index() + row < center }
    }

    /// The vertex as far on the other side of the centre.
    fn opposite(self) -> Vertex {
        Vertex(VERTICES as u8 - 1 - self.0)
    }

    /// The lines that radiate from here, each from the nearest vertex outwards; some are empty at the edge.
    pub(super) fn rays(self) -> &'static [Vec<Vertex>; WAYS] {
        &field().rays[self.index()]
    }

    /// The way from `from` straight to this vertex, the vertex itself last; `None` if they do not lie on a line.
    pub(super) fn way_from(self, from: Vertex) -> Option<impl Iterator<Item = Vertex>> {
        let along = |ray: &'static Vec<Vertex>| Some((ray, ray.iter().position(|at| *at == from)?));
        let (ray, distance) = self.rays().iter().find_map(along)?;
        Some(ray[..distance].iter().rev().copied().chain([self]))
    }
}

impl fmt::Display for Vertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.name().fmt(f)
    }
}

impl fmt::Debug for Vertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.name().fmt(f)
    }
}

impl Serialize for Vertex {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.name().serialize(serializer)
    }
}

impl schemars::JsonSchema for Vertex {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        Name::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Name::json_schema(generator)
    }

    fn inline_schema() -> bool {
        true
    }
}

impl<'de> Deserialize<'de> for Vertex {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = Name::deserialize(deserializer)?;
        Vertex::find(name).ok_or_else(|| serde::de::Error::custom(format!("the board has no vertex {name}")))
    }
}

/// The board and what is worked out of it once.
pub(super) struct Field {
    pub(super) board: Board<2>,
    rays: Vec<[Vec<Vertex>; WAYS]>,
    /// By start, then by seat; none for starts that the players choose.
    starts: [[Vec<Vertex>; 2]; 2],
}

/// Red's start vertices; Blue's lie opposite.
const RED_ARC: &str = "h1 h9 i1 i8 j1 j7 k1 k2 k3 k4 k5 k6";
const RED_ROWS: &str = "j1 j2 j3 j5 j6 j7 k1 k2 k3 k4 k5 k6";

/// The board, built when first used.
pub(super) fn field() -> &'static Field {
    static FIELD: OnceLock<Field> = OnceLock::new();
    FIELD.get_or_init(|| {
        let (board, _) = hex::board::<2>(Outline::Hexagon { side: EDGE });
        let ray = |from: Cell, way: usize| -> Vec<Vertex> {
            std::iter::successors(board.step(from, way), |at| board.step(*at, way))
                .map(|cell| Vertex(cell.0 as u8))
                .collect()
        };
        let rays = board.cells().map(|from| std::array::from_fn(|way| ray(from, way))).collect();
        let starts = [RED_ARC, RED_ROWS].map(|names| {
            let cells = names.split(' ').filter_map(|name| board.find(name.parse().ok()?));
            let red: Vec<Vertex> = cells.map(|cell| Vertex(cell.0 as u8)).collect();
            let blue = red.iter().rev().map(|vertex| vertex.opposite()).collect();
            [red, blue]
        });
        Field { board, rays, starts }
    })
}

/// The twelve start vertices of the seat, in reading order; none if the players choose them.
pub(super) fn start_vertices(start: Start, seat: Seat) -> &'static [Vertex] {
    field().starts.get(start as usize).map_or(&[], |starts| starts[seat.index()].as_slice())
}
