//! Random legal moves, for tests, bots and measurements.

use super::field::Cells;
use super::{Magma, Move, Stage};
use crate::dice::Dice;
use crate::seat::Seat;

impl Magma {
    /// A random legal move: mostly moves and entries, sometimes a pass, a word out of turn or a spared piece.
    pub(super) fn suggestion(&self, by: Seat, dice: &mut Dice) -> Option<Move> {
        if self.left.contains(by) {
            return None;
        }
        let board = &self.field().board;
        match self.stage {
            Stage::Over(_) => None,
            Stage::Penalty { by: taker, of } if taker == by => {
                let pieces = self.pieces[self.table().color(of).index()];
                let cell = pieces.nth(dice.below(pieces.len().max(1)));
                Some(
                    cell.filter(|_| !dice.one_in(4))
                        .map_or(Move::Spare, |cell| Move::Remove { from: board.name(cell) }),
                )
            }
            Stage::Turn if self.current_slot().seat == by && !dice.one_in(32) => Some(self.turn_at_random(dice)),
            Stage::Turn | Stage::Penalty { .. } => Some(self.word_at_random(by, dice)),
        }
    }

    /// A random word out of turn.
    fn word_at_random(&self, by: Seat, dice: &mut Dice) -> Move {
        if self.may_call_magma(by) && dice.one_in(2) {
            Move::CallMagma
        } else if self.agreed.contains(by) {
            Move::Disagree
        } else {
            Move::Agree
        }
    }

    fn turn_at_random(&self, dice: &mut Dice) -> Move {
        let board = &self.field().board;
        let slot = self.current_slot();
        let color = self.table().color(slot.seat);
        let any = |cells: Cells, dice: &mut Dice| cells.nth(dice.below(cells.len()));
        let entries = self.entries(slot);
        let pieces = self.pieces[color.index()];
        // Passes come in runs, so that random matches end by them, too.
        if dice.one_in(if self.passed.is_empty() { 32 } else { 2 }) {
            return Move::Pass;
        }
        if !entries.is_empty()
            && dice.one_in(2)
            && let Some(to) = any(entries, dice)
        {
            return Move::Enter { to: board.name(to) };
        }
        if !pieces.is_empty() {
            // From a random piece on, the first that can move.
            let start = dice.below(pieces.len()) as usize;
            for from in pieces.iter().skip(start).chain(pieces.iter().take(start)) {
                let destinations = self.destinations(color, from);
                if let Some(to) = (!destinations.is_empty()).then(|| any(destinations, dice)).flatten() {
                    return Move::Go { from: board.name(from), to: board.name(to) };
                }
            }
        }
        Move::Pass
    }
}
