//! The reader unsubscribed from a category of emails: the last one of them.

use super::{Email, START};
use crate::brief::clean::name;
use crate::category::Category;
use crate::mail::sheet::Block;
use crate::mail::{Envelope, Link};

/// The reader unsubscribed from a category of emails.
pub struct EmailsOff {
    /// The name of the reader.
    pub reader: String,
    /// The category.
    pub category: Category,
    /// The number of running matches of the reader.
    pub matches: usize,
    /// A page with a button that subscribes again.
    pub link: Link,
}

impl Email for EmailsOff {
    fn subject(&self) -> String {
        format!("You unsubscribed from emails about {}", self.category.words())
    }

    fn mark(&self) -> Option<&'static str> {
        Some(START)
    }

    fn blocks(&self, _: &Envelope) -> Vec<Block<'_>> {
        let running = match self.matches {
            0 => String::new(),
            1 => " Your match and its clock keep running.".to_owned(),
            more => format!(" Your {more} matches and their clocks keep running."),
        };
        let (reader, about) = (name(&self.reader), self.category.words());
        vec![
            Block::Lead(format!("You unsubscribed from emails about {about}, {reader}.{running}")),
            Block::Button("Subscribe again", self.link.as_str()),
        ]
    }

    fn reason(&self) -> &'static str {
        "You unsubscribed from these emails on Turnpost. This is the last one."
    }
}
