//! Random legal moves, for tests, bots and measurements.

use super::chips::{Chip, Color};
use super::field::Cells;
use super::legal::Acts;
use super::notation::Move;
use super::public::{Public, Stage};
use super::spaces::Size;
use crate::board::Cell;
use crate::dice::Dice;
use crate::notation::Name;
use crate::seat::Seat;

impl Public {
    /// A random legal move; most moves of a turn have a purpose, because random matches would hardly ever be won otherwise.
    pub(super) fn suggestion(&self, by: Seat, dice: &mut Dice) -> Option<Move> {
        if !self.awaited().contains(by) {
            return None;
        }
        match self.stage {
            Stage::Draft { .. } => {
                let empty = self.spaces.without_chip();
                empty.nth(dice.below(empty.len().max(1))).map(|cell| Move::Place { at: self.name(cell) })
            }
            Stage::Start { .. } => self.start_at_random(by, dice).map(|at| Move::Start { at }),
            Stage::Play { .. } => Some(self.turn_at_random(by, dice)),
            Stage::Over(_) => None,
        }
    }

    /// Two spaces on which the seat may start, in the order of their names.
    pub(super) fn start_at_random(&self, seat: Seat, dice: &mut Dice) -> Option<[Name; 2]> {
        let ones = self.ones(seat);
        let one = ones.nth(dice.below(ones.len().max(1)))?;
        let mut others = ones;
        if !self.options.start_same_chip {
            others.remove(one);
        }
        let other = others.nth(dice.below(others.len().max(1)))?;
        Some([one.min(other), one.max(other)].map(|cell| self.name(cell)))
    }

    fn turn_at_random(&self, by: Seat, dice: &mut Dice) -> Move {
        // Passes come in runs, so that random matches end by them, too.
        if dice.one_in(if self.passed.is_empty() { 64 } else { 3 }) {
            return Move::Pass;
        }
        let acts = self.acts(by);
        let aims = Size::ALL.map(|size| self.aims(by, size));
        let aimed = !dice.one_in(4);
        let useful: Acts = acts.iter().copied().filter(|act| aimed && self.is_useful(*act, &aims)).collect();
        dice.pick(if useful.is_empty() { &acts } else { &useful }).copied().unwrap_or(Move::Pass)
    }

    /// True if the move grows or spawns, or brings a piece nearer to a chip where it could.
    fn is_useful(&self, mv: Move, aims: &[Cells; 3]) -> bool {
        match mv {
            Move::Grow { .. } | Move::Spawn { .. } => true,
            Move::Step { from, to, size } | Move::Jump { from, to, size } => {
                let board = &self.field().board;
                let way = |name| board.find(name).map_or(u16::MAX, |cell| self.way_to(cell, aims[size as usize]));
                way(to) < way(from)
            }
            Move::Place { .. } | Move::Start { .. } | Move::Pass => false,
        }
    }

    /// The chips that are of use for a piece of this size.
    fn aims(&self, by: Seat, size: Size) -> Cells {
        let value = match size {
            Size::Small => 2,
            Size::Medium => 3,
            Size::Large => 1,
        };
        Chip::new(Color::for_seat(by), value).map_or(Cells::EMPTY, |chip| self.spaces.with_chip(chip))
    }

    fn way_to(&self, from: Cell, aims: Cells) -> u16 {
        aims.iter().map(|aim| self.field().distance(from, aim)).min().unwrap_or(0)
    }
}
