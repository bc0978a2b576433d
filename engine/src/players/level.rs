//! The levels of computer opponents.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::info::{Info, Limits};

/// How well a computer plays, from 1 to 5: the higher, the more playouts it makes. `engine/README.md` says how often each level wins
/// against the one below.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub enum Level {
    /// Level 1.
    One,
    /// Level 2.
    Two,
    /// Level 3. Up to here a move takes at most 100 ms on one core, 300 ms where a playout takes long.
    Three,
    /// Level 4.
    Four,
    /// Level 5.
    Five,
}

impl Level {
    /// All levels, the lowest first.
    pub const ALL: [Level; 5] = [Level::One, Level::Two, Level::Three, Level::Four, Level::Five];

    /// The bounds of a move of this level in a game.
    pub fn limits(self, game: &Info) -> Limits {
        game.levels[usize::from(self.number()) - 1]
    }

    /// Its name, and how it plays in a sentence.
    fn told(self) -> (&'static str, &'static str) {
        match self {
            Level::One => ("Beginner", "Makes sensible moves, but overlooks most replies. It answers at once."),
            Level::Two => ("Easy", "Sees the plainest replies, but hardly any plan. It answers at once."),
            Level::Three => ("Medium", "Takes what you leave unguarded, and makes short plans. It answers at once."),
            Level::Four => ("Strong", "Compares many plans before it moves. It may think for some seconds."),
            Level::Five => ("Expert", "Looks as far as it can. It thinks longest."),
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        self.told().0
    }

    /// How it plays, in words for people who choose a level.
    pub fn words(self) -> &'static str {
        self.told().1
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
