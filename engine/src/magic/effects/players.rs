//! What players lose by effects: cards of hands and libraries, permanents (C11).

use super::super::candidates::Speaker;
use super::super::cards::noun::Noun;
use super::super::notation::{SacrificeOrder, Target, Thing};
use super::super::world::World;
use crate::seat::Seat;

impl World<'_> {
    /// A seat discards cards, by its order or at random.
    pub(super) fn discard_some(&mut self, seat: Seat, number: u16, at_random: bool) {
        for _ in 0..number {
            let random = at_random.then(|| self.random_card(seat)).flatten();
            let Some(name) = random.or_else(|| self.first_to_discard(seat)) else { return };
            self.discard(seat, name);
        }
    }

    fn random_card(&mut self, seat: Seat) -> Option<super::super::notation::HandName> {
        let World { hidden, dice, .. } = self;
        let hand = &hidden.of(seat)?.hand;
        dice.as_mut()?.pick(hand).map(|held| held.name)
    }

    /// A seat sacrifices a permanent of this kind, by its order `sacrifice`: of least mana value, of equals the lowest number, or
    /// of most (C11). False if it has none.
    pub(super) fn sacrifice_one(
        &mut self,
        seat: Seat,
        noun: &Noun,
        speaker: &Speaker,
        x: u16,
        other_than: Option<Thing>,
    ) -> bool {
        let fitting = self.table.all_fitting(noun, speaker, x);
        let own = fitting.into_iter().filter_map(|target| match target {
            Target::Thing(name) => Some(name),
            Target::Land(_) | Target::Stack(_) | Target::Player(_) | Target::Grave(..) => None,
        });
        let own = own.filter(|name| self.table.controller(*name) == Some(seat) && Some(*name) != other_than);
        let value = |name: &Thing| {
            let card = self.table.thing(*name).and_then(|thing| self.table.cards.get(thing.card.as_str()));
            card.map_or(0, |card| card.mana_value())
        };
        let order = self.hidden.of(seat).map(|own| own.orders.sacrifice);
        let chosen = match order {
            Some(SacrificeOrder::Costly) => own.min_by_key(|name| (std::cmp::Reverse(value(name)), *name)),
            Some(SacrificeOrder::Cheap | SacrificeOrder::Ask) | None => own.min_by_key(|name| (value(name), *name)),
        };
        chosen.inspect(|name| self.die(*name)).is_some()
    }

    /// Puts the top cards of a library into the graveyard.
    pub(super) fn mill(&mut self, seat: Seat, number: u16) {
        let mut cards = Vec::new();
        for _ in 0..number {
            let Some(own) = self.own_mut(seat).filter(|own| !own.library.is_empty()) else { break };
            if let Some(card) = own.library.remove(0) {
                cards.push(self.table.name_of(&card));
                self.bury(seat, card);
            }
        }
        self.note_milled(seat, cards);
    }
}
