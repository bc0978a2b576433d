//! An email of the server to itself.

use super::Email;
use crate::mail::Envelope;
use crate::mail::sheet::Block;

/// An email of the server to itself, by which its host learns whether email goes out and comes in.
pub struct MailTest;

impl Email for MailTest {
    fn subject(&self) -> String {
        "Turnpost email test".to_owned()
    }

    fn blocks(&self, _: &Envelope) -> Vec<Block<'_>> {
        vec![Block::Lead("The server sent this email to itself. Please don't reply.".to_owned())]
    }

    fn reason(&self) -> &'static str {
        "The host of this server ran `turnpost doctor --mail`."
    }
}
