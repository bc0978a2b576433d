//! Colours and the types of lands, in their one order: W U B R G and P I S M F.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A colour of mana and of cards, in the order of costs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Colour {
    /// W, from plains.
    #[serde(rename = "W")]
    White,
    /// U, from islands.
    #[serde(rename = "U")]
    Blue,
    /// B, from swamps.
    #[serde(rename = "B")]
    Black,
    /// R, from mountains.
    #[serde(rename = "R")]
    Red,
    /// G, from forests.
    #[serde(rename = "G")]
    Green,
}

impl Colour {
    /// Every colour, in order.
    pub const ALL: [Colour; 5] = [Colour::White, Colour::Blue, Colour::Black, Colour::Red, Colour::Green];

    /// The letter in costs.
    pub const fn letter(self) -> char {
        match self {
            Colour::White => 'W',
            Colour::Blue => 'U',
            Colour::Black => 'B',
            Colour::Red => 'R',
            Colour::Green => 'G',
        }
    }

    /// The colour with this letter, small or capital.
    pub fn from_letter(letter: char) -> Option<Colour> {
        Colour::ALL.into_iter().find(|colour| colour.letter().eq_ignore_ascii_case(&letter))
    }

    /// The word in card texts.
    pub const fn word(self) -> &'static str {
        match self {
            Colour::White => "white",
            Colour::Blue => "blue",
            Colour::Black => "black",
            Colour::Red => "red",
            Colour::Green => "green",
        }
    }

    /// The type of land that gives this colour (R64).
    pub const fn land(self) -> LandType {
        match self {
            Colour::White => LandType::Plains,
            Colour::Blue => LandType::Island,
            Colour::Black => LandType::Swamp,
            Colour::Red => LandType::Mountain,
            Colour::Green => LandType::Forest,
        }
    }
}

/// A type of land, in the order of the pool (R2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, schemars::JsonSchema)]
pub enum LandType {
    /// P, gives white.
    #[serde(rename = "P")]
    Plains,
    /// I, gives blue.
    #[serde(rename = "I")]
    Island,
    /// S, gives black.
    #[serde(rename = "S")]
    Swamp,
    /// M, gives red.
    #[serde(rename = "M")]
    Mountain,
    /// F, gives green.
    #[serde(rename = "F")]
    Forest,
}

impl LandType {
    /// Every type, in order.
    pub const ALL: [LandType; 5] =
        [LandType::Plains, LandType::Island, LandType::Swamp, LandType::Mountain, LandType::Forest];

    /// The letter in layouts and tables.
    pub const fn letter(self) -> char {
        match self {
            LandType::Plains => 'P',
            LandType::Island => 'I',
            LandType::Swamp => 'S',
            LandType::Mountain => 'M',
            LandType::Forest => 'F',
        }
    }

    /// The type with this letter, small or capital.
    pub fn from_letter(letter: char) -> Option<LandType> {
        LandType::ALL.into_iter().find(|land| land.letter().eq_ignore_ascii_case(&letter))
    }

    /// The word in card texts.
    pub const fn word(self) -> &'static str {
        match self {
            LandType::Plains => "plains",
            LandType::Island => "island",
            LandType::Swamp => "swamp",
            LandType::Mountain => "mountain",
            LandType::Forest => "forest",
        }
    }

    /// The word for several of them.
    pub const fn words(self) -> &'static str {
        match self {
            LandType::Plains => "plains",
            LandType::Island => "islands",
            LandType::Swamp => "swamps",
            LandType::Mountain => "mountains",
            LandType::Forest => "forests",
        }
    }

    /// The colour of its mana (R64).
    pub const fn colour(self) -> Colour {
        match self {
            LandType::Plains => Colour::White,
            LandType::Island => Colour::Blue,
            LandType::Swamp => Colour::Black,
            LandType::Mountain => Colour::Red,
            LandType::Forest => Colour::Green,
        }
    }
}

/// A set of colours; empty for what is colourless. Its text has the letters in order, such as `WG`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Colours(u8);

impl Colours {
    /// No colour.
    pub const NONE: Colours = Colours(0);

    /// The set with this colour too.
    #[must_use]
    pub const fn with(self, colour: Colour) -> Colours {
        Colours(self.0 | 1 << colour as u8)
    }

    /// True if the colour is in the set.
    pub const fn has(self, colour: Colour) -> bool {
        self.0 & (1 << colour as u8) != 0
    }

    /// True if it is colourless.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many colours, 0 to 5.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The colours in order.
    pub fn iter(self) -> impl Iterator<Item = Colour> {
        Colour::ALL.into_iter().filter(move |colour| self.has(*colour))
    }
}

impl FromIterator<Colour> for Colours {
    fn from_iter<I: IntoIterator<Item = Colour>>(colours: I) -> Colours {
        colours.into_iter().fold(Colours::NONE, Colours::with)
    }
}

impl fmt::Display for Colours {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|colour| write!(f, "{}", colour.letter()))
    }
}

impl fmt::Debug for Colours {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Colours({self})")
    }
}
