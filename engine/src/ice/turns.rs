//! How a match moves on: placing chips, the start, turns, and its ends.

use super::chips::{Bag, Chip};
use super::notation::Move;
use super::options::AllPass;
use super::public::{Public, Stage};
use super::spaces::Size;
use super::story::{Ending, Event};
use crate::dice::Dice;
use crate::game::{Events, Illegal, Leaving};
use crate::notation::Name;
use crate::seat::{Seat, Seats};

impl Public {
    /// The chips that are in nobody's hand and not on the board.
    pub(super) fn bag(&self) -> Bag {
        let mut bag = self.spaces.bag().unwrap_or_else(|| Bag::full(self.spaces.kind()));
        if let Stage::Draft { hand, .. } = self.stage {
            bag.take(hand);
        }
        bag
    }

    /// The seat draws a chip (D2), or, from an empty bag, the start begins.
    pub(super) fn draw(&mut self, by: Seat, mut bag: Bag, dice: &mut Dice, events: &mut Events<Event>) {
        let Some(hand) = bag.draw(dice) else {
            self.stage = Stage::Start { ready: Seats::NONE };
            events.push(Event::AllPlaced);
            return;
        };
        self.stage = Stage::Draft { by, hand };
        if hand == Chip::NEUTRAL {
            self.first = Some(by);
        }
        events.push(Event::Drew { seat: by, chip: hand });
    }

    /// The seat places its chip, and the next one draws (D1).
    pub(super) fn place(
        &mut self,
        by: Seat,
        at: Name,
        dice: &mut Dice,
        events: &mut Events<Event>,
    ) -> Result<(), Illegal> {
        let (cell, chip) = self.check_place(by, at)?;
        let bag = self.bag();
        self.spaces.lay(cell, chip);
        let placed = Event::Placed { seat: by, chip, at };
        self.last = Some(placed);
        events.push(placed);
        self.draw(self.next_after(by), bag, dice, events);
        Ok(())
    }

    /// Lays all chips at random (D3).
    pub(super) fn lay_at_random(&mut self, dice: &mut Dice) {
        let mut bag = Bag::full(self.spaces.kind());
        for cell in self.field().board.cells() {
            if let Some(chip) = bag.draw(dice) {
                self.spaces.lay(cell, chip);
            }
        }
    }

    /// The seat has chosen where to start; where, is not for all to see.
    pub(super) fn ready(&mut self, by: Seat) {
        if let Stage::Start { ready } = &mut self.stage {
            ready.insert(by);
        }
    }

    /// The first turn begins: that of the neutral chip's drawer, or of the next seat round the table if he has left (D4,
    /// D30).
    pub(super) fn begin_play(&mut self, events: &mut Events<Event>) {
        let first = self.first.unwrap_or(Seat(0));
        let turn = if self.left.contains(first) { self.next_after(first) } else { first };
        self.stage = Stage::Play { turn };
        self.last = None;
        events.push(Event::Begins { seat: turn });
        self.end_if_stuck(events);
    }

    pub(super) fn end(&mut self, ending: Ending, events: &mut Events<Event>) {
        if !matches!(self.stage, Stage::Over(_)) {
            self.stage = Stage::Over(ending);
            events.push(Event::Ended { ending });
        }
    }

    /// With nobody able to do anything the match would go on for ever (D8).
    fn end_if_stuck(&mut self, events: &mut Events<Event>) {
        if !self.remaining().iter().any(|seat| self.can_act(seat)) {
            self.end(Ending::Stuck, events);
        }
    }

    /// On to the next seat that is still in the match, unless the match is over.
    fn next_turn(&mut self, events: &mut Events<Event>) {
        if matches!(self.stage, Stage::Play { .. }) {
            self.end_if_stuck(events);
        }
        let Stage::Play { mut turn } = self.stage else { return };
        loop {
            turn = turn.left(self.seats);
            self.turns += 1;
            if self.options.max_rounds.is_some_and(|rounds| self.turns / u32::from(self.seats) >= rounds) {
                self.end(Ending::Rounds, events);
                return;
            }
            if !self.left.contains(turn) {
                break;
            }
        }
        self.stage = Stage::Play { turn };
    }

    /// Plays a move of a turn; no chance is in it.
    pub(super) fn act(&mut self, by: Seat, mv: Move, events: &mut Events<Event>) -> Result<(), Illegal> {
        self.check_turn(by)?;
        let forced = mv == Move::Pass && !self.can_act(by);
        if mv == Move::Pass {
            self.passed.insert(by);
            self.by_choice |= !forced;
            events.push(if forced { Event::CannotAct { seat: by } } else { Event::Passed { seat: by } });
        } else {
            let event = self.carry_out(by, mv)?;
            // The board has changed, which breaks the run of passes (D8).
            self.passed = Seats::NONE;
            self.by_choice = false;
            self.last = Some(event);
            events.push(event);
        }
        self.arrived[by.index()] = self.arrival(mv);
        // Whatever a seat sends ends its absence, but what is forced was not sent (D7).
        if !forced {
            self.absent.remove(by);
        }
        if self.has_five_larges(by) {
            self.end(Ending::FiveLarges(by), events);
        } else if mv == Move::Pass && self.all_have_passed() {
            self.end(Ending::AllPassed, events);
        }
        self.next_turn(events);
        Ok(())
    }

    /// Does on the board what a move of a turn does there.
    fn carry_out(&mut self, by: Seat, mv: Move) -> Result<Event, Illegal> {
        Ok(match mv {
            Move::Step { from, to, size } => {
                let [origin, end] = self.check_step(by, from, to, size)?;
                self.spaces.take(by, size, origin);
                self.spaces.put(by, size, end);
                Event::Stepped { seat: by, from, to, size }
            }
            Move::Jump { from, to, size } => {
                let [origin, end] = self.check_jump(by, from, to, size)?;
                self.spaces.take(by, size, origin);
                self.spaces.put(by, size, end);
                Event::Jumped { seat: by, from, to, size }
            }
            Move::Grow { at } => {
                let (cell, from, to) = self.check_grow(by, at)?;
                self.spaces.take(by, from, cell);
                self.spaces.put(by, to, cell);
                Event::Grew { seat: by, at, to }
            }
            Move::Spawn { at } => {
                let cell = self.check_spawn(by, at)?;
                self.spaces.put(by, Size::Small, cell);
                Event::Spawned { seat: by, at }
            }
            Move::Place { .. } | Move::Start { .. } | Move::Pass => {
                return Err(Illegal::new("not-now", "This is no action of a turn."));
            }
        })
    }

    /// The size of the piece that a move brought to the neutral chip, if it did (D17).
    fn arrival(&self, mv: Move) -> Option<Size> {
        let Move::Step { to, size, .. } = mv else { return None };
        let neutral = self.spaces.neutral().map(|cell| self.name(cell));
        (neutral == Some(to)).then_some(size)
    }

    /// Does the run hold a pass of everybody present, one of them chosen (D8)?
    fn all_have_passed(&self) -> bool {
        let present = self.present();
        self.options.allpass == AllPass::Draw
            && self.by_choice
            && !present.is_empty()
            && self.passed.contains_all(present)
    }

    /// The seat resigned, was forfeited, or let its turn lapse. Who is left goes on, if there are two or more.
    pub(super) fn leave(&mut self, seat: Seat, why: Leaving, events: &mut Events<Event>) {
        events.push(Event::Left { seat, why: why.into() });
        let awaited = self.awaited().contains(seat);
        if why == Leaving::Lapsed {
            self.absent.insert(seat);
        } else {
            self.left.insert(seat);
            self.absent.remove(seat);
            if self.remaining().len() <= 1 {
                self.end(Ending::LastSeat, events);
            }
        }
        match self.stage {
            // The chip in hand goes to the next seat, also if it is the neutral one (D30).
            Stage::Draft { hand, .. } if awaited => {
                let by = self.next_after(seat);
                self.stage = Stage::Draft { by, hand };
                events.push(Event::TookOver { seat: by, chip: hand });
            }
            Stage::Play { .. } if awaited => {
                self.arrived[seat.index()] = None;
                self.next_turn(events);
            }
            // Chips of the leaver's are nobody's now, so that somebody may have lost the last move.
            Stage::Play { .. } => self.end_if_stuck(events),
            Stage::Draft { .. } | Stage::Start { .. } | Stage::Over(_) => {}
        }
    }
}
