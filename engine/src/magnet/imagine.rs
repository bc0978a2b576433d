//! Positions that an eye cannot tell apart.

use super::Magnet;
use super::pieces::{Id, Kind, Kinds, Piece, SIDE};
use super::suggest::places_at_random;
use super::table::Table;
use crate::dice::Dice;
use crate::game::Eye;
use crate::seat::Seat;

/// The most attempts to find kinds with which the match would not have been drawn already. After so many the last one is taken, and
/// [`super::Magnet::check`] would refuse it.
const TRIES: u32 = 64;

/// Puts a side that is set up on other vertices of its half (B38).
fn place_side(table: &mut Table, seat: Seat, dice: &mut Dice) {
    let mut places = places_at_random(seat, dice);
    places.truncate(SIDE);
    places.sort_unstable();
    Id::all_of(seat).zip(places).for_each(|(id, at)| *table.piece_mut(id) = Piece::placed(at));
}

impl Magnet {
    /// A position with the same table; the kinds that this eye does not know are drawn anew.
    pub(super) fn imagined(&self, eye: Eye, dice: &mut Dice) -> Magnet {
        let known = self.known_to(eye);
        if self.table.ending().is_some() || eye == Eye::Open {
            return self.clone();
        }
        let strangers = Seat::all(2).filter(|seat| eye != Eye::Seat(*seat) && self.kinds.king(*seat).is_some());
        let strangers: Vec<Seat> = strangers.collect();
        let mut kinds = self.kinds;
        for _ in 0..TRIES {
            kinds = self.kinds;
            strangers.iter().for_each(|seat| self.draw_side(*seat, &known, &mut kinds, dice));
            // It is public that the match goes on, which it would not after a third repetition (B33).
            if !self.table.is_drawn_somewhere(&kinds) {
                break;
            }
        }
        // If all draws contradict that, the last one stands: the real kinds would tell what is hidden.
        let mut table = self.table.clone();
        if !table.is_placed() {
            strangers.iter().for_each(|seat| place_side(&mut table, *seat, dice));
        }
        Magnet { table, kinds }
    }

    /// Draws the kinds of a side anew, all equally likely that agree with what is known: what was revealed; that the king is
    /// on the board with rank 1; and that no rank is above its value (B18).
    fn draw_side(&self, seat: Seat, known: &Kinds, kinds: &mut Kinds, dice: &mut Dice) {
        let table = &self.table;
        let mut unknown: Vec<Id> = Id::all_of(seat).filter(|id| known.get(*id).is_none()).collect();
        let mut left: Vec<Kind> = unknown.iter().filter_map(|id| self.kinds.get(*id)).collect();
        // In which order they stand there the eye does not know.
        left.sort_unstable();
        debug_assert!(unknown.len() <= SIDE);
        // A running match has its king, and a living one is never revealed.
        let crown: Vec<Id> = unknown
            .iter()
            .copied()
            .filter(|id| table.piece(*id).rank == 1 && table.piece(*id).at().is_some())
            .collect();
        if let Some(king) = dice.pick(&crown) {
            kinds.set(*king, Some(Kind::King));
            unknown.retain(|id| id != king);
            left.retain(|kind| *kind != Kind::King);
        }
        // The kinds that are good enough for a rank are good enough for every lower one: if the highest ranks choose first,
        // how many choices each has does not depend on those before it, and all draws are equally likely.
        unknown.sort_by_key(|id| std::cmp::Reverse(table.piece(*id).rank));
        for id in unknown {
            let fitting: Vec<usize> = (0..left.len()).filter(|at| left[*at].value() >= table.piece(id).rank).collect();
            if let Some(at) = dice.pick(&fitting) {
                kinds.set(id, Some(left.swap_remove(*at)));
            }
        }
    }
}
