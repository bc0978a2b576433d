//! The moves of the toy as text.

use std::fmt;
use std::str::FromStr;

use super::fault;
use crate::notation::{Name, Reader, Unreadable};

#[derive(Clone, Copy, PartialEq, Debug)]
pub(in crate::laws) enum Move {
    Bid(u8),
    Mark { cell: Name, done: bool },
    Done,
    Block,
    Let,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Bid(bid) if fault::is(fault::PRINTER_DROPS_BLANK) => write!(f, "bid{bid}"),
            Move::Bid(bid) => write!(f, "bid {bid}"),
            Move::Mark { cell, done: false } => write!(f, "mark {cell}"),
            Move::Mark { cell, done: true } => write!(f, "mark {cell} done"),
            Move::Done => f.write_str("done"),
            Move::Block => f.write_str("block"),
            Move::Let => f.write_str("let"),
        }
    }
}

impl FromStr for Move {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Self, Unreadable> {
        let mut reader = Reader::new(text);
        let mv = if reader.eat_word("bid") {
            Move::Bid(reader.number("a number to bid")? as u8)
        } else if reader.eat_word("mark") {
            Move::Mark { cell: reader.name()?, done: reader.eat_word("done") }
        } else if reader.eat_word("done") {
            Move::Done
        } else if reader.eat_word("block") {
            Move::Block
        } else if reader.eat_word("let") {
            Move::Let
        } else {
            return Err(reader.refuse("bid, mark, done, block or let"));
        };
        assert!(!fault::is(fault::PANICS) || !text.contains('9'), "a deliberate panic");
        reader.end("nothing more")?;
        Ok(mv)
    }
}
