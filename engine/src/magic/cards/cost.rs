//! What is paid: mana costs, and the prices of abilities.

use serde::{Deserialize, Serialize};

use super::colour::{Colour, Colours};
use super::noun::{Article, Noun};

/// A number in a card text: written out, or X (C9).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Amount {
    /// From 0 to 999.
    Number(u16),
    /// The X that was paid, or that `where X is` defines.
    X,
}

/// A mana cost (C3). The cost `0` has no part at all.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Cost {
    /// True if X is part of it.
    pub x: bool,
    /// Mana of any colour or none, 0 to 999.
    pub generic: u16,
    /// Mana of each colour, in the order W U B R G.
    pub coloured: [u8; 5],
}

impl Cost {
    /// The mana of this colour that it asks for.
    pub const fn count(&self, colour: Colour) -> u8 {
        self.coloured[colour as usize]
    }

    /// Its mana value where X counts 0 (C3): on the stack add the X that was paid.
    pub fn mana_value(&self) -> u16 {
        self.coloured.iter().fold(self.generic, |sum, count| sum.saturating_add(u16::from(*count)))
    }

    /// The colours in it.
    pub fn colours(&self) -> Colours {
        Colour::ALL.into_iter().filter(|colour| self.count(*colour) > 0).collect()
    }
}

/// A number of counters of one mark: `2 +1/+1 counters`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Counters {
    /// How many.
    pub amount: Amount,
    /// Their mark.
    pub mark: Mark,
}

/// What stands on a counter.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, schemars::JsonSchema)]
pub enum Mark {
    /// `+1/+1`.
    #[serde(rename = "+1/+1")]
    Plus,
    /// `-1/-1`.
    #[serde(rename = "-1/-1")]
    Minus,
    /// A word of small letters.
    #[serde(untagged)]
    Word(String),
}

/// `tap n` nouns: so many objects that the payer controls are tapped.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TapSome {
    /// How many.
    pub amount: Amount,
    /// Which.
    pub noun: Noun,
}

/// One part of the price of an ability.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Part {
    /// `tap`: this is tapped.
    Tap,
    /// Something else than mana.
    Payment(Payment),
    /// Mana.
    Mana(Cost),
}

/// A payment that is not mana, of a price or of an additional cost.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Payment {
    /// `sacrifice this`.
    SacrificeThis,
    /// `sacrifice a creature`.
    Sacrifice(Article, Noun),
    /// `discard n cards`.
    Discard(Amount),
    /// `pay n life`: cannot be paid (R13).
    Life(Amount),
    /// `remove 1 oil counter from this`.
    Remove(Counters),
    /// `tap 2 untapped creatures`.
    TapSome(TapSome),
    /// `return this to its owner's hand`.
    ReturnThis,
}

/// What a sentence asks for: after `you may` or `unless you`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Bill {
    /// `pay 2W`.
    Mana(Cost),
    /// `sacrifice a creature`.
    Sacrifice(Article, Noun),
    /// `discard n cards`.
    Discard(Amount),
    /// `tap 2 untapped creatures`.
    TapSome(TapSome),
}

impl Mark {
    /// What stands on it.
    pub fn word(&self) -> &str {
        match self {
            Mark::Plus => "+1/+1",
            Mark::Minus => "-1/-1",
            Mark::Word(word) => word,
        }
    }
}
