//! Moves as text.

use std::fmt;
use std::str::FromStr;

use crate::notation::{Name, Reader, Unreadable};

/// A move of Magnapoco.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    /// One stone, or two in the order of their names (C12).
    Stones {
        /// The space of the first stone.
        first: Name,
        /// The space of the second stone, if there is one.
        second: Option<Name>,
    },
    /// All stones on the board change colour (C18).
    Swap,
}

impl Move {
    /// A move with these stones; their order does not matter.
    pub fn new(one: Name, other: Option<Name>) -> Move {
        match other {
            Some(other) if other < one => Move::Stones { first: other, second: Some(one) },
            second => Move::Stones { first: one, second },
        }
    }
}

/// The word of [`Move::Swap`].
pub(super) const SWAP: &str = "swap";

/// Every kind of move, for people.
pub(super) const EXAMPLES: &[(&str, &str)] = &[
    ("d4", "put one stone on d4"),
    ("a1 d4", "put two stones, on a1 and d4"),
    (SWAP, "exchange the colours of all stones, if the match allows it"),
    ("resign", "give the match up"),
];

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Stones { first, second: None } => write!(f, "{first}"),
            Move::Stones { first, second: Some(second) } => write!(f, "{first} {second}"),
            Move::Swap => f.write_str(SWAP),
        }
    }
}

impl FromStr for Move {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Move, Unreadable> {
        let mut reader = Reader::new(text);
        if reader.eat_word(SWAP) {
            reader.end("nothing more: swap is a whole move")?;
            return Ok(Move::Swap);
        }
        let first = reader.name().map_err(|refusal| Unreadable {
            expected: "one or two spaces for your stones, such as d4 or a1 d4, or resign".to_owned(),
            ..refusal
        })?;
        let second = if reader.eat(',') || reader.peek().is_some() { Some(reader.name()?) } else { None };
        reader.end("nothing more: a turn has at most two stones")?;
        Ok(Move::new(first, second))
    }
}
