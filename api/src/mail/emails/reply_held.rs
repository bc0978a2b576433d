//! A reply came from another address than that of the reader.

use super::Email;
use crate::brief::Table;
use crate::brief::clean::line;
use crate::mail::sheet::Block;
use crate::mail::{Envelope, Link};

/// A reply came from another address; nothing was played.
pub struct ReplyHeld {
    /// The match.
    pub table: Table,
    /// The first line of the reply.
    pub line: String,
    /// The page of the turn, with that line filled in; the page of the match if the turn is over.
    pub link: Link,
}

impl Email for ReplyHeld {
    fn subject(&self) -> String {
        self.table.subject("Not played")
    }

    fn blocks(&self, _: &Envelope) -> Vec<Block<'_>> {
        let (called, line) = (self.table.called(), line(&self.line));
        vec![
            Block::Lead(format!(
                "Someone replied to your email about {called} from another address. Nothing was played."
            )),
            Block::words("The reply began:"),
            Block::Mistake(line, None),
            Block::Button("If it was you, play it here", self.link.as_str()),
            Block::words(
                "If it wasn't you, someone else has seen your email. The server plays only replies from the address of your account.",
            ),
        ]
    }
}
