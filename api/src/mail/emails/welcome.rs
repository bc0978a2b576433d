//! A person without an account wrote to the standing address: the question whether to make one.

use super::{Email, YES_OR_NO};
use crate::brief::clean::tame;
use crate::mail::Envelope;
use crate::mail::sheet::Block;

/// The question whether to make an account. Its reader may be a stranger in whose name another person wrote.
pub struct Welcome {
    /// The commands of the message, as words of the server.
    pub commands: Vec<&'static str>,
    /// True if the question was answered with something else than yes or no.
    pub is_unclear: bool,
    /// The names of the games.
    pub games: Vec<&'static str>,
}

impl Email for Welcome {
    fn subject(&self) -> String {
        "Play on Turnpost by email?".to_owned()
    }

    fn mark(&self) -> Option<&'static str> {
        Some(YES_OR_NO)
    }

    fn blocks(&self, _: &Envelope) -> Vec<Block<'_>> {
        let then = match &self.commands[..] {
            [] => String::new(),
            commands => format!(" The server then answers your command: {}.", tame(&commands.join(", "))),
        };
        let games = self.games.join(", ");
        let unclear = if self.is_unclear { "Your reply says neither yes nor no. " } else { "" };
        vec![
            Block::Lead(format!("{unclear}Reply with yes on the first line, and with your name on the second.")),
            Block::words(format!("That makes an account for this address.{then}")),
            Block::words(format!(
                "Turnpost runs long games by email: you get one when it is your turn, and reply with your move. The games are: {games}."
            )),
            Block::words(
                "If you did not write to this server, ignore this email. If you reply with no, it never writes to you again.",
            ),
        ]
    }

    fn reason(&self) -> &'static str {
        "Someone wrote to Turnpost from this address."
    }
}
