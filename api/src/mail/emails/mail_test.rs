//! An email of the server to itself.

use super::Email;
use crate::category::Category;
use crate::mail::Envelope;
use crate::mail::sheet::Block;

/// An email of the server to itself, by which its host learns whether mail goes out and comes in.
pub struct MailTest;

impl Email for MailTest {
    /// None: its reader is the server.
    fn category(&self) -> Option<Category> {
        None
    }

    fn of_a_match(&self) -> bool {
        false
    }

    fn subject(&self) -> String {
        "Test of the mail of Turnpost".to_owned()
    }

    fn blocks(&self, _: &Envelope) -> Vec<Block<'_>> {
        vec![Block::Lead("The server has sent this email to itself. It needs no answer.".to_owned())]
    }

    fn reason(&self) -> &'static str {
        "The host of this server has run `turnpost doctor --mail`."
    }
}
