//! The levels of computer opponents.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::moment::Span;

/// How well a computer plays, from 1 to 5: the higher, the longer it looks ahead.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub enum Level {
    /// Level 1.
    One,
    /// Level 2.
    Two,
    /// Level 3: a move takes at most half a second on one core.
    Three,
    /// Level 4.
    Four,
    /// Level 5.
    Five,
}

/// The bounds of the search for one move. The first that is reached ends it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The most playouts.
    pub playouts: u32,
    /// The longest time.
    pub time: Span,
}

impl Level {
    /// All levels, the lowest first.
    pub const ALL: [Level; 5] = [Level::One, Level::Two, Level::Three, Level::Four, Level::Five];

    /// The bounds of a move of this level. In games whose playouts are long the time alone counts.
    pub fn limits(self) -> Limits {
        let (playouts, milliseconds) = match self {
            Level::One => (40, 30),
            Level::Two => (250, 110),
            Level::Three => (2_000, 450),
            Level::Four => (10_000, 2_000),
            Level::Five => (50_000, 8_000),
        };
        Limits { playouts, time: Span(milliseconds) }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Level::One => "Beginner",
            Level::Two => "Easy",
            Level::Three => "Medium",
            Level::Four => "Strong",
            Level::Five => "Expert",
        }
    }

    /// Its number.
    pub fn number(self) -> u8 {
        self as u8 + 1
    }
}

/// A text or number that is no [`Level`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected a level from 1 to 5")]
pub struct NoLevel;

impl TryFrom<u8> for Level {
    type Error = NoLevel;

    fn try_from(number: u8) -> Result<Level, NoLevel> {
        Level::ALL.into_iter().find(|level| level.number() == number).ok_or(NoLevel)
    }
}

impl From<Level> for u8 {
    fn from(level: Level) -> u8 {
        level.number()
    }
}

impl FromStr for Level {
    type Err = NoLevel;

    fn from_str(text: &str) -> Result<Level, NoLevel> {
        text.parse::<u8>().map_err(|_| NoLevel)?.try_into()
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}
