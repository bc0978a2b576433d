//! What players lose by effects: cards of hands and libraries, permanents (C11).

use super::super::cards::noun::{Article, Noun};
use super::super::notation::{SacrificeOrder, Thing};
use super::Doing;
use super::asking::{Asking, Paused};
use crate::magic::state::{About, World};
use crate::magic::values::candidates::things;
use crate::seat::Seat;

impl World<'_> {
    /// Each of these seats discards cards: at random, or those that it chooses, else by its order (C11).
    pub(super) fn discard_each(
        &mut self,
        seats: &[Seat],
        number: u16,
        at_random: bool,
        doing: &Doing,
    ) -> Result<(), Paused> {
        if at_random {
            seats.iter().for_each(|seat| self.discard_at_random(*seat, number));
            return Ok(());
        }
        let mut asking = Asking::new(doing.you());
        let mut chosen = Vec::new();
        for seat in seats {
            chosen.push((*seat, self.ask_discard(&mut asking, *seat, number)?));
        }
        self.take_choices(&asking);
        chosen.into_iter().for_each(|(seat, cards)| self.discard_some(seat, number, &cards));
        Ok(())
    }

    fn discard_at_random(&mut self, seat: Seat, number: u16) {
        for _ in 0..number {
            match self.random_card(seat) {
                Some(name) => self.discard(seat, name),
                // A view has no dice.
                None => self.discard_some(seat, 1, &[]),
            }
        }
    }

    fn random_card(&mut self, seat: Seat) -> Option<super::super::notation::HandName> {
        let World { hidden, dice, .. } = self;
        let hand = &hidden.own(seat)?.hand;
        dice.as_mut()?.pick(hand).map(|held| held.name)
    }

    /// Each of these seats that can sacrifices a permanent of this kind (C11).
    pub(super) fn sacrifice_each(
        &mut self,
        seats: &[Seat],
        noun: &Noun,
        article: Article,
        doing: &Doing,
    ) -> Result<(), Paused> {
        let mut asking = Asking::new(doing.you());
        let mut chosen = Vec::new();
        for seat in seats {
            let fitting = self.to_sacrifice(*seat, noun, article, doing);
            chosen.extend(self.ask_sacrifice(&mut asking, *seat, &fitting)?);
        }
        self.take_choices(&asking);
        chosen.into_iter().for_each(|name| self.die(name));
        Ok(())
    }

    /// The permanents of the seat that it can sacrifice, by number.
    pub(super) fn to_sacrifice(&self, seat: Seat, noun: &Noun, article: Article, doing: &Doing) -> Vec<Thing> {
        let other_than = doing.speaker.this.filter(|_| article == Article::Another);
        let fitting = things(self.table.all_fitting(noun, &doing.speaker, doing.x)).into_iter();
        let own = fitting.filter(|name| self.table.controller(*name) == Some(seat) && Some(*name) != other_than);
        let mut own: Vec<Thing> = own.collect();
        own.sort_unstable();
        own
    }

    /// Which of these the seat sacrifices: the one that it chooses, else by its order `sacrifice` that of least mana value, of
    /// equals the lowest number, or that of most (C11). `None` if there is none.
    pub(super) fn ask_sacrifice(
        &mut self,
        asking: &mut Asking,
        seat: Seat,
        fitting: &[Thing],
    ) -> Result<Option<Thing>, Paused> {
        let order = self.hidden.own(seat).map(|own| own.orders.sacrifice);
        let chosen = match fitting {
            [] | [_] => None,
            [_, _, ..] => {
                let about = About::Sacrifice(fitting.to_vec());
                self.ask(asking, seat, about, order == Some(SacrificeOrder::Ask))?
            }
        };
        let named = chosen.and_then(|choose| choose.things().into_iter().find(|name| fitting.contains(name)));
        let value = |name: &Thing| {
            let card = self.table.thing(*name).and_then(|thing| self.table.cards.get(thing.card.as_str()));
            card.map_or(0, |card| card.mana_value())
        };
        let by_order = match order {
            Some(SacrificeOrder::Costly) => {
                fitting.iter().copied().min_by_key(|name| (std::cmp::Reverse(value(name)), *name))
            }
            Some(SacrificeOrder::Cheap | SacrificeOrder::Ask) | None => {
                fitting.iter().copied().min_by_key(|name| (value(name), *name))
            }
        };
        Ok(named.or(by_order))
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
