//! Names of things in texts (N1, N2).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::read::Parser;
use crate::as_text::{as_text, text_schema};
use crate::notation::Unreadable;

/// The greatest number in a text (N4).
pub const MAX_NUMBER: u16 = 999;

/// The number of a land, as laid: 1 is the first. A text may name lands that are not there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(transparent)]
pub struct LandNumber(pub u16);

impl fmt::Display for LandNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// Reads a whole text by one rule of the grammar.
macro_rules! read_by {
    ($type:ty, $rule:ident) => {
        impl FromStr for $type {
            type Err = Unreadable;

            fn from_str(text: &str) -> Result<Self, Unreadable> {
                Parser::new(text).whole(Parser::$rule)
            }
        }
    };
}
pub(super) use read_by;

/// A kind of names: a letter and a number.
macro_rules! name {
    ($(#[$words:meta])* $name:ident, $letter:literal, $rule:ident) => {
        $(#[$words])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(pub u16);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($letter, "{}"), self.0)
            }
        }

        read_by!($name, $rule);
        as_text!($name);
        text_schema!($name);
    };
}

name!(
    /// A creature: `c1` to `c99` (N1).
    CreatureName, "c", creature
);
name!(
    /// A permanent that is no creature: `p1` to `p99` (N1).
    PermanentName, "p", permanent
);
name!(
    /// An object on the stack: `s1` to `s99` (N1).
    StackName, "s", on_stack
);
name!(
    /// A card in the reader's own hand: `h1` and so on (N2).
    HandName, "h", hand
);
name!(
    /// A card that its reader looks at: `l1` from the top (N2).
    LookedName, "l", looked
);

/// A creature or another permanent.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Thing {
    /// A creature.
    Creature(CreatureName),
    /// A permanent that is no creature.
    Permanent(PermanentName),
}

impl fmt::Display for Thing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Thing::Creature(name) => name.fmt(f),
            Thing::Permanent(name) => name.fmt(f),
        }
    }
}

read_by!(Thing, thing);
as_text!(Thing);
text_schema!(Thing);

/// A word of letters and hyphens in lower case: the id of a card (N3) or of a chair. A text may name cards that are not there.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Word(String);

impl Word {
    /// The word, if it is letters in lower case with single hyphens between them.
    pub fn new(text: &str) -> Option<Word> {
        let part = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_lowercase());
        text.split('-').all(part).then(|| Word(text.to_owned()))
    }

    /// The word as written.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

read_by!(Word, word);
as_text!(Word);
