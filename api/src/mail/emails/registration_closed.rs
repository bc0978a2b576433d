//! In place of a code: the reader has no account and may not create one.

use super::{ENTERED, Email};
use crate::mail::Envelope;
use crate::mail::sheet::Block;

/// The reader has no account, and the server accepts only new players who are invited or known to the host.
pub struct RegistrationClosed {
    /// The address of the host, if the host tells one.
    pub host: Option<String>,
}

impl Email for RegistrationClosed {
    fn subject(&self) -> String {
        "You have no account on this Turnpost server".to_owned()
    }

    fn blocks(&self, _: &Envelope) -> Vec<Block<'_>> {
        let ask = match &self.host {
            Some(host) => format!("Ask a player to invite this address to a match, or write to the host: {host}."),
            None => "Ask a player to invite this address to a match, or ask the host.".to_owned(),
        };
        vec![
            Block::Lead("You need an invitation to join this server: this address has no account here.".to_owned()),
            Block::words(ask),
            Block::words("If you have an account with another email address, sign in with that one."),
            Block::words("If you didn't try to sign in, ignore this email: someone probably mistyped their address."),
        ]
    }

    fn reason(&self) -> &'static str {
        ENTERED
    }
}
