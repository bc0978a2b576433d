//! The board: the places of the lands in the order in which they are laid, and their neighbours (R1, R2).

use std::sync::OnceLock;

use smallvec::SmallVec;

use crate::magic::notation::LandNumber;
use crate::scene::Place;

/// The steps from a land to its six neighbours, in doubled columns.
const STEPS: [(i16, i16); 6] = [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)];

/// The places of the lands of a match, holes included: a board knows nothing of them.
#[derive(Debug)]
pub struct Board {
    cells: Vec<(i16, i16)>,
    neighbours: Vec<SmallVec<[LandNumber; 6]>>,
}

/// The number of lands that are laid in a match of so many seats (R2).
pub const fn lands_of(seats: u8) -> u16 {
    10 + 5 * seats as u16
}

/// The number of lands of each type in the common pool (R2).
pub const fn lands_of_a_type(seats: u8) -> u8 {
    seats + 2
}

impl Board {
    /// The board of a match of so many seats. One is made for each number from 2 to 6; other numbers give that of 6.
    pub fn for_seats(seats: u8) -> &'static Board {
        static BOARDS: [OnceLock<Board>; 5] = [const { OnceLock::new() }; 5];
        let max = BOARDS.len() as u8 + 1;
        let seats = if (2..=max).contains(&seats) { seats } else { max };
        BOARDS[usize::from(seats - 2)].get_or_init(|| Board::new(lands_of(seats)))
    }

    fn new(lands: u16) -> Board {
        let cells: Vec<(i16, i16)> =
            [(0, 0), (0, 2)].into_iter().chain((1..).flat_map(ring)).take(lands.into()).collect();
        let number = |cell: (i16, i16)| {
            let at = cells.iter().position(|other| *other == cell)?;
            Some(LandNumber(at as u16 + 1))
        };
        let around = |&(x, y): &(i16, i16)| {
            let mut around: SmallVec<_> = STEPS.iter().filter_map(|(dx, dy)| number((x + dx, y + dy))).collect();
            around.sort_unstable();
            around
        };
        Board { neighbours: cells.iter().map(around).collect(), cells }
    }

    /// The numbers of all lands, from 1.
    pub fn lands(&self) -> impl DoubleEndedIterator<Item = LandNumber> + ExactSizeIterator + use<> {
        (0..self.cells.len() as u16).map(|at| LandNumber(at + 1))
    }

    /// True if there is a land of this number.
    pub fn has(&self, land: LandNumber) -> bool {
        index(land).is_some_and(|at| at < self.cells.len())
    }

    /// The lands that share an edge with this one, in rising order; none if there is no such land.
    pub fn neighbours(&self, land: LandNumber) -> &[LandNumber] {
        index(land).and_then(|at| self.neighbours.get(at)).map_or(&[], SmallVec::as_slice)
    }

    /// True if the two lands share an edge (R31).
    pub fn touch(&self, one: LandNumber, other: LandNumber) -> bool {
        self.neighbours(one).contains(&other)
    }

    /// The cell of the land in doubled columns: `x` to the right, `y` down, both from land 1 (R1).
    pub fn cell(&self, land: LandNumber) -> Option<(i16, i16)> {
        self.cells.get(index(land)?).copied()
    }

    /// The place of the land in a drawing.
    pub fn place(&self, land: LandNumber) -> Option<Place> {
        self.cell(land).map(|(x, y)| Place { x: 2 * x, y })
    }
}

/// The place of a land in lists with one entry a land, whose numbers begin with 1.
fn index(land: LandNumber) -> Option<usize> {
    usize::from(land.0).checked_sub(1)
}

/// The cells of a ring around the first two lands, in the order in which they are laid (R1).
fn ring(k: i16) -> impl Iterator<Item = (i16, i16)> {
    let walks = [(k, (0, 2)), (k, (-1, 1)), (k, (-1, -1)), (k + 1, (0, -2)), (k, (1, -1)), (k, (1, 1))];
    let steps = walks.into_iter().flat_map(|(times, step)| (0..times).map(move |_| step));
    let mut cell = (k, 2 - k);
    std::iter::once(cell).chain(steps.map(move |(dx, dy)| {
        cell = (cell.0 + dx, cell.1 + dy);
        cell
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r1_the_spiral_has_the_places_of_the_rules_page() {
        let board = Board::for_seats(6);
        let at = |land: u16| board.cell(LandNumber(land)).unwrap();
        let places =
            [(1, (0, 0)), (2, (0, 2)), (3, (1, 1)), (10, (1, -1)), (17, (-2, 4)), (24, (2, -2)), (25, (3, -1))];
        for (land, place) in places.into_iter().chain([(30, (1, 7))]) {
            assert_eq!(at(land), place, "land {land}");
        }
        for k in 1..4 {
            assert_eq!(ring(k).count() as i16, 6 * k + 2, "ring {k}");
        }
    }

    #[test]
    fn r2_boards_have_lands_and_adjacent_pairs_by_the_number_of_players() {
        for (seats, lands, pairs) in [(2, 20, 44), (3, 25, 57), (4, 30, 71), (5, 35, 84), (6, 40, 98)] {
            let board = Board::for_seats(seats);
            assert_eq!(board.lands().len(), lands);
            assert_eq!(usize::from(5 * lands_of_a_type(seats)), lands, "the pool is used up");
            let touching: usize = board.lands().map(|land| board.neighbours(land).len()).sum();
            assert_eq!(touching, 2 * pairs, "{seats} seats");
        }
    }

    #[test]
    fn the_first_two_lands_touch_those_of_the_figure() {
        let board = Board::for_seats(6);
        let around = |land: u16| board.neighbours(LandNumber(land)).iter().map(|land| land.0).collect::<Vec<_>>();
        // The figure counts turns, so its label m is land m + 1.
        assert_eq!(around(1), [2, 3, 7, 8, 9, 10]);
        assert_eq!(around(2), [1, 3, 4, 5, 6, 7]);
    }

    #[test]
    fn lands_that_are_not_there_touch_nothing() {
        let board = Board::for_seats(2);
        for land in [0, 21, 999, u16::MAX] {
            let land = LandNumber(land);
            assert!(!board.has(land) && board.neighbours(land).is_empty() && board.place(land).is_none());
        }
        assert!(board.has(LandNumber(20)) && board.touch(LandNumber(1), LandNumber(2)));
    }
}
