//! The time of the reader has run out.

use super::{Email, PLAYS};
use crate::brief::Table;
use crate::category::Category;
use crate::mail::sheet::Block;
use crate::mail::{Envelope, Link};

/// The time of the reader has run out.
pub struct Lapsed {
    /// The match.
    pub table: Table,
    /// The page of the match.
    pub link: Link,
    /// The number of further lapses in a row after which the reader is out of the match; 0 if the reader is out.
    pub left: u8,
}

impl Email for Lapsed {
    fn category(&self) -> Option<Category> {
        Some(Category::Turns)
    }

    fn of_a_match(&self) -> bool {
        true
    }

    fn subject(&self) -> String {
        self.table.subject("Your time ran out")
    }

    fn blocks(&self, _: &Envelope) -> Vec<Block<'_>> {
        let called = self.table.called();
        let lead = match self.left {
            0 => format!("Your time ran out in {called}, so you are out of the match."),
            1 => format!(
                "Your time ran out in {called}, so your turn has passed. After one more in a row you are out of the match."
            ),
            more => {
                format!(
                    "Your time ran out in {called}, so your turn has passed. After {more} more in a row you are out of the match."
                )
            }
        };
        vec![Block::Lead(lead), Block::Link("See the match", self.link.as_str())]
    }

    fn reason(&self) -> &'static str {
        PLAYS
    }
}
