//! In place of a code: the reader has no account and may not make one.

use super::Email;
use crate::category::Category;
use crate::mail::Envelope;
use crate::mail::sheet::Block;

/// The reader has no account, and the server takes no new ones but of people who are invited or known to the host.
pub struct RegistrationClosed {
    /// The address of the host, if the host tells one.
    pub host: Option<String>,
}

impl Email for RegistrationClosed {
    fn category(&self) -> Option<Category> {
        None
    }

    fn of_a_match(&self) -> bool {
        false
    }

    fn subject(&self) -> String {
        "You have no account on this Turnpost server".to_owned()
    }

    fn blocks(&self, _: &Envelope) -> Vec<Block<'_>> {
        let ask = match &self.host {
            Some(host) => format!("Ask a player to invite this address to a match, or write to the host: {host}."),
            None => "Ask a player to invite this address to a match, or ask the host.".to_owned(),
        };
        vec![
            Block::Lead(
                "This address has no account here, and the server does not take everyone as a new player.".to_owned(),
            ),
            Block::words(ask),
            Block::words("Do you have an account with another address? Then sign in with that one."),
            Block::words("Was it not you? Then your address was probably typed by mistake, and you need do nothing."),
        ]
    }

    fn reason(&self) -> &'static str {
        "This address was entered to sign in to Turnpost."
    }
}
