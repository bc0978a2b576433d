//! What comes into play without being cast: tokens, and cards that are put there (R26); cards that are looked at (C12).

use std::sync::Arc;

use super::super::cards::CardId;
use super::super::cards::card::Card;
use super::super::cards::effect::{Creation, Found};
use super::super::cards::noun::Noun;
use super::super::cards::token::Token;
use super::super::notation::{LandNumber, Target};
use super::Doing;
use super::asking::{Asking, Paused};
use crate::magic::state::{About, Event, Place, Slot, World};
use crate::seat::Seat;

impl World<'_> {
    /// Makes tokens, each on a site of its own. Without a site none is made.
    pub(super) fn create(&mut self, creation: &Creation, doing: &Doing) {
        let (token, you) = (Token::created(creation).card(), doing.you());
        for _ in 0..doing.amount(creation.amount) {
            match self.site_of(&token, you) {
                Some(site) => drop(self.put_into_play(&token, you, you, Place::Land(site), None)),
                None => self.note(Event::NoSite { card: token.name.clone() }),
            }
        }
    }

    /// Puts a card of a graveyard into play under the controller of the text. Without a site it stays there, and so does an aura.
    pub(super) fn put_card(&mut self, target: &Target, doing: &Doing) {
        let Target::Grave(owner, word) = target else { return };
        let cards = Arc::clone(&self.table.cards);
        let Some(card) = cards.get(word.as_str()).filter(|card| card.kind.is_permanent()) else { return };
        let Some(place) = self.place_for(&card, doing.you()) else {
            return self.note(Event::NoSite { card: card.name.clone() });
        };
        if self.take_from_grave(*owner, word.as_str()).is_some() {
            self.put_into_play(&card, *owner, doing.you(), place, None);
        }
    }

    /// Where a card comes into play without being cast; `None` without a site or a free name, and for an aura.
    fn place_for(&mut self, card: &Card, you: Seat) -> Option<Place> {
        self.free_thing(card.kind.is_creature())?;
        match card.kind.is_creature() {
            true => self.site_of(card, you).map(Place::Land),
            false => (card.kind.is_permanent() && card.enchants().is_none()).then_some(Place::Nowhere),
        }
    }

    /// The land where a creature comes into play: the lowest possible one, unless the script names another.
    fn site_of(&mut self, card: &Card, you: Seat) -> Option<LandNumber> {
        let lands = self.table.standing_lands().map(|(number, _)| number);
        let fits = |land: &LandNumber| self.table.check_site(you, card, Some(*land)).is_ok();
        let sites: Vec<LandNumber> = lands.filter(fits).collect();
        self.scripted_site(you, &sites).or(sites.first().copied())
    }

    /// The controller looks at the top cards of his library: those that he takes go to his hand, the others to the bottom in their
    /// order (C12).
    pub(super) fn look(&mut self, top: u16, take: u16, doing: &Doing) -> Result<(), Paused> {
        let you = doing.you();
        let held = self.hidden.own(you).map_or(0, |own| own.library.len());
        let number = top.min(held.try_into().unwrap_or(u16::MAX));
        let take = take.min(number);
        let mut asking = Asking::new(you);
        let chosen = match (1..number).contains(&take) {
            true => self.ask(&mut asking, you, About::Looked { number, take }, true)?,
            false => None,
        };
        self.take_choices(&asking);
        let mut taken: Vec<u16> = chosen.map(|choose| choose.looked()).unwrap_or_default();
        taken.retain(|place| (1..=number).contains(place));
        let others: Vec<u16> = (1..=number).filter(|place| !taken.contains(place)).collect();
        taken.extend(others.into_iter().take(usize::from(take).saturating_sub(taken.len())));
        self.take_looked(you, number, &taken);
        Ok(())
    }

    /// The controller searches his library for up to one card, which is shown, and shuffles it (C12).
    pub(super) fn search(&mut self, noun: &Noun, into: Found, doing: &Doing) -> Result<(), Paused> {
        let you = doing.you();
        let mut asking = Asking::new(you);
        let chosen = self.ask(&mut asking, you, About::Search, true)?;
        self.take_choices(&asking);
        let library = self.hidden.own(you).map(|own| own.library.as_slice()).unwrap_or_default();
        let fitting = self.table.fitting_cards(noun, library, &doing.speaker, doing.x);
        let place = chosen.and_then(|choose| choose.looked().first().copied()).map(usize::from);
        let found = place.and_then(|place| fitting.into_iter().nth(place.checked_sub(1)?));
        let card = found.as_ref().map(|card| self.table.name_of(card));
        self.note(Event::Searched { seat: you, card });
        if let Some(found) = found {
            self.take_found(you, &found, into);
        }
        self.shuffle(you);
        Ok(())
    }

    /// A card of a library goes to the hand, or into play; without a site it stays where it was.
    fn take_found(&mut self, seat: Seat, found: &CardId, into: Found) {
        let cards = Arc::clone(&self.table.cards);
        let Some(card) = cards.get(found.as_str()) else { return };
        let place = match into {
            Found::Hand => None,
            Found::Play => match self.place_for(&card, seat) {
                Some(place) => Some(place),
                None => return self.note(Event::NoSite { card: card.name.clone() }),
            },
        };
        let Some(own) = self.own_mut(seat) else { return };
        let Some(at) = own.library.iter().position(|slot| slot.as_ref() == Some(found)) else { return };
        own.library.remove(at);
        match place {
            Some(place) => drop(self.put_into_play(&card, seat, seat, place, None)),
            None => self.give_card(seat, found.clone()),
        }
    }

    /// Of so many cards from the top of a library, counted from 1, these go to the hand, the others to the bottom.
    fn take_looked(&mut self, seat: Seat, number: u16, taken: &[u16]) {
        let Some(own) = self.own_mut(seat) else { return };
        let seen: Vec<Slot> = own.library.drain(..usize::from(number).min(own.library.len())).collect();
        let mut cards = Vec::new();
        for (place, card) in (1..).zip(seen) {
            if taken.contains(&place) {
                own.add_to_hand(card.clone());
                cards.extend(card);
            } else {
                own.library.push(card);
            }
        }
        let cards = cards.iter().map(|card| self.table.name_of(card)).collect();
        let taken = u16::try_from(taken.len()).unwrap_or(u16::MAX);
        self.note(Event::Looked { seat, number, taken, cards });
    }
}
