//! A code and a link to sign in with.

use chrono::TimeDelta;

use super::{ENTERED, Email};
use crate::brief::clean::line;
use crate::brief::span;
use crate::mail::sheet::Block;
use crate::mail::{Envelope, Link};

/// A code and a link to sign in with. It is the same email whether there is an account or not.
pub struct SignIn {
    /// The code to type.
    pub code: String,
    /// A page with a button that signs in.
    pub link: Link,
    /// The lifetime of both.
    pub valid_for: TimeDelta,
}

impl Email for SignIn {
    /// Without the code: subjects, unlike bodies, are written to the logs of every server on the way. The code is the first
    /// thing in the body instead, so a phone still shows it.
    fn subject(&self) -> String {
        "Your Turnpost sign-in code".to_owned()
    }

    fn blocks(&self, _: &Envelope) -> Vec<Block<'_>> {
        let valid = span(self.valid_for);
        vec![
            Block::Code("Your Turnpost code:", line(&self.code)),
            Block::words(format!("Enter it where you started to sign in. It works once, for {valid}.")),
            Block::Button("Or sign in on this page", self.link.as_str()),
            Block::words(
                "If you didn't ask for this code, ignore this email: someone probably mistyped their address, and they can't sign in \
                 without the code. Don't give it to anyone. We never ask for it.",
            ),
        ]
    }

    fn reason(&self) -> &'static str {
        ENTERED
    }
}
