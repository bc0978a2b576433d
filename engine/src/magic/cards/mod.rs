//! Cards as data: what a text says, read and printed by one grammar (C1-C19), the set, and the starter decks (C24).

pub mod ability;
pub mod card;
pub mod colour;
pub mod cost;
pub mod effect;
mod fault;
pub mod fit;
mod foreign;
mod grammar;
pub mod keyword;
mod lint;
mod mana_trigger;
mod meaning;
pub mod measure;
mod near;
pub mod noun;
mod print;
mod read;
mod set;
pub mod targets;
#[cfg(test)]
mod tests;
pub mod token;

use std::borrow::Cow;

use self::ability::{Ability, Being, Static};
use self::noun::Subjects;

pub use self::card::{Card, CardId, CardKind};
pub use self::colour::{Colour, Colours, LandType};
pub use self::fault::{Advice, Faults, Refused, Warning};
pub use self::foreign::{
    Change as ForeignChange, ForeignCard, ForeignFault, MAX_FOREIGN_BYTES, MAX_FOREIGN_CARDS, foreign_cards,
};
pub use self::grammar::page::page;
pub(in crate::magic) use self::near::distance;
pub use self::set::Deck;

/// The cards of a match: those of the set, and those of the option `cards`.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Cards {
    printing: Printing,
    more: Vec<Card>,
    /// What some rules of `more` speak of.
    speaks: Speaks,
}

/// A printing of the set. An edition of the rules that changes cards has a new one; the cards keep their places and decks in all.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Printing {
    /// One card has another name than in the second.
    First,
    /// Some cards have other texts than in the third.
    Second,
    /// As the files of the set are.
    #[default]
    Third,
}

impl Printing {
    /// Every printing, the newest last.
    pub const ALL: [Printing; 3] = [Printing::First, Printing::Second, Printing::Third];
}

/// What the rules of some cards speak of that is rare, so that it is not looked for where no card does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Speaks {
    /// Rules on the types of "each land" of some kind.
    land_types: bool,
    /// Static abilities that are granted.
    granted_rules: bool,
}

impl Speaks {
    fn new(cards: &[Card]) -> Speaks {
        let any = |holds: fn(&Static) -> bool| cards.iter().flat_map(Card::statics).any(holds);
        let is_type = |rule: &Static| {
            let Static::Is { subjects: Subjects::Each(_), beings, .. } = rule else { return false };
            beings.iter().any(|being| matches!(being, Being::IsType(..)))
        };
        let grants = |rule: &Static| matches!(rule, Static::Has(_, ability) if matches!(**ability, Ability::Static(_)));
        Speaks { land_types: any(is_type), granted_rules: any(grants) }
    }
}

impl Cards {
    /// The cards of the set alone, as they are printed now.
    pub fn set() -> Cards {
        Cards::default()
    }

    /// The same with those of the set in this printing.
    #[must_use]
    pub fn printed(self, printing: Printing) -> Cards {
        Cards { printing, ..self }
    }

    /// The cards of the set and those of this text, which is refused as C16 says.
    ///
    /// # Errors
    /// The faults of the text, with their places.
    pub fn with(text: &str) -> Result<Cards, Faults> {
        let more = lint::cards(text, lint::Origin::Option(&set::newest().cards))?;
        let speaks = Speaks::new(&more);
        Ok(Cards { more, speaks, ..Cards::set() })
    }

    fn own_set(&self) -> &'static set::Set {
        set::printed(self.printing)
    }

    /// True if a rule of some card gives a type to each land of some kind.
    pub fn speak_of_land_types(&self) -> bool {
        self.own_set().speaks.land_types || self.speaks.land_types
    }

    /// True if some card grants static abilities.
    pub fn grant_rules(&self) -> bool {
        self.own_set().speaks.granted_rules || self.speaks.granted_rules
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
        self.own_set().card(id).or_else(|| self.more.iter().find(|card| card.id.as_str() == id))
    }

    /// Every card: those of the set, then those of the option, in the order of their texts.
    pub fn all(&self) -> impl Iterator<Item = &Card> {
        self.own_set().cards.iter().chain(&self.more)
    }

    /// The colours of these cards, in their order.
    pub fn colours_of<'a>(&self, cards: impl IntoIterator<Item = &'a CardId>) -> Vec<Colour> {
        let cards = cards.into_iter().filter_map(|id| self.card(id.as_str()));
        cards.flat_map(|card| card.colours().iter()).collect::<Colours>().iter().collect()
    }

    /// How many there are of each of these cards, which are in alphabetical order: `2 Chalk Finch`.
    pub fn counted(&self, cards: &[CardId]) -> Vec<String> {
        let entry = |same: &[CardId]| {
            let card = self.card(same.first()?.as_str())?;
            Some(format!("{} {}", same.len(), card.name))
        };
        cards.chunk_by(|one, next| one == next).filter_map(entry).collect()
    }

    /// The starter deck with this name (C24).
    pub fn starter_named(&self, name: &str) -> Option<&'static Deck> {
        self.starters().iter().find(|deck| deck.name == name)
    }

    /// The name and the cards of the starter deck of a seat from 0, 40 of them in alphabetical order (C24); seat 6 would have
    /// that of seat 0.
    pub fn starter(&self, seat: u8) -> (&'static str, Vec<CardId>) {
        let decks = self.starters();
        let deck = decks.get(usize::from(seat) % decks.len().max(1));
        deck.map(|deck| (deck.name, deck.cards().cloned().collect())).unwrap_or_default()
    }

    /// The starter decks, that of seat 0 first (C24).
    pub fn starters(&self) -> &'static [Deck] {
        &self.own_set().decks
    }
}
