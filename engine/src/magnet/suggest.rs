//! Legal moves at random, for tests, bots and measurements.

use smallvec::SmallVec;

use super::Magnet;
use super::field::{VERTICES, Vertex};
use super::notation::{Move, Named};
use super::options::Start;
use super::pieces::{Id, Kind, TWELVE};
use super::table::Stage;
use crate::dice::Dice;
use crate::seat::Seat;

/// Vertices of the seat's half in a random order.
pub(super) fn places_at_random(seat: Seat, dice: &mut Dice) -> Vec<Vertex> {
    let mut half: Vec<Vertex> = Vertex::all().filter(|at| at.is_in_half_of(seat)).collect();
    dice.shuffle(&mut half);
    half
}

impl Magnet {
    /// A legal move at random: mostly whole turns, some of them with promotions, some cut short.
    pub(super) fn suggestion(&self, by: Seat, dice: &mut Dice) -> Option<Move> {
        let table = &self.table;
        if !table.awaited().contains(by) {
            return None;
        }
        match &table.stage {
            Stage::SetUp { .. } => {
                let mut side = TWELVE;
                dice.shuffle(&mut side);
                if table.options.start != Start::Free {
                    return Some(Move::SetUp(side.to_vec()));
                }
                let places = places_at_random(by, dice);
                Some(Move::place(side.into_iter().zip(places).map(|(kind, at)| (kind, at.name())).collect()))
            }
            Stage::Magnet if table.may_declare(&self.kinds, by) && !dice.one_in(4) => Some(Move::Declare),
            Stage::Magnet => {
                let magnet = self.magnet_at_random(by, dice)?;
                let affected = table.affected(by, magnet);
                let pieces = self.order_at_random(by, magnet, affected, dice);
                Some(Move::turn(Some(magnet.name()), pieces))
            }
            Stage::Pieces { pending } => {
                let magnet = table.last.as_ref()?.magnet;
                let mut pieces = self.order_at_random(by, magnet, SmallVec::from_slice(pending), dice);
                if pieces.is_empty() {
                    pieces.extend(self.order_of_one(by, magnet, pending));
                }
                Some(Move::turn(None, pieces))
            }
            Stage::Over(_) => None,
        }
    }

    /// Some vertex where the magnet may be put: often the centre, which kings and promotions are about.
    fn magnet_at_random(&self, by: Seat, dice: &mut Dice) -> Option<Vertex> {
        let first = if dice.one_in(8) { Vertex::CENTER.index() } else { dice.below(VERTICES as u32) as usize };
        let legal = |at: &Vertex| self.table.moves_something(by, *at);
        Vertex::all().skip(first).chain(Vertex::all().take(first)).find(legal)
    }

    /// These pieces in a random order, promoted half the time where that is legal; sometimes not all of them, or none.
    fn order_at_random(
        &self,
        by: Seat,
        magnet: Vertex,
        mut pieces: SmallVec<[Vertex; 6]>,
        dice: &mut Dice,
    ) -> Vec<Named> {
        let table = &self.table;
        if table.is_opening() {
            pieces.retain(|from| table.can_step(by, magnet, *from));
        }
        dice.shuffle(&mut pieces);
        let max = if dice.one_in(4) { dice.below(pieces.len() as u32 + 1) as usize } else { pieces.len() };
        pieces.truncate(if table.is_opening() { max.min(1) } else { max });
        let occupants = table.occupants();
        let may_rise = |from: Vertex| {
            let id: Option<Id> = occupants[from.index()];
            id.is_some_and(|id| table.piece(id).rank < self.kinds.get(id).map_or(1, Kind::value))
        };
        pieces.iter().map(|from| Named { at: from.name(), promote: may_rise(*from) && dice.one_in(2) }).collect()
    }

    /// The first of these pieces that may be named.
    fn order_of_one(&self, by: Seat, magnet: Vertex, pieces: &[Vertex]) -> Option<Named> {
        let table = &self.table;
        let may_go = |from: &&Vertex| !table.is_opening() || table.can_step(by, magnet, **from);
        pieces.iter().find(may_go).map(|from| Named { at: from.name(), promote: false })
    }
}
