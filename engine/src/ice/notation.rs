//! Moves as text.

use std::fmt;
use std::str::FromStr;

use super::spaces::Size;
use crate::notation::{Name, Reader, Unreadable};

/// A move of the Ice Machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    /// The chip just drawn is placed.
    Place {
        /// The space.
        at: Name,
    },
    /// The first two small pyramids, in the order of the names (D27).
    Start {
        /// The two spaces.
        at: [Name; 2],
    },
    /// A pyramid goes to an adjacent space.
    Step {
        /// The space on which it stands.
        from: Name,
        /// The space to which it goes.
        to: Name,
        /// Its size.
        size: Size,
    },
    /// A pyramid is replaced by one of the next size.
    Grow {
        /// The space on which it stands.
        at: Name,
    },
    /// A large pyramid brings a small one to its space.
    Spawn {
        /// The space on which it stands.
        at: Name,
    },
    /// A pyramid is teleported from the neutral chip.
    Jump {
        /// The space of the neutral chip.
        from: Name,
        /// The space to which it goes.
        to: Name,
        /// Its size.
        size: Size,
    },
    /// Nothing is done.
    Pass,
}

impl Move {
    /// The first two pyramids on these spaces; their order does not matter.
    pub fn start(one: Name, other: Name) -> Move {
        Move::Start { at: [one.min(other), one.max(other)] }
    }
}

/// Every kind of move, for people.
pub(super) const EXAMPLES: &[(&str, &str)] = &[
    ("place c3", "put the chip that you have just drawn on c3"),
    ("start b2 d4", "begin with your two small pyramids on b2 and d4, two of your chips of value 1"),
    ("move b2-b3 s", "move your small pyramid from b2 to b3, an adjacent space; m for a medium one, l for a large one"),
    (
        "grow b2",
        "on your chip of value 2 replace a small pyramid by a medium one, on your 3 a medium one by a large one",
    ),
    ("spawn b2", "on your chip of value 1 let a large pyramid bring a small one from your stash"),
    ("jump c3-e5 m", "teleport your medium pyramid from the neutral chip on c3 to e5"),
    ("pass", "do nothing this turn"),
    ("resign", "leave the match for good"),
];

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Place { at } => write!(f, "place {at}"),
            Move::Start { at: [one, other] } => write!(f, "start {one} {other}"),
            Move::Step { from, to, size } => write!(f, "move {from}-{to} {}", size.letter()),
            Move::Grow { at } => write!(f, "grow {at}"),
            Move::Spawn { at } => write!(f, "spawn {at}"),
            Move::Jump { from, to, size } => write!(f, "jump {from}-{to} {}", size.letter()),
            Move::Pass => f.write_str("pass"),
        }
    }
}

impl FromStr for Move {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Move, Unreadable> {
        let mut reader = Reader::new(text);
        let mv = if reader.eat_word("pass") {
            Move::Pass
        } else if reader.eat_word("place") {
            Move::Place { at: reader.name()? }
        } else if reader.eat_word("grow") {
            Move::Grow { at: reader.name()? }
        } else if reader.eat_word("spawn") {
            Move::Spawn { at: reader.name()? }
        } else if reader.eat_word("start") {
            let one = reader.name()?;
            reader.eat(',');
            Move::start(one, reader.name()?)
        } else if reader.eat_word("jump") {
            let (from, to, size) = read_way(&mut reader)?;
            Move::Jump { from, to, size }
        } else if reader.eat_word("move") {
            let (from, to, size) = read_way(&mut reader)?;
            Move::Step { from, to, size }
        } else {
            let expected =
                "a move such as place c3, start b2 d4, move b2-b3 s, grow b2, spawn b2, jump c3-e5 m, pass or resign";
            return Err(reader.refuse(expected));
        };
        reader.end("nothing more: the move is complete before this")?;
        Ok(mv)
    }
}

/// Reads `b2-b3 s`.
fn read_way(reader: &mut Reader<'_>) -> Result<(Name, Name, Size), Unreadable> {
    let from = reader.name()?;
    if !reader.eat_dash() {
        return Err(reader.refuse("a hyphen and the space the pyramid goes to, as in b2-b3"));
    }
    let to = reader.name()?;
    let size = read_size(reader).ok_or_else(|| reader.refuse("the size of the pyramid: s, m or l"))?;
    Ok((from, to, size))
}

/// Reads a size, as a letter or a word.
pub(super) fn read_size(reader: &mut Reader<'_>) -> Option<Size> {
    Size::ALL
        .into_iter()
        .find(|size| reader.eat_word(size.letter().encode_utf8(&mut [0; 4])) || reader.eat_word(size.name()))
}
