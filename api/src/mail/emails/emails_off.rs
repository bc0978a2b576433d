//! Emails of a category are off: the last one of them.

use super::Email;
use crate::brief::clean::name;
use crate::category::Category;
use crate::mail::sheet::Block;
use crate::mail::{Envelope, Link};

/// Emails of a category are off.
pub struct EmailsOff {
    /// The name of the reader.
    pub reader: String,
    /// The category.
    pub category: Category,
    /// The number of running matches of the reader.
    pub matches: usize,
    /// A page with a button that turns them on again.
    pub link: Link,
}

impl Email for EmailsOff {
    /// None: the reader has asked for it.
    fn category(&self) -> Option<Category> {
        None
    }

    fn of_a_match(&self) -> bool {
        false
    }

    fn subject(&self) -> String {
        format!("Emails about {} are off", self.category.words())
    }

    fn blocks(&self, _: &Envelope) -> Vec<Block<'_>> {
        let go_on = match self.matches {
            0 => String::new(),
            1 => " Your match runs on, and so does its clock.".to_owned(),
            more => format!(" Your {more} matches run on, and so do their clocks."),
        };
        let (reader, about) = (name(&self.reader), self.category.words());
        vec![
            Block::Lead(format!("You get no more emails about {about}, {reader}.{go_on}")),
            Block::Button("Turn them on again", self.link.as_str()),
        ]
    }

    fn reason(&self) -> &'static str {
        "You have turned emails off on Turnpost. This is the last one of them."
    }
}
