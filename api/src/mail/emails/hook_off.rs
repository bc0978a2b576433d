//! A webhook was disabled, because all deliveries have failed for days.

use super::Email;
use crate::brief::clean::{line, name};
use crate::mail::sheet::Block;
use crate::mail::{Envelope, Link};

/// A webhook was disabled.
pub struct HookOff {
    /// The name of the reader.
    pub reader: String,
    /// The host that was called.
    pub host: String,
    /// The documentation of the operations on webhooks.
    pub link: Link,
}

impl Email for HookOff {
    fn subject(&self) -> String {
        "Your webhook was disabled".to_owned()
    }

    fn blocks(&self, _: &Envelope) -> Vec<Block<'_>> {
        let (reader, host) = (name(&self.reader), line(&self.host));
        vec![
            Block::Lead(format!("Your webhook at {host} was disabled, {reader}: every delivery failed for five days.")),
            Block::words("To re-enable it, delete it and create a new one."),
            Block::Button("See the documentation of webhooks", self.link.as_str()),
        ]
    }

    fn reason(&self) -> &'static str {
        "You created a webhook on Turnpost."
    }
}
