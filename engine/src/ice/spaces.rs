//! The spaces with their chips and pyramids.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::chips::{Bag, Chip, Color};
use super::field::{Cells, Field, MAX_CELLS};
use super::options::{Adjacency, BoardKind};
use crate::as_text::as_text;
use crate::board::Cell;
use crate::notation::Name;
use crate::seat::{MAX_SEATS, Seat};

/// The number of pyramids of each size that a player has, on the board and in the stash together.
pub(super) const STASH: u8 = 5;

/// The size of a pyramid.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Size {
    Small,
    Medium,
    Large,
}

impl Size {
    /// All sizes, the smallest first.
    pub const ALL: [Size; 3] = [Size::Small, Size::Medium, Size::Large];

    /// The letter of moves and of the stored position.
    pub fn letter(self) -> char {
        match self {
            Size::Small => 's',
            Size::Medium => 'm',
            Size::Large => 'l',
        }
    }

    /// The letter on boards: a capital, because a small L looks like a 1.
    pub fn sign(self) -> char {
        self.letter().to_ascii_uppercase()
    }

    /// The size in a sentence.
    pub fn name(self) -> &'static str {
        match self {
            Size::Small => "small",
            Size::Medium => "medium",
            Size::Large => "large",
        }
    }
}

/// The spaces of the pyramids of one colour and size, at most five, in rising order. Several may stand on one space.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Group {
    len: u8,
    /// Beyond `len` all zero, so that equal groups are equal.
    cells: [u8; STASH as usize],
}

impl Group {
    fn cells(&self) -> &[u8] {
        &self.cells[..usize::from(self.len)]
    }

    fn on(&self, cell: Cell) -> u8 {
        self.cells().iter().filter(|&&at| u16::from(at) == cell.0).count() as u8
    }

    /// False if all five stand on the board already.
    fn insert(&mut self, cell: Cell) -> bool {
        let free = self.len < STASH;
        if free {
            self.cells[usize::from(self.len)] = cell.0 as u8;
            self.len += 1;
            self.cells[..usize::from(self.len)].sort_unstable();
        }
        free
    }

    /// False if none stands there.
    fn remove(&mut self, cell: Cell) -> bool {
        let Some(at) = self.cells().iter().position(|&at| u16::from(at) == cell.0) else { return false };
        self.cells.copy_within(at + 1.., at);
        self.cells[usize::from(STASH) - 1] = 0;
        self.len -= 1;
        true
    }
}

/// The spaces of a board with everything on them. As text and in storage `5x5 b2=R1[Rs,Bl] c3=N`: chips, and in brackets
/// the pyramids on them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Spaces {
    kind: BoardKind,
    chips: [Option<Chip>; MAX_CELLS],
    /// The space of the neutral chip, derived from the chips.
    neutral: Option<Cell>,
    groups: [[Group; 3]; MAX_SEATS as usize],
    /// The number of pyramids on each space, derived from the groups.
    heads: [u8; MAX_CELLS],
}

impl Spaces {
    /// A board without anything on it.
    pub(super) fn empty(kind: BoardKind) -> Spaces {
        let groups = Default::default();
        Spaces { kind, chips: [None; MAX_CELLS], neutral: None, groups, heads: [0; MAX_CELLS] }
    }

    pub(super) fn kind(&self) -> BoardKind {
        self.kind
    }

    pub(super) fn chip(&self, cell: Cell) -> Option<Chip> {
        self.chips[cell.index()]
    }

    /// The number of pyramids on the space, of all players.
    pub(super) fn heads(&self, cell: Cell) -> u8 {
        self.heads[cell.index()]
    }

    pub(super) fn lay(&mut self, cell: Cell, chip: Chip) {
        self.chips[cell.index()] = Some(chip);
        if chip == Chip::NEUTRAL {
            self.neutral = Some(cell);
        }
    }

    /// The space of the neutral chip.
    pub(super) fn neutral(&self) -> Option<Cell> {
        self.neutral
    }

    /// The spaces that have no chip yet.
    pub(super) fn without_chip(&self) -> Cells {
        self.cells().filter(|cell| self.chip(*cell).is_none()).collect()
    }

    /// The spaces with this chip.
    pub(super) fn with_chip(&self, chip: Chip) -> Cells {
        self.cells().filter(|cell| self.chip(*cell) == Some(chip)).collect()
    }

    fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        (0..u16::from(self.kind.side()).pow(2)).map(Cell)
    }

    fn group(&self, seat: Seat, size: Size) -> &Group {
        &self.groups[seat.index()][size as usize]
    }

    /// The number of pyramids of this seat and size on the space.
    pub(super) fn count(&self, seat: Seat, size: Size, cell: Cell) -> u8 {
        self.group(seat, size).on(cell)
    }

    /// The spaces with pyramids of this seat and size.
    pub(super) fn standing(&self, seat: Seat, size: Size) -> Cells {
        self.group(seat, size).cells().iter().map(|&at| Cell(at.into())).collect()
    }

    /// The number of pyramids of this seat and size on the board.
    pub(super) fn on_board(&self, seat: Seat, size: Size) -> u8 {
        self.group(seat, size).len
    }

    /// The number of pyramids of this size in the seat's stash.
    pub(super) fn stash(&self, seat: Seat, size: Size) -> u8 {
        STASH - self.on_board(seat, size)
    }

    /// The pyramids on the space, each kind once with its number, by seat and size.
    pub(super) fn pieces(&self, cell: Cell) -> impl Iterator<Item = (Seat, Size, u8)> + '_ {
        let kinds = Seat::all(MAX_SEATS).flat_map(|seat| Size::ALL.map(|size| (seat, size)));
        let kinds = kinds.filter(move |_| self.heads(cell) > 0);
        kinds.map(move |(seat, size)| (seat, size, self.count(seat, size, cell))).filter(|(.., count)| *count > 0)
    }

    /// Takes a pyramid out of the stash; false if there is none.
    pub(super) fn put(&mut self, seat: Seat, size: Size, cell: Cell) -> bool {
        let done = self.groups[seat.index()][size as usize].insert(cell);
        self.heads[cell.index()] += u8::from(done);
        done
    }

    /// Returns a pyramid to the stash; false if there is none on the space.
    pub(super) fn take(&mut self, seat: Seat, size: Size, cell: Cell) -> bool {
        let done = self.groups[seat.index()][size as usize].remove(cell);
        self.heads[cell.index()] -= u8::from(done);
        done
    }

    /// The chips that are not on the board; `None` if there are more on it than belong to it.
    pub(super) fn bag(&self) -> Option<Bag> {
        let mut bag = Bag::full(self.kind);
        self.chips.iter().flatten().all(|&chip| bag.take(chip)).then_some(bag)
    }
}

impl fmt::Display for Spaces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name())?;
        let field = Field::for_board(self.kind, Adjacency::Ortho);
        for cell in self.cells() {
            let Some(chip) = self.chip(cell) else { continue };
            write!(f, " {}={chip}", field.name(cell))?;
            let mut sign = '[';
            for (seat, size, count) in self.pieces(cell) {
                for _ in 0..count {
                    write!(f, "{sign}{}{}", Color::for_seat(seat).letter(), size.letter())?;
                    sign = ',';
                }
            }
            if sign == ',' {
                f.write_str("]")?;
            }
        }
        Ok(())
    }
}

impl FromStr for Spaces {
    type Err = String;

    fn from_str(text: &str) -> Result<Spaces, String> {
        let mut words = text.split_ascii_whitespace();
        let kind = words.next().and_then(|word| BoardKind::ALL.into_iter().find(|kind| kind.name() == word));
        let mut spaces = Spaces::empty(kind.ok_or("no board is named")?);
        for word in words {
            spaces.read_space(word).ok_or_else(|| format!("no space is {word:?}"))?;
        }
        Ok(spaces)
    }
}

impl Spaces {
    /// Reads `b2=R1[Rs,Bl]`.
    fn read_space(&mut self, word: &str) -> Option<()> {
        let (name, what) = word.split_once('=')?;
        let cell = Field::for_board(self.kind, Adjacency::Ortho).board.find(name.parse::<Name>().ok()?)?;
        let (chip, pieces) = match what.split_once('[') {
            Some((chip, pieces)) => (chip, pieces.strip_suffix(']')?),
            None => (what, ""),
        };
        if self.chip(cell).is_some() {
            return None;
        }
        self.lay(cell, chip.parse().ok()?);
        for piece in pieces.split(',').filter(|piece| !piece.is_empty()) {
            let mut letters = piece.chars();
            let color = Color::of_letter(letters.next()?)?;
            let letter = letters.next()?;
            let size = Size::ALL.into_iter().find(|size| size.letter() == letter)?;
            if letters.next().is_some() || !self.put(color.seat(), size, cell) {
                return None;
            }
        }
        Some(())
    }
}

impl fmt::Debug for Spaces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

as_text!(Spaces);
