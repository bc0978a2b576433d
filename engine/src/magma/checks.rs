//! What the rules forbid, and the words of each refusal: why, and what would be right.

use super::field::{Cells, Slot};
use super::options::Tempo;
use super::{Magma, Stage};
use crate::board::Cell;
use crate::game::Illegal;
use crate::notation::Name;
use crate::seat::Seat;

impl Magma {
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
        rows.iter().map(|last| format!("{}1-{last}", last.letter())).collect::<Vec<_>>().join(", ")
    }

    /// `e6, f5` for a refusal; `nowhere` for no cell.
    pub(super) fn listed(&self, cells: Cells) -> String {
        if cells.is_empty() {
            return "nowhere".to_owned();
        }
        cells.iter().map(|cell| self.field().board.name(cell).to_string()).collect::<Vec<_>>().join(", ")
    }

    /// Refuses what only the player whose turn it is may do.
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
                format!("A move has to end on another space than {from}; to stay, pass.")
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
                format!("Another colour's piece stands on your home {home_name}; until it leaves you cannot enter.");
            ("home-blocked", why)
        } else if entries.is_empty() {
            let why = format!("Your home {home_name} and the spaces next to it are occupied; move a piece or pass.");
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
                format!("The penalty is for {} to take or to spare.", &self.names()[taker]),
            )),
            _ => Err(Illegal::new("no-penalty", "No penalty is to be taken: nobody's sand has just run out.")),
        }
    }

    /// Is it this seat's to call magma, now (A32, A35, A40)?
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
            let why = format!("Only {}, to the left of the starting player, may call it.", &self.names()[caller]);
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
