//! Cards as data: what a text says, read and printed by one grammar (C1-C19), the set, and the starter decks (C24).

pub mod ability;
pub mod card;
pub mod colour;
pub mod cost;
pub mod effect;
pub mod keyword;
pub mod noun;
pub mod token;

use std::borrow::Cow;

pub use self::card::{Card, CardId, CardKind};
pub use self::colour::{Colour, Colours, LandType};

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
    pub fn with(_text: &str) -> Result<Cards, Refused> {
        Ok(Cards::set())
    }

    /// The card with this id; of a token's text (see [`token::Token`]) the token.
    pub fn get(&self, id: &str) -> Option<Cow<'_, Card>> {
        let listed = self.more.iter().find(|card| card.id.as_str() == id);
        listed.map(Cow::Borrowed).or_else(|| id.parse().ok().map(|token: token::Token| Cow::Owned(token.card())))
    }

    /// The ids of the starter deck of a seat from 0, 40 of them in alphabetical order (C24); seat 6 has that of seat 0.
    pub fn starter(_seat: u8) -> (&'static str, Vec<CardId>) {
        ("none", Vec::new())
    }
}

/// A fault of a card text (C16).
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, character {at}, \"{found}\": expected {expected}")]
pub struct Refused {
    /// The code of C16.
    pub code: &'static str,
    /// The line, from 1.
    pub line: usize,
    /// The character of the line, from 1; one past the last at its end.
    pub at: usize,
    /// The word at that place.
    pub found: String,
    /// What would be right there.
    pub expected: String,
}
