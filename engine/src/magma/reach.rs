//! The destinations of one move, computed from bit sets without allocation.

use std::collections::VecDeque;

use super::field::{Cells, Field, Slot};
use super::{Magma, options::Color};
use crate::board::Cell;

impl Magma {
    /// The cells without a piece.
    pub(super) fn vacant(&self) -> Cells {
        self.field().all - self.pieces[0] - self.pieces[1] - self.pieces[2]
    }

    /// The cells on which the piece of this colour on this cell can end a move: one step, or jumps over its colour, never
    /// both (A1, A2, A4-A7).
    pub(super) fn destinations(&self, color: Color, from: Cell) -> Cells {
        let field = self.field();
        let (own, vacant) = (self.pieces[color.index()], self.vacant());
        // The piece is lifted while it moves: its own cell may be passed through, but neither jumped over nor ended on
        // (A5, A6). That needs no code: every jump changes coordinates by even numbers, so a chain never comes next to the
        // cell it began on; and from that cell it could only do what it could do at first.
        (field.board.adjacent(from) & vacant) | jumps(field, own, vacant, Cells::just(from))
    }

    /// The cells of a move that has just ended. Of a chain of jumps it is the shortest one, because all between two cells are the same move
    /// (A7).
    pub(super) fn way(&self, from: Cell, to: Cell) -> Vec<Cell> {
        let (field, end) = (self.field(), Cells::just(to));
        let own = self.pieces.iter().find(|pieces| pieces.contains(to)).copied().unwrap_or(Cells::EMPTY) - end;
        let (vacant, mut seen, mut ways) = (self.vacant() | end, Cells::just(from), VecDeque::from([vec![from]]));
        while let Some(way) = ways.pop_front().filter(|_| !field.board.adjacent(from).contains(to)) {
            let last = way.last().copied().unwrap_or(from);
            if last == to {
                return way;
            }
            let landed = landings(field, own, vacant, last) - seen;
            seen |= landed;
            ways.extend(landed.iter().map(|land| [way.as_slice(), &[land]].concat()));
        }
        vec![from, to]
    }

    /// The cells on which a new piece of the slot's player can end when it enters through the slot's home (A8-A13, A20).
    pub(super) fn entries(&self, slot: Slot) -> Cells {
        let field = self.field();
        let color = self.table().color(slot.seat);
        let own = self.pieces[color.index()];
        let vacant = self.vacant();
        let home = field.corners[usize::from(slot.corner)];
        if self.stock(slot.seat) == 0 {
            Cells::EMPTY
        } else if vacant.contains(home) {
            let on_home = Cells::just(home);
            // The entering piece may come back to its home by a ring of jumps; the home is in the set already.
            if self.options.entry_continue { on_home | jumps(field, own, vacant, on_home) } else { on_home }
        } else if own.contains(home) {
            let landed = field.board.adjacent(home) & vacant;
            landed | jumps(field, own, vacant, landed)
        } else {
            Cells::EMPTY
        }
    }
}

/// The cells that one jump from this cell leads to.
fn landings(field: &Field, own: Cells, vacant: Cells, cell: Cell) -> Cells {
    let mut landed = Cells::EMPTY;
    if (field.board.adjacent(cell) & own).is_empty() {
        return landed;
    }
    for direction in 0..field.board.directions() {
        if let Some((over, land)) = field.jump(cell, direction)
            && own.contains(over)
            && vacant.contains(land)
        {
            landed.insert(land);
        }
    }
    landed
}

/// The cells that one or more jumps from these cells lead to, each over a piece of `own` to the vacant cell opposite.
fn jumps(field: &Field, own: Cells, vacant: Cells, from: Cells) -> Cells {
    let mut reached = Cells::EMPTY;
    let mut edge = from;
    while !edge.is_empty() {
        let mut landed = Cells::EMPTY;
        for cell in edge.iter() {
            landed |= landings(field, own, vacant, cell);
        }
        edge = landed - reached;
        reached |= landed;
    }
    reached
}
