//! Square boards: column letter, row number from the bottom, as in chess.

use crate::board::{Board, Place};
use crate::notation::Name;

/// The neighbours of a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Adjacency {
    /// The four that share an edge.
    Edges,
    /// The eight that share an edge or a corner.
    EdgesAndCorners,
}

/// Edges first; opposite directions are half of the list apart, in both lists.
const EDGES: [(i16, i16); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const ALL: [(i16, i16); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// Builds a square board of `side` by `side` cells, `a1` at the bottom left.
///
/// # Panics
/// If the board has more than `64 * WORDS` cells or `side` is over 26.
pub fn board<const WORDS: usize>(side: u8, adjacency: Adjacency) -> Board<WORDS> {
    let ways: &[(i16, i16)] = match adjacency {
        Adjacency::Edges => &EDGES,
        Adjacency::EdgesAndCorners => &ALL,
    };
    let cells: Vec<_> = (0..side)
        .flat_map(|column| (0..side).map(move |row| (column, row)))
        .map(|(column, row)| {
            let (x, y) = (i16::from(column), i16::from(row));
            (Name::new(column, row + 1), Place { x: 2 * x, y: -2 * y }, (x, y))
        })
        .collect();
    Board::new(&cells, ways.len(), |(x, y), way| (x + ways[way].0, y + ways[way].1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_board_is_named_as_in_chess() {
        let board = board::<6>(19, Adjacency::Edges);
        assert_eq!(board.len(), 361);
        let cell = |name: &str| board.find(name.parse().unwrap()).unwrap();
        assert_eq!(board.place(cell("a1")), Place { x: 0, y: 0 });
        assert_eq!(board.place(cell("s19")), Place { x: 36, y: -36 });
        let neighbours: Vec<_> = board.adjacent(cell("c3")).iter().map(|cell| board.name(cell).to_string()).collect();
        assert_eq!(neighbours, ["b3", "c2", "c4", "d3"]);
        assert_eq!(board.find("t1".parse().unwrap()), None);
    }

    #[test]
    fn corners_can_count_as_neighbours() {
        let board = board::<1>(5, Adjacency::EdgesAndCorners);
        let cell = |name: &str| board.find(name.parse().unwrap()).unwrap();
        assert_eq!(board.adjacent(cell("c3")).len(), 8);
        assert_eq!(board.adjacent(cell("a1")).len(), 3);
        assert_eq!(board.step(cell("c3"), 1), Some(cell("d4")));
        assert_eq!(board.step(cell("d4"), 5), Some(cell("c3")));
    }

    #[test]
    fn a_region_is_what_steps_can_reach() {
        let board = board::<1>(3, Adjacency::Edges);
        let cell = |name: &str| board.find(name.parse().unwrap()).unwrap();
        let within = ["a1", "a2", "c3", "b2"].map(cell).into_iter().collect();
        let region = board.region(cell("a1"), within);
        assert_eq!(region, ["a1", "a2", "b2"].map(cell).into_iter().collect());
    }
}
