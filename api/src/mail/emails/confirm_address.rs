//! A question to one of the two addresses of an account that is to move.

use chrono::TimeDelta;

use super::Email;
use crate::brief::clean::line;
use crate::brief::span;
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
    fn subject(&self) -> String {
        let subject =
            if self.at_new { "Confirm your email address" } else { "Confirm the new address of your Turnpost account" };
        subject.to_owned()
    }

    fn blocks(&self, _: &Envelope) -> Vec<Block<'_>> {
        let valid = span(self.valid_for);
        let (lead, not_you) = if self.at_new {
            (
                "Please confirm that you want emails from Turnpost at this address.".to_owned(),
                "If you didn't ask for this, ignore this email: someone probably mistyped their address. You won't get more emails.",
            )
        } else {
            // Not tamed like a name: the owner has to see exactly which address it is.
            (
                format!("Please confirm the new email address of your Turnpost account: {}.", line(&self.new)),
                "If it wasn't you, don't confirm, and your account keeps this address. But someone else is signed in as you: sign out \
                 everywhere on your account page.",
            )
        };
        vec![
            Block::Lead(lead),
            Block::Button("Confirm", self.link.as_str()),
            Block::words(format!(
                "The link is valid for {valid}. The address changes when both the old and the new one are confirmed."
            )),
            Block::words(not_you),
        ]
    }

    fn reason(&self) -> &'static str {
        "Someone asked to change the email address of a Turnpost account."
    }
}
