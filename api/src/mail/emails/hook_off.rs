//! A webhook was turned off, because all of its calls have failed for days.

use super::Email;
use crate::brief::clean::{line, name};
use crate::category::Category;
use crate::mail::sheet::Block;
use crate::mail::{Envelope, Link};

/// A webhook was turned off.
pub struct HookOff {
    /// The name of the reader.
    pub reader: String,
    /// The host that was called.
    pub host: String,
    /// The documentation of the operations on webhooks.
    pub link: Link,
}

impl Email for HookOff {
    fn category(&self) -> Option<Category> {
        Some(Category::Matches)
    }

    fn of_a_match(&self) -> bool {
        false
    }

    fn subject(&self) -> String {
        "A webhook of yours is off".to_owned()
    }

    fn blocks(&self, _: &Envelope) -> Vec<Block<'_>> {
        let (reader, host) = (name(&self.reader), line(&self.host));
        vec![
            Block::Lead(format!("Your webhook at {host} is off, {reader}: no call of it has succeeded for five days.")),
            Block::words("To have it again, remove it and make another one."),
            Block::Button("Operations on webhooks", self.link.as_str()),
        ]
    }

    fn reason(&self) -> &'static str {
        "You have made a webhook on Turnpost."
    }
}
