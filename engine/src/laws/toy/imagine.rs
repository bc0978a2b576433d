//! Positions of the toy that an eye cannot tell apart.

use super::{BIDS, Stage, Toy, fault};
use crate::dice::Dice;
use crate::game::Eye;
use crate::seat::Seat;

impl<const FAULT: u8> Toy<FAULT> {
    pub(super) fn imagined(&self, eye: Eye, dice: &mut Dice) -> Self {
        if eye == Eye::Open || self.stage == Stage::Over {
            return self.clone();
        }
        let others: Vec<Seat> = Seat::all(self.seats).filter(|seat| eye != Eye::Seat(*seat)).collect();
        // Redraw what the eye does not know, until it fits what it does know.
        for _ in 0..1000 {
            let mut world = self.clone();
            for &seat in &others {
                let secret = if fault::is(fault::IMAGINES_FROM_SECRETS) { self.numbers[seat.index()] } else { 0 };
                world.numbers[seat.index()] = (dice.below(6) as u8 + secret) % 6;
                let redrawn = self.bids[seat.index()].and_then(|_| dice.pick(&BIDS).copied());
                if !fault::is(fault::IMAGINATION_KEEPS_BIDS) {
                    world.bids[seat.index()] = redrawn;
                }
            }
            if let Stage::Window { active, pending, .. } = self.stage {
                world.open_window(active);
                let Stage::Window { pending: mut still, .. } = world.stage else { continue };
                let mut blocks = 0;
                for seat in Seat::all(self.seats) {
                    let known = seat == active || eye == Eye::Seat(seat);
                    if known && !pending.contains(seat) || !known && still.contains(seat) && dice.one_in(2) {
                        still.remove(seat);
                        blocks += u8::from(seat != active && dice.one_in(2));
                    }
                }
                let own_fits = eye.seat().is_none_or(|seat| still.contains(seat) == pending.contains(seat));
                // At least one seat is still awaited, or the window would be closed.
                if !own_fits || still.contains(active) != pending.contains(active) || still.is_empty() {
                    continue;
                }
                world.stage = Stage::Window { active, pending: still, blocks };
            }
            if fault::is(fault::LAZY_IMAGINATION) {
                world.chip = dice.below(10) as u8;
            }
            return world;
        }
        self.clone()
    }
}
