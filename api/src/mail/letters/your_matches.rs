//! The matches that wait for the reader, as a list.

use super::Letter;
use crate::brief::Deadline;
use crate::brief::clean::name;
use crate::category::Category;
use crate::mail::sheet::Block;
use crate::mail::{Envelope, Link};

/// The matches that wait for the reader.
pub struct YourMatches {
    /// The name of the reader.
    pub reader: String,
    /// The matches that wait, the most urgent first.
    pub waiting: Vec<WaitingMatch>,
    /// The number of matches that wait and are not listed.
    pub more: usize,
    /// The number of running matches that wait for others.
    pub others: usize,
}

/// A match that waits for the reader.
pub struct WaitingMatch {
    /// What is wanted, in a sentence.
    pub wanted: String,
    /// The deadline, if the clock runs.
    pub deadline: Option<Deadline>,
    /// The page to move on.
    pub link: Link,
}

impl Letter for YourMatches {
    /// None: the reader has asked for it.
    fn category(&self) -> Option<Category> {
        None
    }

    fn of_a_match(&self) -> bool {
        false
    }

    fn subject(&self) -> String {
        "Your matches".to_owned()
    }

    fn blocks(&self, envelope: &Envelope) -> Vec<Block<'_>> {
        let reader = name(&self.reader);
        let number = self.waiting.len() + self.more;
        let others = match self.others {
            0 => "",
            1 => " Another one waits for others.",
            _ => " The others wait for other players.",
        };
        let mut blocks = vec![Block::Lead(match number {
            0 => format!("No match waits for you, {reader}.{others}"),
            1 => format!("A match waits for you, {reader}.{others}"),
            more => format!("{more} matches wait for you, {reader}.{others}"),
        })];
        for waiting in &self.waiting {
            blocks.push(Block::words(waiting.wanted.clone()));
            blocks.extend(waiting.deadline.map(|deadline| Block::words(deadline.words(envelope.date))));
            blocks.push(Block::Button("Move here", waiting.link.as_str()));
        }
        if self.more > 0 {
            blocks.push(Block::words(format!("{} more wait; ask again when you have moved in these.", self.more)));
        }
        blocks
    }

    fn reason(&self) -> &'static str {
        "This address was entered on Turnpost to get these links again."
    }
}
