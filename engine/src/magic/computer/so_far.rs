//! How well the seats have done so far, for computer opponents.

use crate::magic::Magic;
use crate::magic::cards::colour::Colours;
use crate::magic::state::Own;
use crate::seat::{MAX_SEATS, Seat};

/// The base score of a seat that has not left the match or lost.
const IN: i32 = 40;
/// The score of a land.
const LAND: i32 = 10;
/// The score of a creature for each point of its mana value.
const CREATURE: i32 = 5;
/// The score of a card in the hand.
const CARD: i32 = 1;
/// The score that it has besides, if the lands of the seat give its colours.
const CASTABLE: i32 = 4;

impl<const EDITION: u16> Magic<EDITION> {
    /// The score of each seat so far: its lands, its creatures and its hand; 0 of a seat that is out.
    pub(crate) fn scores(&self) -> [i32; MAX_SEATS as usize] {
        let mut scores = [0; MAX_SEATS as usize];
        for (seat, own) in Seat::all(MAX_SEATS).zip(&self.hidden.seats).filter(|(seat, _)| self.table.is_in(*seat)) {
            let board =
                LAND * i32::from(self.table.lands_held(seat)) + CREATURE * self.table.creature_values(seat) as i32;
            scores[seat.index()] = IN + board + self.hand_score(seat, own);
        }
        scores
    }

    fn hand_score(&self, seat: Seat, own: &Own) -> i32 {
        let lands = self.table.standing_lands().filter(|(_, land)| land.seat == Some(seat));
        let given: Colours = lands.map(|(_, land)| land.kind.colour()).collect();
        let cards = own.hand.iter().filter_map(|held| self.table.cards.card(held.card.as_ref()?.as_str()));
        let castable = cards.filter(|card| card.colours().iter().all(|colour| given.has(colour))).count();
        CARD * own.hand.len() as i32 + CASTABLE * castable as i32
    }
}
