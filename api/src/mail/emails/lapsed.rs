//! The reader's time expired.

use super::{Email, next_turns};
use crate::brief::Table;
use crate::mail::sheet::Block;
use crate::mail::{Envelope, Link};

/// The reader's time expired.
pub struct Lapsed {
    /// The match.
    pub table: Table,
    /// The page of the match.
    pub link: Link,
    /// The number of further lapses in a row after which the reader is out of the match; 0 if the reader is out.
    pub left: u8,
}

impl Email for Lapsed {
    fn subject(&self) -> String {
        self.table.subject("Your time ran out")
    }

    fn blocks(&self, _: &Envelope) -> Vec<Block<'_>> {
        let called = self.table.called();
        let lead = match self.left {
            0 => format!("Your time ran out in {called}, so you are out of the match."),
            left => format!(
                "Your time ran out in {called}, so your turn passed. If it also runs out on {}, you are out of the match.",
                next_turns("your", left)
            ),
        };
        vec![Block::Lead(lead), Block::Link("See the match", self.link.as_str())]
    }
}
