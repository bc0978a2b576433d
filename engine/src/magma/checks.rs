//! Illegal moves and their refusals, which say why and what would be right.

use super::field::{Cells, Slot};
use super::options::{Color, Tempo};
use super::{Magma, PIECES_PER_PLAYER, Stage, first_slot};
use crate::board::Cell;
use crate::game::Illegal;
use crate::notation::Name;
use crate::seat::{Seat, Seats};

/// The most turns of a match, far below the limit of the counters.
const MAX_TURNS: u32 = 1 << 30;

impl Magma {
    /// Checks that a stored position can occur; the other methods rely on all of this.
    pub(super) fn check_stored(&self, seats: u8) -> Result<(), String> {
        let sound = |holds: bool, what: &str| if holds { Ok(()) } else { Err(what.to_owned()) };
        sound(self.seats == seats && (2..=6).contains(&seats), "seats")?;
        self.options.check().map_err(|bad| bad.to_string())?;
        let table = self.table();
        sound(first_slot(table, self.field(), self.options.first).is_some(), "first")?;
        sound(usize::from(self.slot) < table.slots().len() && self.turns < MAX_TURNS, "slot or turns")?;
        let [red, blue, yellow] = self.pieces;
        let together = red | blue | yellow;
        sound((together - self.field().all).is_empty(), "a piece off the board")?;
        sound(together.len() == red.len() + blue.len() + yellow.len(), "two pieces on one space")?;
        for color in Color::ALL {
            let slots = table.slots().iter().filter(|slot| table.color(slot.seat) == color).count() as u32;
            let supply: u32 = table.seats_of(color).map(|seat| u32::from(self.supply[seat.index()])).sum();
            sound(
                supply + self.pieces[color.index()].len() <= slots * u32::from(PIECES_PER_PLAYER),
                "too many pieces",
            )?;
        }
        for set in [self.passed, self.agreed, self.absent, self.left] {
            sound(Seats::all(seats).contains_all(set), "a seat that is not there")?;
        }
        let sides_in = table.sides().filter(|&color| self.is_in(color)).count();
        match self.stage {
            Stage::Over(_) => Ok(()),
            Stage::Turn => sound(sides_in > 1 && !self.left.contains(self.current_slot().seat), "the seat to move"),
            Stage::Penalty { by, of } => {
                let both = [by, of].into_iter().all(|seat| seat.0 < seats);
                sound(both && sides_in > 1 && !self.left.contains(by), "the seat that takes the penalty")
            }
        }
    }

    pub(super) fn find(&self, name: Name) -> Result<Cell, Illegal> {
        self.field().board.find(name).ok_or_else(|| {
            Illegal::new("no-such-cell", format!("The board has no space {name}; its rows are {}.", self.rows()))
        })
    }

    /// `a1, b1-b4, ...`: the rows of the board for a refusal.
    pub(super) fn rows(&self) -> String {
        let board = &self.field().board;
        let mut rows: Vec<Name> = Vec::new();
        for name in board.cells().map(|cell| board.name(cell)) {
            match rows.last_mut() {
                Some(last) if last.letter() == name.letter() => *last = name,
                _ => rows.push(name),
            }
        }
        let row =
            |last: &Name| if last.number() == 1 { last.to_string() } else { format!("{}1-{last}", last.letter()) };
        rows.iter().map(row).collect::<Vec<_>>().join(", ")
    }

    /// `e6, f5` for a refusal; `no space` for no cell.
    pub(super) fn listed(&self, cells: Cells) -> String {
        if cells.is_empty() {
            return "no space".to_owned();
        }
        cells.iter().map(|cell| self.field().board.name(cell).to_string()).collect::<Vec<_>>().join(", ")
    }

    /// Refuses a move of the turn from any seat but the one to move.
    pub(super) fn check_turn(&self, by: Seat) -> Result<Slot, Illegal> {
        let slot = self.current_slot();
        if self.stage == Stage::Turn && slot.seat == by {
            return Ok(slot);
        }
        let names = self.names();
        Err(Illegal::new(
            "not-awaited",
            match self.stage {
                Stage::Penalty { by: taker, of } => {
                    format!("The match waits for {} to remove a piece of {} or to spare it.", &names[taker], &names[of])
                }
                Stage::Turn | Stage::Over(_) => format!("It is the turn of {}.", &names[slot.seat]),
            },
        ))
    }

    pub(super) fn check_go(&self, slot: Slot, from: Name, to: Name) -> Result<(Cell, Cell), Illegal> {
        let (origin, end) = (self.find(from)?, self.find(to)?);
        let color = self.table().color(slot.seat);
        if !self.pieces[color.index()].contains(origin) {
            let what = if self.vacant().contains(origin) { "no piece" } else { "another colour's piece" };
            return Err(Illegal::new(
                "not-your-piece",
                format!("There is {what} on {from}; you play {}.", color.name()),
            ));
        }
        let destinations = self.destinations(color, origin);
        if !destinations.contains(end) {
            let way = self.listed(destinations);
            let why = if origin == end {
                format!("A move must not end on the space where it began, {from}.")
            } else if !self.vacant().contains(end) {
                format!("{to} is occupied.")
            } else {
                format!("No step and no chain of jumps over {} pieces leads from {from} to {to}.", color.name())
            };
            return Err(Illegal::new("unreachable", format!("{why} The piece on {from} can go to: {way}.")));
        }
        Ok((origin, end))
    }

    pub(super) fn check_entry(&self, slot: Slot, to: Name) -> Result<Cell, Illegal> {
        let end = self.find(to)?;
        let entries = self.entries(slot);
        if entries.contains(end) {
            return Ok(end);
        }
        let field = self.field();
        let home = field.corners[usize::from(slot.corner)];
        let home_name = field.board.name(home);
        let own = self.pieces[self.table().color(slot.seat).index()];
        let (code, why) = if self.stock(slot.seat) == 0 {
            ("supply-empty", "You have no piece left to put in play.".to_owned())
        } else if !own.contains(home) && !self.vacant().contains(home) {
            let why =
                format!("A piece of another colour stands on your home {home_name}; you cannot enter until it leaves.");
            ("home-blocked", why)
        } else if entries.is_empty() {
            let why = format!("Your home {home_name} and all spaces next to it are occupied; move a piece or pass.");
            ("home-full", why)
        } else {
            ("unreachable", format!("A piece that enters through {home_name} can end on: {}.", self.listed(entries)))
        };
        Err(Illegal::new(code, why))
    }

    /// The taker of a penalty, if that is `by`.
    pub(super) fn check_penalty(&self, by: Seat) -> Result<Seat, Illegal> {
        match self.stage {
            Stage::Penalty { by: taker, of } if taker == by => Ok(of),
            Stage::Penalty { by: taker, .. } => Err(Illegal::new(
                "not-awaited",
                format!("Only {} may remove a piece or spare it.", &self.names()[taker]),
            )),
            Stage::Turn | Stage::Over(_) => {
                Err(Illegal::new("no-penalty", "No penalty can be taken now: no player's sand has run out."))
            }
        }
    }

    /// The seat whose piece is removed, and the cell of the piece.
    pub(super) fn check_removal(&self, by: Seat, from: Name) -> Result<(Seat, Cell), Illegal> {
        let of = self.check_penalty(by)?;
        let cell = self.find(from)?;
        let pieces = self.pieces[self.table().color(of).index()];
        if pieces.contains(cell) {
            return Ok((of, cell));
        }
        let color = self.table().color(of).name();
        let why = format!("There is no {color} piece on {from}; remove one of: {}.", self.listed(pieces));
        Err(Illegal::new("not-their-piece", why))
    }

    /// True if this seat may call magma now (A32, A35, A40).
    pub(super) fn may_call_magma(&self, by: Seat) -> bool {
        let starter = self.first_slot().seat;
        self.options.tempo == Tempo::Whitehot
            && by == starter.left(self.seats)
            && !self.sand.called
            && !self.left.contains(starter)
    }

    pub(super) fn check_magma_call(&self, by: Seat) -> Result<(), Illegal> {
        if self.may_call_magma(by) {
            return Ok(());
        }
        let caller = self.first_slot().seat.left(self.seats);
        Err(if self.options.tempo != Tempo::Whitehot {
            Illegal::new("not-white-hot", "Only a White-Hot match has a timer to start.")
        } else if by != caller {
            let why =
                format!("Only {}, the left neighbour of the starting player, may call magma.", &self.names()[caller]);
            Illegal::new("not-your-call", why)
        } else if self.sand.called {
            Illegal::new("already-called", "Magma has been called already.")
        } else {
            Illegal::new("starter-left", "The starting player has left; the timer can no longer be started.")
        })
    }

    pub(super) fn check_agreement(&self, by: Seat, wish: bool) -> Result<(), Illegal> {
        match (self.agreed.contains(by), wish) {
            (true, true) => Err(Illegal::new("already-agreed", "You have agreed already; `disagree` takes it back.")),
            (false, false) => {
                Err(Illegal::new("not-agreed", "You have not agreed to end; there is nothing to take back."))
            }
            _ => Ok(()),
        }
    }
}
