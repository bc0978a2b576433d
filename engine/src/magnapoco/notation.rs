//! Moves as text.

use std::fmt;
use std::str::FromStr;

use crate::notation::{Name, Reader, Unreadable};

/// A move of Magnapoco: one stone, or two in the order of their names (C12).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    /// The space of the first stone.
    pub first: Name,
    /// The space of the second stone, if there is one.
    pub second: Option<Name>,
}

impl Move {
    /// A move with these stones; their order does not matter.
    pub fn new(one: Name, other: Option<Name>) -> Move {
        match other {
            Some(other) if other < one => Move { first: other, second: Some(one) },
            other => Move { first: one, second: other },
        }
    }

    /// The stones.
    pub fn stones(self) -> impl Iterator<Item = Name> {
        std::iter::once(self.first).chain(self.second)
    }
}

/// Every kind of move, for people.
pub(super) const EXAMPLES: &[(&str, &str)] =
    &[("d4", "put one stone on d4"), ("a1 d4", "put two stones, on a1 and d4"), ("resign", "give the match up")];

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.second {
            None => write!(f, "{}", self.first),
            Some(second) => write!(f, "{} {second}", self.first),
        }
    }
}

impl FromStr for Move {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Move, Unreadable> {
        let mut reader = Reader::new(text);
        let first = reader.name().map_err(|refusal| Unreadable {
            expected: "one or two spaces for your stones, such as d4 or a1 d4, or resign".to_owned(),
            ..refusal
        })?;
        let second = if reader.eat(',') || reader.peek().is_some() { Some(reader.name()?) } else { None };
        reader.end("nothing more: a turn has at most two stones")?;
        Ok(Move::new(first, second))
    }
}
