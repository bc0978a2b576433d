//! In place of a code: the account of the reader is blocked.

use super::{ENTERED, Email};
use crate::mail::Envelope;
use crate::mail::sheet::Block;

/// The account of the reader is blocked, so there is no code to sign in with.
pub struct AccountBlocked {
    /// The address of the host, if the host tells one.
    pub host: Option<String>,
}

impl Email for AccountBlocked {
    fn subject(&self) -> String {
        "Your Turnpost account is blocked".to_owned()
    }

    fn blocks(&self, _: &Envelope) -> Vec<Block<'_>> {
        let ask = match &self.host {
            Some(host) => format!("Write to {host} to ask why."),
            None => "Ask the host why.".to_owned(),
        };
        vec![
            Block::Lead("You cannot sign in: the host of this server blocked your account.".to_owned()),
            Block::words(ask),
            Block::words("Your matches and their clocks keep running, but you get no emails about them."),
        ]
    }

    fn reason(&self) -> &'static str {
        ENTERED
    }
}
