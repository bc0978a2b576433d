//! The boards of Magma, and the seats at their corners.

use std::sync::LazyLock;

use super::options::{BoardKind, Color, Options};
use super::seating::{Seating, printed};
use crate::board::{Board, Cell, CellSet};
use crate::hex::{self, Outline};
use crate::seat::Seat;

/// A set of cells of any of the boards.
pub(super) type Cells = CellSet<3>;

/// A board and its six corners.
#[derive(Debug)]
pub(super) struct Field {
    pub(super) board: Board<3>,
    /// Clockwise from a1.
    pub(super) corners: [Cell; 6],
    pub(super) all: Cells,
}

impl Field {
    fn new(outline: Outline) -> Field {
        let (board, _) = hex::board(outline);
        let corners = hex::corners(&board);
        Field { all: board.all(), corners: std::array::from_fn(|at| corners[at]), board }
    }

    /// The cell at the end of a jump over the piece on the neighbour in this direction, and that neighbour.
    pub(super) fn jump(&self, from: Cell, direction: usize) -> Option<(Cell, Cell)> {
        let over = self.board.step(from, direction)?;
        Some((over, self.board.step(over, direction)?))
    }
}

impl BoardKind {
    /// The board of this kind, built when first used.
    pub(super) fn field(self) -> &'static Field {
        static POINTED_43: LazyLock<Field> = LazyLock::new(|| Field::new(Outline::Pointed { reach: 2 }));
        static POINTED_91: LazyLock<Field> = LazyLock::new(|| Field::new(Outline::Pointed { reach: 3 }));
        static POINTED_157: LazyLock<Field> = LazyLock::new(|| Field::new(Outline::Pointed { reach: 4 }));
        static HEXHEX_5: LazyLock<Field> = LazyLock::new(|| Field::new(Outline::Hexagon { side: 5 }));
        static HEXHEX_6: LazyLock<Field> = LazyLock::new(|| Field::new(Outline::Hexagon { side: 6 }));
        static HEXHEX_7: LazyLock<Field> = LazyLock::new(|| Field::new(Outline::Hexagon { side: 7 }));
        match self {
            BoardKind::Pointed43 => &POINTED_43,
            BoardKind::Pointed91 => &POINTED_91,
            BoardKind::Pointed157 => &POINTED_157,
            BoardKind::Hexhex5 => &HEXHEX_5,
            BoardKind::Hexhex6 => &HEXHEX_6,
            BoardKind::Hexhex7 => &HEXHEX_7,
        }
    }
}

/// A place in the order of turns: the seat to move, and the home through which its pieces enter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Slot {
    pub(super) seat: Seat,
    /// Clockwise from a1.
    pub(super) corner: u8,
}

/// The order of turns and the colours, for a number of seats.
#[derive(Clone, Copy, Debug)]
pub(super) struct Table {
    slots: [Slot; 6],
    len: u8,
    colors: [Color; 6],
    seats: u8,
}

impl Table {
    /// The table for this number of seats and the options that say who sits where.
    pub(super) fn for_seats(seats: u8, options: &Options) -> &'static Table {
        static TABLES: LazyLock<Vec<Table>> = LazyLock::new(|| Seating::all().map(Table::new).collect());
        &TABLES[Seating::of(seats, options).index()]
    }

    fn new(seating: Seating) -> Table {
        let unused = Slot { seat: Seat(0), corner: 0 };
        let mut table = Table { slots: [unused; 6], len: 0, colors: [Color::Red; 6], seats: 0 };
        for (slot, (corner, owner)) in table.slots.iter_mut().zip(seating.slots()) {
            *slot = Slot { seat: Seat(owner), corner };
            table.len += 1;
            table.seats = table.seats.max(owner + 1);
            table.colors[usize::from(owner)] = match seating {
                // Two players sit at the red corners but play different colours.
                Seating::Two => Color::ALL[usize::from(owner)],
                Seating::Three | Seating::Four { .. } | Seating::Five { .. } | Seating::Six => printed(corner),
            };
        }
        table
    }

    /// The turn slots in order.
    pub(super) fn slots(&self) -> &[Slot] {
        &self.slots[..usize::from(self.len)]
    }

    /// The slots that belong to the seat: two for a solo player, one for any other.
    pub(super) fn slots_of(&self, seat: Seat) -> impl Iterator<Item = Slot> + '_ {
        self.slots().iter().copied().filter(move |slot| slot.seat == seat)
    }

    /// The colour the seat plays.
    pub(super) fn color(&self, seat: Seat) -> Color {
        self.colors[seat.index()]
    }

    /// All seats.
    pub(super) fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::all(self.seats)
    }

    /// The seats that play this colour.
    pub(super) fn seats_of(&self, color: Color) -> impl Iterator<Item = Seat> + '_ {
        self.seats().filter(move |&seat| self.color(seat) == color)
    }

    /// The colours in play, in the order in which they first sit at the table: the sides.
    pub(super) fn sides(&self) -> impl Iterator<Item = Color> + '_ {
        self.seats()
            .filter(|&seat| self.seats().take(seat.index()).all(|before| self.color(before) != self.color(seat)))
            .map(|seat| self.color(seat))
    }
}
