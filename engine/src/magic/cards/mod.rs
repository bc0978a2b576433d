//! Cards as data: what a text says, read and printed by one grammar (C1-C19), the set, and the starter decks (C24).

pub mod ability;
pub mod card;
pub mod colour;
pub mod cost;
pub mod effect;
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

use self::ability::{Ability, Being, Static};
use self::noun::Subjects;

pub use self::card::{Card, CardId, CardKind};
pub use self::colour::{Colour, Colours, LandType};
pub use self::fault::{Refused, Warning};
pub use self::set::Deck;

/// The cards of a match: those of the set, and those of the option `cards`.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Cards {
    set: Which,
    more: Vec<Card>,
    /// What some rules of `more` speak of.
    speaks: Speaks,
}

/// The set of a match. The sets of the editions of the rules differ in names alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Which {
    First,
    #[default]
    Newest,
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
    /// The cards of the set alone.
    pub const fn set() -> Cards {
        Cards { set: Which::Newest, more: Vec::new(), speaks: Speaks { land_types: false, granted_rules: false } }
    }

    /// The same with the names of the first edition of the rules.
    #[must_use]
    pub fn of_first_edition(self) -> Cards {
        Cards { set: Which::First, ..self }
    }

    /// The cards of the set and those of this text, which is refused as C16 says.
    ///
    /// # Errors
    /// The first fault of the text, with its place.
    pub fn with(text: &str) -> Result<Cards, Refused> {
        let more = lint::cards(text, lint::Origin::Option(&set::newest().cards))?;
        let speaks = Speaks::new(&more);
        Ok(Cards { more, speaks, ..Cards::set() })
    }

    fn own_set(&self) -> &'static set::Set {
        match self.set {
            Which::First => set::first(),
            Which::Newest => set::newest(),
        }
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
