//! Turns: stones on empty spaces, and the swap.

use smallvec::smallvec;

use super::field::Spaces;
use super::groups::SIDES;
use super::options::{FirstTurn, Start};
use super::{Ending, Event, Magnapoco, Move};
use crate::board::Cell;
use crate::game::{Events, Illegal, Step};
use crate::notation::Name;
use crate::seat::Seat;

/// The number of first stones, two for each side.
const FIRST_STONES: u16 = 4;

impl Magnapoco {
    pub(super) fn mover(&self) -> Seat {
        Seat((self.turns % 2) as u8)
    }

    /// The number of turns in which the players lay the first stones, one in each (C17).
    fn turns_of_laying(&self) -> u16 {
        if self.options.start == Some(Start::Free) { FIRST_STONES } else { 0 }
    }

    /// True while the players lay the first stones (C17).
    pub(super) fn laying(&self) -> bool {
        self.turns < self.turns_of_laying()
    }

    /// True if two stones may be put on the board in this turn (C1-C3, C16).
    pub(super) fn two_allowed(&self) -> bool {
        let first = match self.options.first_turn {
            FirstTurn::One => self.turns == self.turns_of_laying(),
            FirstTurn::OneOrTwo => false,
        };
        !self.laying() && !first && self.empty().len() > 1
    }

    /// True if the player to move may exchange the colours of all stones: Black after White's first turn (C18).
    pub(super) fn may_swap(&self) -> bool {
        self.options.swap && self.ending.is_none() && self.turns == self.turns_of_laying() + 1
    }

    /// The spaces on which the player to move may put a stone. A first stone does not touch the other one of its colour (C17).
    pub(super) fn open(&self) -> Spaces {
        let touched = if self.laying() {
            self.field().board.adjacent_to_any(self.stones[self.mover().index()])
        } else {
            Spaces::EMPTY
        };
        self.empty() - touched
    }

    fn find_open(&self, name: Name) -> Result<Cell, Illegal> {
        let board = &self.field().board;
        let cell = board.find(name).ok_or_else(|| {
            let last = board.name(Cell(board.len() as u16 - 1));
            Illegal::new("no-such-cell", format!("The board has no space {name}; its spaces go from a1 to {last}."))
        })?;
        if self.open().contains(cell) {
            Ok(cell)
        } else if self.empty().contains(cell) {
            let why = format!("{name} is next to your other stone; the first two stones of a colour must not touch.");
            Err(Illegal::new("touches", why))
        } else {
            Err(Illegal::new("occupied", format!("There is a stone on {name} already; choose an empty space.")))
        }
    }

    /// Refuses stones on stones and too many stones.
    fn check_stones(&self, first: Name, second: Option<Name>) -> Result<Spaces, Illegal> {
        let stones = std::iter::once(first).chain(second);
        let stones: Spaces = stones.map(|name| self.find_open(name)).collect::<Result<_, _>>()?;
        match second {
            Some(second) if second == first => {
                Err(Illegal::new("same-cell", format!("{second} is named twice; two stones need two spaces.")))
            }
            Some(_) if self.laying() => {
                Err(Illegal::new("one-stone-only", "The players lay the first stones one at a time, in turn."))
            }
            Some(_) if !self.two_allowed() => Err(Illegal::new(
                "one-stone-only",
                if self.empty().len() > 1 {
                    "The first turn of the match has exactly one stone."
                } else {
                    "Only one space is empty: put one stone there."
                },
            )),
            _ => Ok(stones),
        }
    }

    fn check_swap(&self) -> Result<(), Illegal> {
        if self.may_swap() {
            return Ok(());
        }
        let why = if self.options.swap {
            "Only Black may swap, and only in the turn after White's first one."
        } else {
            "This match has no swap."
        };
        Err(Illegal::new("no-swap", why))
    }

    /// Plays a move; no chance is in it.
    pub(super) fn play_surely(&self, by: Seat, mv: Move) -> Result<Step<Magnapoco>, Illegal> {
        if by != self.mover() {
            return Err(Illegal::new("not-awaited", format!("It is the turn of {}.", SIDES[self.mover().index()])));
        }
        let mut next = *self;
        next.turns += 1;
        let mut events: Events<Event> = match mv {
            Move::Stones { first, second } => {
                next.stones[by.index()] |= self.check_stones(first, second)?;
                next.last = [Some(first), second];
                smallvec![Event::Placed { seat: by, first, second }]
            }
            Move::Swap => {
                self.check_swap()?;
                next.stones.swap(0, 1);
                next.last = [None; 2];
                smallvec![Event::Swapped { seat: by }]
            }
        };
        // Only the mover's groups can have become fewer; they are counted after the whole turn, before a full board is
        // counted (C4, C5, C7). The first stones are no groups to count before all of them lie (C17).
        if !self.laying() && next.is_one_group(by) {
            next.end(Ending::OneGroup(by), &mut events);
        } else if next.empty().is_empty() {
            next.end(Ending::Full, &mut events);
        }
        Ok(Step { position: next, events, moved_on: true })
    }

    pub(super) fn end(&mut self, ending: Ending, events: &mut Events<Event>) {
        self.ending = Some(ending);
        events.push(Event::Ended { ending });
    }
}
