//! Boards of hexes: hexagons of two orientations and the rhombus.
//!
//! Cells are named by row letter from the top and number from the left. Coordinates are axial: `x` to the right, `y` down
//! and to the right; the third coordinate is `-x - y`.

use crate::board::{Board, Cell, Place};
use crate::notation::Name;

/// A hex in axial coordinates.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Hex {
    /// Steps to the right along the row.
    pub x: i16,
    /// Rows down.
    pub y: i16,
}

/// The six directions, clockwise from the right; opposite ones are three apart.
const DIRECTIONS: [(i16, i16); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

impl Hex {
    /// The hex with these axial coordinates.
    pub const fn new(x: i16, y: i16) -> Hex {
        Hex { x, y }
    }

    /// The three coordinates that add up to 0.
    fn cube(self) -> [i16; 3] {
        [self.x, self.y, -self.x - self.y]
    }

    /// The number of steps from here to there on an empty, endless board.
    pub fn distance(self, other: Hex) -> i16 {
        let difference = Hex::new(self.x - other.x, self.y - other.y);
        difference.cube().into_iter().map(i16::abs).max().unwrap_or(0)
    }
}

/// The outline of a board of hexes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outline {
    /// A hexagon with `side` hexes on each straight edge; its corners have three neighbours.
    Hexagon {
        /// Hexes on an edge.
        side: i16,
    },
    /// A hexagon turned by 30 degrees, with zigzag edges: a corner is a single hex with two neighbours. All hexes whose
    /// largest and smallest coordinates differ by at most `3 * reach`.
    Pointed {
        /// A third of the largest difference of coordinates.
        reach: i16,
    },
    /// A rhombus of `side` rows, each shifted half a hex to the right of the one above.
    Rhombus {
        /// Hexes on an edge.
        side: i16,
    },
}

impl Outline {
    fn contains(self, hex: Hex) -> bool {
        let cube = hex.cube();
        match self {
            Outline::Hexagon { side } => cube.iter().all(|c| c.abs() < side),
            Outline::Pointed { reach } => {
                cube.iter().max().zip(cube.iter().min()).is_some_and(|(max, least)| max - least <= 3 * reach)
            }
            Outline::Rhombus { side } => (0..side).contains(&hex.x) && (0..side).contains(&hex.y),
        }
    }

    /// The largest distance of a coordinate from 0.
    fn extent(self) -> i16 {
        match self {
            Outline::Hexagon { side } | Outline::Rhombus { side } => side,
            Outline::Pointed { reach } => 2 * reach,
        }
    }
}

/// Builds the board with this outline, and gives the hex of each cell.
///
/// # Panics
/// If the board has more than `64 * WORDS` cells or more than 26 rows.
pub fn board<const WORDS: usize>(outline: Outline) -> (Board<WORDS>, Vec<Hex>) {
    let extent = outline.extent();
    let mut cells = Vec::new();
    let rows = (-extent..=extent)
        .map(|y| (-extent..=extent).map(|x| Hex::new(x, y)).filter(|hex| outline.contains(*hex)).collect::<Vec<_>>());
    for (letter, row) in rows.filter(|row| !row.is_empty()).enumerate() {
        for (number, hex) in row.into_iter().enumerate() {
            let place = Place { x: 2 * hex.x + hex.y, y: 2 * hex.y };
            cells.push((Name::new(letter as u8, number as u8 + 1), place, hex));
        }
    }
    let step = |from: Hex, way: usize| Hex::new(from.x + DIRECTIONS[way].0, from.y + DIRECTIONS[way].1);
    (Board::new(&cells, DIRECTIONS.len(), step), cells.into_iter().map(|(.., hex)| hex).collect())
}

/// The corners of a hexagonal board, clockwise from the top; of two at the top, from the left one.
///
/// They are the cells with the fewest neighbours: two on a pointed hexagon, three on a straight one.
pub fn corners<const WORDS: usize>(board: &Board<WORDS>) -> Vec<Cell> {
    let fewest = board.cells().map(|cell| board.adjacent(cell).len()).min();
    let mut corners: Vec<Cell> = board.cells().filter(|&cell| Some(board.adjacent(cell).len()) == fewest).collect();
    let right_hand = |cell: &Cell| {
        let place = board.place(*cell);
        (place.x > 0, if place.x > 0 { place.y } else { -place.y })
    };
    // Clockwise: down the right-hand side, then up the left-hand side, the topmost cell first.
    corners.sort_by_key(right_hand);
    let (left, right): (Vec<Cell>, Vec<Cell>) = corners.into_iter().partition(|cell| !right_hand(cell).0);
    let mut round: Vec<Cell> = right.into_iter().chain(left).collect();
    let first = round.iter().position(|&cell| cell == Cell(0)).unwrap_or(0);
    round.rotate_left(first);
    round
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(board: &Board<4>, cells: &[Cell]) -> Vec<String> {
        cells.iter().map(|&cell| board.name(cell).to_string()).collect()
    }

    fn row_lengths(board: &Board<4>) -> Vec<usize> {
        let mut lengths = [0; 26];
        board.cells().for_each(|cell| lengths[usize::from(board.name(cell).letter_index())] += 1);
        lengths.into_iter().filter(|&length| length > 0).collect()
    }

    #[test]
    fn the_pointed_hexagon_of_91_is_the_one_of_the_rules_page() {
        let (board, hexes) = board::<4>(Outline::Pointed { reach: 3 });
        assert_eq!(board.len(), 91);
        assert_eq!(row_lengths(&board), [1, 4, 7, 10, 9, 10, 9, 10, 9, 10, 7, 4, 1]);
        assert_eq!(names(&board, &corners(&board)), ["a1", "d10", "j10", "m1", "j1", "d1"]);
        let at = |name: &str| hexes[board.find(name.parse().unwrap()).unwrap().index()];
        let firsts = [
            ("a1", 3, -6),
            ("b1", 1, -5),
            ("c1", -1, -4),
            ("d1", -3, -3),
            ("e1", -3, -2),
            ("f1", -4, -1),
            ("g1", -4, 0),
        ];
        for (name, x, y) in firsts.into_iter().chain([
            ("h1", -5, 1),
            ("i1", -5, 2),
            ("j1", -6, 3),
            ("k1", -5, 4),
            ("l1", -4, 5),
            ("m1", -3, 6),
        ]) {
            assert_eq!(at(name), Hex::new(x, y), "{name}");
        }
        assert_eq!(at("g5"), Hex::new(0, 0));
        assert_eq!(at("d10").distance(at("j10")), 6);
        assert_eq!(at("a1").distance(at("j10")), 9);
    }

    #[test]
    fn boards_have_the_sizes_of_the_rules_pages() {
        let size = |outline| board::<4>(outline).0.len();
        assert_eq!([1, 2, 3, 4, 5].map(|reach| size(Outline::Pointed { reach })), [13, 43, 91, 157, 241]);
        assert_eq!([3, 4, 5, 6, 7, 8].map(|side| size(Outline::Hexagon { side })), [19, 37, 61, 91, 127, 169]);
        assert_eq!([5, 15].map(|side| size(Outline::Rhombus { side })), [25, 225]);
    }

    #[test]
    fn corners_go_clockwise_from_the_top() {
        let (hexhex, _) = board::<4>(Outline::Hexagon { side: 6 });
        assert_eq!(names(&hexhex, &corners(&hexhex)), ["a1", "a6", "f11", "k6", "k1", "f1"]);
        for (outline, neighbours) in [(Outline::Hexagon { side: 6 }, 3), (Outline::Pointed { reach: 3 }, 2)] {
            let (board, _) = board::<4>(outline);
            assert!(corners(&board).iter().all(|&corner| board.adjacent(corner).len() == neighbours));
            assert_eq!(board.cells().filter(|&cell| board.adjacent(cell).len() == neighbours).count(), 6);
        }
    }

    #[test]
    fn in_a_rhombus_c3_touches_b4() {
        let (board, _) = board::<4>(Outline::Rhombus { side: 7 });
        let cell = |name: &str| board.find(name.parse().unwrap()).unwrap();
        assert!(board.adjacent(cell("c3")).contains(cell("b4")));
        assert!(!board.adjacent(cell("c3")).contains(cell("b2")));
        assert_eq!(board.adjacent(cell("a1")).len(), 2, "the acute corner is at a1");
        assert_eq!(board.adjacent(cell("a7")).len(), 3, "the obtuse corner is at a7");
    }

    #[test]
    fn opposite_directions_are_three_apart() {
        let (board, _) = board::<4>(Outline::Hexagon { side: 4 });
        for cell in board.cells() {
            for way in 0..6 {
                if let Some(next) = board.step(cell, way) {
                    assert_eq!(board.step(next, (way + 3) % 6), Some(cell));
                    assert!(board.adjacent(cell).contains(next));
                }
            }
        }
    }
}
