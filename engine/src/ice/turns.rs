//! The progress of a match: placing chips, the start, turns, and the ends.

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
    /// The chip that was drawn and is not placed.
    pub(super) fn hand(&self) -> Option<Chip> {
        match self.stage {
            Stage::Draft { hand, .. } => Some(hand),
            Stage::Start { .. } | Stage::Play { .. } | Stage::Over(_) => self.unplaced,
        }
    }

    /// The chips that have not been drawn.
    pub(super) fn bag(&self) -> Bag {
        let mut bag = self.spaces.bag().unwrap_or_else(|| Bag::full(self.spaces.kind()));
        if let Some(hand) = self.hand() {
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

    /// The seat has chosen its start, which is not public yet.
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
            self.unplaced = self.hand();
            self.stage = Stage::Over(ending);
            events.push(Event::Ended { ending });
        }
    }

    /// Ends a match in which no player can act; it would go on for ever (D8).
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
        // Every move that a seat sends ends its absence; a forced pass was not sent (D7).
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

    /// Carries out a move of a turn on the board.
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
                return Err(Illegal::new("not-now", "This move is not possible in a turn."));
            }
        })
    }

    /// The size of the piece that a move brought to the neutral chip, if it did (D17).
    fn arrival(&self, mv: Move) -> Option<Size> {
        let Move::Step { to, size, .. } = mv else { return None };
        let neutral = self.spaces.neutral().map(|cell| self.name(cell));
        (neutral == Some(to)).then_some(size)
    }

    /// True if the run holds a pass of every present player, one of them chosen (D8).
    fn all_have_passed(&self) -> bool {
        let present = self.present();
        self.options.allpass == AllPass::Draw
            && self.by_choice
            && !present.is_empty()
            && self.passed.contains_all(present)
    }

    /// These seats resigned, were forfeited, or let their turns lapse. The others go on, if there are two or more.
    pub(super) fn leave(&mut self, seats: Seats, why: Leaving, events: &mut Events<Event>) {
        events.extend(seats.iter().map(|seat| Event::Left { seat, why }));
        let awaited = self.awaited().iter().find(|seat| seats.contains(*seat));
        for seat in seats.iter() {
            if why == Leaving::Lapsed {
                self.absent.insert(seat);
            } else {
                self.left.insert(seat);
                self.absent.remove(seat);
            }
        }
        match self.remaining().len() {
            0 => self.end(Ending::AllLeft, events),
            1 => self.end(Ending::LastSeat, events),
            _ => {}
        }
        match (self.stage, awaited) {
            // The chip in hand goes to the next seat, also if it is the neutral one (D30).
            (Stage::Draft { hand, .. }, Some(seat)) => {
                let by = self.next_after(seat);
                self.stage = Stage::Draft { by, hand };
                events.push(Event::TookOver { seat: by, chip: hand });
            }
            (Stage::Play { .. }, Some(seat)) => {
                self.arrived[seat.index()] = None;
                self.next_turn(events);
            }
            // The leaver's chips have no owner now, so another player may have lost the last possible move.
            (Stage::Play { .. }, None) => self.end_if_stuck(events),
            (Stage::Draft { .. }, None) | (Stage::Start { .. } | Stage::Over(_), _) => {}
        }
    }
}
