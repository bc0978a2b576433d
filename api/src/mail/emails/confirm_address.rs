//! A question to one of the two addresses of an account that is to move.

use chrono::TimeDelta;

use super::Email;
use crate::brief::clean::line;
use crate::brief::span;
use crate::category::Category;
use crate::mail::sheet::Block;
use crate::mail::{Envelope, Link};

/// A question to one of the two addresses of an account that is to move.
pub struct ConfirmAddress {
    /// The address it is to move to; named only in the email to the old one.
    pub new: String,
    /// True if this email goes to the new address. Then it names neither the account nor the old address: its reader may be
    /// a stranger.
    pub at_new: bool,
    /// A page with a button that confirms.
    pub link: Link,
    /// The lifetime of the link.
    pub valid_for: TimeDelta,
}

impl Email for ConfirmAddress {
    fn category(&self) -> Option<Category> {
        None
    }

    fn of_a_match(&self) -> bool {
        false
    }

    fn subject(&self) -> String {
        let subject =
            if self.at_new { "Is this your address?" } else { "Your Turnpost account is to move to another address" };
        subject.to_owned()
    }

    fn blocks(&self, _: &Envelope) -> Vec<Block<'_>> {
        let valid = span(self.valid_for);
        let (lead, not_you) = if self.at_new {
            (
                "Please confirm that emails from Turnpost may go to this address.".to_owned(),
                "Was it not you? Then your address was probably typed by mistake, and you need do nothing: no more emails will come.",
            )
        } else {
            // Not tamed like a name: the owner has to see exactly which address it is.
            (
                format!("Please confirm that your Turnpost account moves to {}.", line(&self.new)),
                "Was it not you? Do not confirm, and the account stays at this address. But another person is signed in as you: end the \
                 sessions that you do not know (GET and DELETE /v1/me/sessions).",
            )
        };
        vec![
            Block::Lead(lead),
            Block::Button("Confirm", self.link.as_str()),
            Block::words(format!(
                "The page works for {valid}. The account moves once both addresses, old and new, have confirmed."
            )),
            Block::words(not_you),
        ]
    }

    fn reason(&self) -> &'static str {
        "A request was made to move a Turnpost account to another address."
    }
}
