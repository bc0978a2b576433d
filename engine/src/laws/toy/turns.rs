//! The turns of the toy: bids, marks, answers, and leaving.

use smallvec::smallvec;

use super::{BIDS, CELLS, Event, Move, SEATS, Stage, Toy, fault};
use crate::dice::Dice;
use crate::game::{Events, Illegal, Leaving, Step};
use crate::notation::Name;
use crate::seat::{Seat, Seats};

impl<const FAULT: u8> Toy<FAULT> {
    pub(super) fn present(&self) -> Seats {
        Seats::all(self.seats).without(self.left)
    }

    fn next_round(&mut self) {
        self.round = self.round.saturating_add(1);
        self.bids = [None; SEATS];
        self.stage = if self.round >= self.max_rounds && !fault::is(fault::ENDLESS) { Stage::Over } else { Stage::Bid };
    }

    /// Reveals the bids once all are in; the winner draws.
    fn reveal_if_all_in(&mut self, dice: &mut Dice, events: &mut Events<Event>) {
        if self.stage != Stage::Bid || self.present().iter().any(|seat| self.bids[seat.index()].is_none()) {
            return;
        }
        let Some(by) = self.present().iter().max_by_key(|seat| (self.bids[seat.index()], std::cmp::Reverse(*seat)))
        else {
            return;
        };
        self.chip = if fault::is(fault::CHANCE_OF_ITS_OWN) { own_chance() } else { dice.below(10) as u8 };
        events.push(Event::Drawn { by, chip: self.chip, numbers: self.numbers });
        self.stage = Stage::Mark { by };
    }

    pub(super) fn open_window(&mut self, active: Seat) {
        let concerned = |seat: &Seat| *seat != active && self.numbers[seat.index()] % 2 == self.chip % 2;
        let mut pending: Seats = self.present().iter().filter(concerned).collect();
        pending.insert(active);
        self.stage = Stage::Window { active, pending, blocks: 0 };
    }

    fn close_if_answered(&mut self, events: &mut Events<Event>) {
        if let Stage::Window { active, pending, blocks } = self.stage
            && pending.is_empty()
        {
            if blocks == 0 {
                self.scores[active.index()] += i32::from(self.chip);
            }
            self.last_blocks = blocks;
            events.push(Event::Closed { blocks });
            self.next_round();
        }
    }

    fn end_if_alone(&mut self) {
        if self.present().len() < 2 {
            self.stage = Stage::Over;
        }
    }

    pub(super) fn cell(name: Name) -> Option<u8> {
        (name.letter() == 'a' && (1..=CELLS as u8).contains(&name.number())).then(|| name.number() - 1)
    }

    pub(super) fn played(&self, by: Seat, mv: Move, dice: &mut Dice) -> Result<Step<Self>, Illegal> {
        let refuse = |code: &'static str| {
            let why = if fault::is(fault::REFUSAL_LEAKS) { format!("{:?}", self.numbers) } else { "No.".to_owned() };
            Err(Illegal::new(code, why))
        };
        let mut next = self.clone();
        let mut events = Events::new();
        next.lapsed &= !matches!(self.stage, Stage::Window { active, .. } if active == by);
        match (mv, self.stage) {
            (Move::Bid(bid), Stage::Bid) if self.bids[by.index()].is_none() || fault::is(fault::BIDS_AGAIN) => {
                if !BIDS.contains(&bid) {
                    return refuse("no-such-bid");
                }
                next.bids[by.index()] = Some(bid);
                events.push(Event::Bid { by, bid });
                next.reveal_if_all_in(dice, &mut events);
            }
            (Move::Mark { cell, done }, Stage::Mark { by: mover }) if mover == by => {
                let Some(cell) = Self::cell(cell) else { return refuse("no-such-cell") };
                next.marks[usize::from(cell)] = Some(by);
                next.last_mark = Some(cell);
                events.push(Event::Marked { by, cell });
                next.stage = Stage::Done { by };
                if done {
                    next.open_window(by);
                }
            }
            (Move::Done, Stage::Done { by: mover }) if mover == by => next.open_window(by),
            (Move::Block | Move::Let, Stage::Window { active, mut pending, mut blocks }) if pending.contains(by) => {
                let block = mv == Move::Block;
                if block && by == active {
                    return refuse("not-yours-to-block");
                }
                pending.remove(by);
                blocks += u8::from(block);
                events.push(Event::Answered { by, block, active: by == active });
                next.stage = Stage::Window { active, pending, blocks };
                next.close_if_answered(&mut events);
            }
            _ => return refuse("not-awaited"),
        }
        let sealed = std::mem::discriminant(&next.stage) == std::mem::discriminant(&self.stage);
        let moved_on = match fault::present() {
            fault::BID_MOVES_ON => true,
            fault::TURN_NEVER_MOVES_ON => false,
            _ => !sealed,
        };
        Ok(Step { position: next, events, moved_on })
    }

    pub(super) fn without(&self, seats: Seats, why: Leaving, dice: &mut Dice) -> Step<Self> {
        let mut all = Step { position: self.clone(), events: Events::new(), moved_on: false };
        if why != Leaving::Lapsed {
            seats.iter().for_each(|seat| all.position.left.insert(seat));
        }
        for seat in seats.iter() {
            if all.position.stage == Stage::Over {
                break;
            }
            let step = all.position.without_one(seat, why, dice);
            all = Step {
                position: step.position,
                events: all.events.into_iter().chain(step.events).collect(),
                moved_on: all.moved_on || step.moved_on,
            };
        }
        all
    }

    fn without_one(&self, seat: Seat, why: Leaving, dice: &mut Dice) -> Step<Self> {
        if why == Leaving::Lapsed {
            let nothing = Step { position: self.clone(), events: Events::new(), moved_on: false };
            let mut step = self.played(seat, Move::Let, dice).unwrap_or(nothing);
            step.position.lapsed |= matches!(self.stage, Stage::Window { active, .. } if active == seat);
            return step;
        }
        let mut next = self.clone();
        let mut events: Events<Event> = smallvec![Event::Left { seat }];
        next.left.insert(seat);
        match next.stage {
            Stage::Mark { by } | Stage::Done { by } if by == seat => next.next_round(),
            Stage::Window { active, mut pending, blocks } => {
                pending.remove(seat);
                next.stage = Stage::Window { active, pending, blocks };
                next.close_if_answered(&mut events);
            }
            Stage::Bid | Stage::Mark { .. } | Stage::Done { .. } | Stage::Over => {
                next.reveal_if_all_in(dice, &mut events);
            }
        }
        next.end_if_alone();
        let moved_on =
            std::mem::discriminant(&next.stage) != std::mem::discriminant(&self.stage) || next.round != self.round;
        Step { position: next, events, moved_on }
    }
}

/// A generator that no seed governs.
fn own_chance() -> u8 {
    use std::sync::atomic::{AtomicU8, Ordering};
    static NEXT: AtomicU8 = AtomicU8::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed) % 10
}
