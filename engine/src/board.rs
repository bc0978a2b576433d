//! Boards: cells with names, places and neighbours, and sets of cells as bits.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::notation::Name;

/// A cell (or vertex) of a board, as its place in the board's list of cells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(pub u16);

impl Cell {
    /// The cell as an index into a list with one entry a cell.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The place of a cell in a drawing, in half steps: neighbours in a row are 2 apart in `x`, rows are 2 apart in `y`. `x` grows to the
/// right, `y` downwards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(example = json!({"x": 4, "y": 2})))]
pub struct Place {
    /// Half steps to the right.
    pub x: i16,
    /// Half steps down.
    pub y: i16,
}

/// The most directions any board has: eight on squares.
pub const MAX_DIRECTIONS: usize = 8;

/// A board of at most `64 * WORDS` cells, numbered in the order of their names.
#[derive(Clone, Debug)]
pub struct Board<const WORDS: usize> {
    names: Vec<Name>,
    places: Vec<Place>,
    steps: Vec<[Option<Cell>; MAX_DIRECTIONS]>,
    adjacent: Vec<CellSet<WORDS>>,
    directions: usize,
}

impl<const WORDS: usize> Board<WORDS> {
    /// Builds a board from its cells and from the rule that says where a step in a direction leads.
    ///
    /// `step` gets the place in `cells` and a direction below `directions`; opposite directions are `directions / 2` apart.
    ///
    /// # Panics
    /// If there are more cells than bits, or if two have one name.
    pub(crate) fn new<C: Copy + PartialEq>(
        cells: &[(Name, Place, C)],
        directions: usize,
        step: impl Fn(C, usize) -> C,
    ) -> Board<WORDS> {
        assert!(cells.len() <= 64 * WORDS && directions <= MAX_DIRECTIONS);
        let mut cells = cells.to_vec();
        cells.sort_by_key(|(name, ..)| *name);
        assert!(cells.windows(2).all(|pair| pair[0].0 != pair[1].0), "two cells of one name");
        let find = |wanted: C| cells.iter().position(|(.., cell)| *cell == wanted).map(|at| Cell(at as u16));
        let steps: Vec<[Option<Cell>; MAX_DIRECTIONS]> = cells
            .iter()
            .map(|&(.., from)| {
                let mut row = [None; MAX_DIRECTIONS];
                row.iter_mut().take(directions).enumerate().for_each(|(way, to)| *to = find(step(from, way)));
                row
            })
            .collect();
        Board {
            names: cells.iter().map(|(name, ..)| *name).collect(),
            places: cells.iter().map(|(_, place, _)| *place).collect(),
            adjacent: steps.iter().map(|row| row.iter().flatten().copied().collect()).collect(),
            steps,
            directions,
        }
    }

    /// The number of cells.
    #[allow(clippy::len_without_is_empty, reason = "no board is empty")]
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// All cells, in the order of their names.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<WORDS> {
        (0..self.names.len() as u16).map(Cell)
    }

    /// All cells, as a set.
    pub fn all(&self) -> CellSet<WORDS> {
        self.cells().collect()
    }

    /// The cell of this name, if the board has one.
    pub fn find(&self, name: Name) -> Option<Cell> {
        self.names.binary_search(&name).ok().map(|at| Cell(at as u16))
    }

    /// The name of the cell.
    pub fn name(&self, cell: Cell) -> Name {
        self.names[cell.index()]
    }

    /// The place of the cell in a drawing.
    pub fn place(&self, cell: Cell) -> Place {
        self.places[cell.index()]
    }

    /// The number of directions of a step: 6 between hexes, 4 or 8 between squares.
    pub fn directions(&self) -> usize {
        self.directions
    }

    /// The cell one step away in this direction, if it is on the board.
    pub fn step(&self, cell: Cell, direction: usize) -> Option<Cell> {
        self.steps[cell.index()][direction]
    }

    /// The neighbours of the cell.
    pub fn adjacent(&self, cell: Cell) -> CellSet<WORDS> {
        self.adjacent[cell.index()]
    }

    /// All cells that are neighbours of at least one cell of the set.
    #[must_use]
    pub fn adjacent_to_any(&self, set: CellSet<WORDS>) -> CellSet<WORDS> {
        set.iter().fold(CellSet::EMPTY, |sum, cell| sum | self.adjacent(cell))
    }

    /// The cells of `within` that can be reached from `from` by steps inside `within`; `from` itself is included.
    #[must_use]
    pub fn region(&self, from: Cell, within: CellSet<WORDS>) -> CellSet<WORDS> {
        let mut region = CellSet::just(from);
        let mut edge = region;
        while !edge.is_empty() {
            edge = (self.adjacent_to_any(edge) & within) - region;
            region |= edge;
        }
        region
    }
}

/// A set of cells, one bit a cell. Stored as hexadecimal digits, 16 a word.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct CellSet<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> CellSet<WORDS> {
    /// No cell.
    pub const EMPTY: Self = CellSet([0; WORDS]);

    /// Just this cell.
    #[must_use]
    pub fn just(cell: Cell) -> Self {
        let mut set = Self::EMPTY;
        set.insert(cell);
        set
    }

    /// Returns true if the cell is in the set.
    pub fn contains(&self, cell: Cell) -> bool {
        self.0[cell.index() / 64] >> (cell.0 % 64) & 1 == 1
    }

    /// Puts the cell into the set.
    pub fn insert(&mut self, cell: Cell) {
        self.0[cell.index() / 64] |= 1 << (cell.0 % 64);
    }

    /// Takes the cell out of the set.
    pub fn remove(&mut self, cell: Cell) {
        self.0[cell.index() / 64] &= !(1 << (cell.0 % 64));
    }

    /// Returns true if the set is empty.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// The number of cells in the set.
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The cells in rising order.
    pub fn iter(self) -> impl Iterator<Item = Cell> {
        self.0.into_iter().enumerate().flat_map(|(at, word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                let bit = left.trailing_zeros();
                left &= left.wrapping_sub(1);
                (bit < 64).then(|| Cell((at as u32 * 64 + bit) as u16))
            })
        })
    }

    /// The cell with `n` cells before it, if there are more than `n`.
    pub fn nth(&self, n: u32) -> Option<Cell> {
        self.iter().nth(n as usize)
    }
}

impl<const WORDS: usize> Default for CellSet<WORDS> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const WORDS: usize> FromIterator<Cell> for CellSet<WORDS> {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut set = Self::EMPTY;
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}

impl<const WORDS: usize> BitOr for CellSet<WORDS> {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        CellSet(std::array::from_fn(|at| self.0[at] | other.0[at]))
    }
}

impl<const WORDS: usize> BitAnd for CellSet<WORDS> {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        CellSet(std::array::from_fn(|at| self.0[at] & other.0[at]))
    }
}

impl<const WORDS: usize> Sub for CellSet<WORDS> {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        CellSet(std::array::from_fn(|at| self.0[at] & !other.0[at]))
    }
}

impl<const WORDS: usize> BitOrAssign for CellSet<WORDS> {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const WORDS: usize> BitAndAssign for CellSet<WORDS> {
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<const WORDS: usize> fmt::Debug for CellSet<WORDS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|cell| cell.0)).finish()
    }
}

impl<const WORDS: usize> Serialize for CellSet<WORDS> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct Hex<'a>(&'a [u64]);
        impl fmt::Display for Hex<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.iter().rev().try_for_each(|word| write!(f, "{word:016x}"))
            }
        }
        serializer.collect_str(&Hex(&self.0))
    }
}

impl<'de, const WORDS: usize> Deserialize<'de> for CellSet<WORDS> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Digits<const WORDS: usize>;
        impl<const WORDS: usize> serde::de::Visitor<'_> for Digits<WORDS> {
            type Value = CellSet<WORDS>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{} hexadecimal digits", 16 * WORDS)
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<CellSet<WORDS>, E> {
                let wrong = || E::invalid_value(serde::de::Unexpected::Str(text), &self);
                if text.len() != 16 * WORDS || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
                    return Err(wrong());
                }
                let mut words = [0; WORDS];
                for (at, word) in words.iter_mut().rev().enumerate() {
                    *word = u64::from_str_radix(&text[16 * at..16 * at + 16], 16).map_err(|_| wrong())?;
                }
                Ok(CellSet(words))
            }
        }
        deserializer.deserialize_str(Digits)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn set(cells: &[u16]) -> CellSet<3> {
        cells.iter().copied().map(Cell).collect()
    }

    proptest! {
        #[test]
        fn a_set_behaves_like_a_sorted_list(a in prop::collection::btree_set(0u16..192, 0..40), b in prop::collection::btree_set(0u16..192, 0..40)) {
            let list = |set: CellSet<3>| set.iter().map(|cell| cell.0).collect::<Vec<_>>();
            let (sa, sb): (CellSet<3>, CellSet<3>) = (a.iter().copied().map(Cell).collect(), b.iter().copied().map(Cell).collect());
            prop_assert_eq!(list(sa), a.iter().copied().collect::<Vec<_>>());
            prop_assert_eq!(list(sa | sb), a.union(&b).copied().collect::<Vec<_>>());
            prop_assert_eq!(list(sa & sb), a.intersection(&b).copied().collect::<Vec<_>>());
            prop_assert_eq!(list(sa - sb), a.difference(&b).copied().collect::<Vec<_>>());
            prop_assert_eq!(sa.len() as usize, a.len());
            prop_assert_eq!(sa.nth(3).map(|cell| cell.0), a.iter().nth(3).copied());
            let stored = serde_json::to_string(&sa).unwrap();
            prop_assert_eq!(serde_json::from_str::<CellSet<3>>(&stored).unwrap(), sa);
        }
    }

    #[test]
    fn a_damaged_set_is_refused() {
        assert_eq!(serde_json::to_string(&set(&[0, 4, 191])).unwrap(), format!("\"8{}11\"", "0".repeat(45)));
        for text in ["\"\"", "\"zz\"", "7", &format!("\"{}\"", "é".repeat(24))] {
            assert!(serde_json::from_str::<CellSet<3>>(text).is_err(), "{text}");
        }
    }
}
