//! Cards as data: what a text says, read and printed by one grammar (C1-C19), the set, and the starter decks (C24).

pub mod ability;
pub mod card;
pub mod colour;
pub mod cost;
pub mod effect;
mod executed;
mod fault;
pub mod fit;
mod grammar;
pub mod keyword;
mod lint;
mod mana_trigger;
pub mod measure;
pub mod noun;
mod print;
mod read;
mod set;
pub mod targets;
#[cfg(test)]
mod tests;
pub mod token;

use std::borrow::Cow;

pub use self::card::{Card, CardId, CardKind};
pub use self::colour::{Colour, Colours, LandType};
pub use self::fault::{Refused, Warning};
pub use self::set::Deck;

/// The cards of a match: those of the set, and those of the option `cards`.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Cards {
    more: Vec<Card>,
}

impl Cards {
    /// The cards of the set alone.
    pub const fn set() -> Cards {
        Cards { more: Vec::new() }
    }

    /// The cards of the set and those of this text, which is refused as C16 says.
    ///
    /// # Errors
    /// The first fault of the text, with its place.
    pub fn with(text: &str) -> Result<Cards, Refused> {
        let more = lint::cards(text, lint::Origin::Option(set::written()))?;
        Ok(Cards { more })
    }

    /// What is legal in a text of cards, but of no use (C18).
    pub fn warnings(text: &str) -> Vec<Warning> {
        lint::warnings(text)
    }

    /// The card with this id; of a token's text (see [`token::Token`]) the token.
    pub fn get(&self, id: &str) -> Option<Cow<'_, Card>> {
        let card = self.card(id).map(Cow::Borrowed);
        card.or_else(|| id.parse().ok().map(|token: token::Token| Cow::Owned(token.card())))
    }

    /// The card with this id; no tokens.
    pub fn card(&self, id: &str) -> Option<&Card> {
        set::card(id).or_else(|| self.more.iter().find(|card| card.id.as_str() == id))
    }

    /// Every card: those of the set, then those of the option, in the order of their texts.
    pub fn all(&self) -> impl Iterator<Item = &Card> {
        set::cards().iter().chain(&self.more)
    }

    /// The starter deck with this name (C24).
    pub fn starter_named(name: &str) -> Option<&'static Deck> {
        set::decks().iter().find(|deck| deck.name == name)
    }

    /// The name and the cards of the starter deck of a seat from 0, 40 of them in alphabetical order (C24); seat 6 would have
    /// that of seat 0.
    pub fn starter(seat: u8) -> (&'static str, Vec<CardId>) {
        let decks = set::decks();
        let deck = decks.get(usize::from(seat) % decks.len().max(1));
        deck.map(|deck| (deck.name, deck.cards().cloned().collect())).unwrap_or_default()
    }

    /// The starter decks, that of seat 0 first (C24).
    pub fn starters() -> &'static [Deck] {
        set::decks()
    }
}
