//! The progress of a match: moves, leaving, sand that has run out, and the ends.

use super::notation::Move;
use super::options::PenaltyPiece;
use super::{Change, Ending, Event, Magma, Stage};
use crate::game::{Events, Game, Illegal, Leaving, Step};
use crate::moment::Moment;
use crate::notation::Name;
use crate::seat::{Seat, Seats};

impl Magma {
    /// The board has changed: no agreement holds (A19) and the run of passes is broken (A17).
    fn change_board(&mut self, change: Change) {
        self.agreed = Seats::NONE;
        self.passed = Seats::NONE;
        self.last = Some(change);
    }

    /// Ends the match by agreement, if every present player agrees. With no player present it does not end.
    fn settle_agreement(&mut self, events: &mut Events<Event>) {
        let present = self.present();
        if !present.is_empty() && self.agreed.contains_all(present) {
            self.end(Ending::Agreed, events);
        }
    }

    fn end(&mut self, ending: Ending, events: &mut Events<Event>) {
        if !matches!(self.stage, Stage::Over(_)) {
            self.stage = Stage::Over(ending);
            self.sand.until = None;
            events.push(Event::Ended { ending });
        }
    }

    /// The player of the current slot has moved, entered or passed (A21).
    fn turn_taken(&mut self, at: Moment, events: &mut Events<Event>) {
        self.latest_turn[self.current_slot().seat.index()] = self.turns + 1;
        self.next_turn(at, events);
    }

    /// Goes on to the next slot whose seat is still in the match, unless the match is over.
    pub(super) fn next_turn(&mut self, at: Moment, events: &mut Events<Event>) {
        match self.stage {
            Stage::Over(_) => return,
            // The time that was left for the decision is not handed on: the next player gets a full sand (A33).
            Stage::Penalty { .. } => self.sand.until = None,
            Stage::Turn => {}
        }
        let table = self.table();
        let slots = table.slots().len() as u8;
        loop {
            self.slot = (self.slot + 1) % slots;
            self.turns += 1;
            if self.options.max_rounds.is_some_and(|rounds| self.turns / u32::from(slots) >= rounds) {
                self.end(Ending::Rounds, events);
                return;
            }
            if !self.left.contains(self.current_slot().seat) {
                break;
            }
        }
        self.stage = Stage::Turn;
        self.begin_turn(at, events);
    }

    /// Plays a move. Magma has no chance, so the result depends on the arguments alone.
    pub(super) fn play_surely(&self, by: Seat, mv: Move, at: Moment) -> Result<Step<Magma>, Illegal> {
        let mut next = *self;
        let mut events = Events::new();
        // Every move that a seat sends ends its absence (common rules, "Lapses").
        next.absent.remove(by);
        match mv {
            Move::Go { from, to } => next.go(by, from, to, at, &mut events)?,
            Move::Enter { to } => next.enter(by, to, at, &mut events)?,
            Move::Pass => next.pass(by, at, &mut events)?,
            Move::Agree => {
                self.check_agreement(by, true)?;
                next.agreed.insert(by);
                events.push(Event::Agreed { seat: by });
            }
            Move::Disagree => {
                self.check_agreement(by, false)?;
                next.agreed.remove(by);
                events.push(Event::Disagreed { seat: by });
            }
            Move::Remove { from } => next.remove(by, from, at, &mut events)?,
            Move::Spare => {
                let of = self.check_penalty(by)?;
                events.push(Event::Spared { by, of });
                next.next_turn(at, &mut events);
            }
            Move::CallMagma => {
                self.check_magma_call(by)?;
                next.sand.called = true;
                events.push(Event::Called { seat: by });
                next.start_timer_if_due(at, &mut events);
            }
        }
        // A pass can complete an agreement, too: if the passing player had agreed, was absent, and is now the only one present.
        next.settle_agreement(&mut events);
        Ok(next.step(events, self))
    }

    fn go(&mut self, by: Seat, from: Name, to: Name, at: Moment, events: &mut Events<Event>) -> Result<(), Illegal> {
        let (origin, end) = self.check_go(self.check_turn(by)?, from, to)?;
        let pieces = &mut self.pieces[self.table().color(by).index()];
        pieces.remove(origin);
        pieces.insert(end);
        self.change_board(Change::Moved { from, to });
        events.push(Event::Moved { seat: by, from, to });
        self.turn_taken(at, events);
        Ok(())
    }

    fn enter(&mut self, by: Seat, to: Name, at: Moment, events: &mut Events<Event>) -> Result<(), Illegal> {
        let end = self.check_entry(self.check_turn(by)?, to)?;
        self.take_from_stock(by);
        self.pieces[self.table().color(by).index()].insert(end);
        self.change_board(Change::Entered { to });
        events.push(Event::Entered { seat: by, to });
        self.turn_taken(at, events);
        Ok(())
    }

    fn pass(&mut self, by: Seat, at: Moment, events: &mut Events<Event>) -> Result<(), Illegal> {
        self.check_turn(by)?;
        self.passed.insert(by);
        events.push(Event::Passed { seat: by });
        // The run must hold a pass of every present player, however often others passed in it (A17, A18, A27).
        if self.passed.contains_all(self.present()) {
            self.latest_turn[by.index()] = self.turns + 1;
            self.end(Ending::AllPassed, events);
        } else {
            self.turn_taken(at, events);
        }
        Ok(())
    }

    /// Takes the penalty (A28-A30).
    fn remove(&mut self, by: Seat, from: Name, at: Moment, events: &mut Events<Event>) -> Result<(), Illegal> {
        let (of, cell) = self.check_removal(by, from)?;
        self.pieces[self.table().color(of).index()].remove(cell);
        if self.options.penalty_piece == PenaltyPiece::Supply {
            self.supply[of.index()] += 1;
        }
        self.change_board(Change::Removed { from });
        events.push(Event::Removed { by, of, from });
        self.next_turn(at, events);
        Ok(())
    }

    /// The match after these seats resigned, were forfeited or let their turns lapse.
    pub(super) fn after_leaving(&self, seats: Seats, why: Leaving, at: Moment) -> Step<Magma> {
        let mut next = *self;
        let mut events: Events<Event> = seats.iter().map(|seat| Event::Left { seat, why }).collect();
        for seat in seats.iter() {
            match why {
                Leaving::Lapsed => next.absent.insert(seat),
                Leaving::Resigned | Leaving::Forfeited => {
                    next.left.insert(seat);
                    next.agreed.remove(seat);
                    next.absent.remove(seat);
                }
            }
        }
        if next.table().sides().filter(|&color| next.is_in(color)).count() <= 1 {
            next.end(Ending::LastSide, &mut events);
        }
        next.settle_agreement(&mut events);
        // A turn or a penalty of the seat goes by without anything done (A27, A35).
        if self.awaited().iter().any(|seat| seats.contains(seat)) {
            next.next_turn(at, &mut events);
        }
        next.step(events, self)
    }

    /// The match after the sand of a turn or of a penalty has run out.
    pub(super) fn after_sand_out(&self, at: Moment) -> Step<Magma> {
        let mut next = *self;
        let mut events = Events::new();
        match self.stage {
            Stage::Turn => next.sand_out(at, &mut events),
            Stage::Penalty { by, of } => {
                events.push(Event::SparedByTime { by, of });
                next.next_turn(at, &mut events);
            }
            Stage::Over(_) => {}
        }
        next.step(events, self)
    }

    fn step(self, events: Events<Event>, before: &Magma) -> Step<Magma> {
        // A word out of turn leaves every answer good. A new turn, a penalty or the end does not; nor does the loss of the right
        // to call magma when the starting player leaves.
        let caller = self.first_slot().seat.left(self.seats);
        let call_lost = before.may_call_magma(caller) && !self.sand.called && !self.may_call_magma(caller);
        let moved_on = (self.turns, self.stage) != (before.turns, before.stage) || call_lost;
        Step { position: self, events, moved_on }
    }
}
