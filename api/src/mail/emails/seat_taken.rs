//! Another person has taken a seat that was offered.

use super::Email;
use crate::brief::Table;
use crate::brief::clean::name;
use crate::mail::sheet::Block;
use crate::mail::{Envelope, Link};

/// Another person has taken a seat that was offered.
pub struct SeatTaken {
    /// The match.
    pub table: Table,
    /// The new player.
    pub player: String,
    /// The player before; `None` if it is the reader.
    pub before: Option<String>,
    /// The page of the match, if the reader may see it.
    pub link: Option<Link>,
}

impl Email for SeatTaken {
    fn subject(&self) -> String {
        self.table.subject("Seat taken")
    }

    fn blocks(&self, _: &Envelope) -> Vec<Block<'_>> {
        let (called, player) = (self.table.called(), name(&self.player));
        let lead = match self.before.as_deref().map(name) {
            Some(before) => format!("{player} replaces {before} in {called}."),
            None => {
                format!("{player} took your seat in {called}. You are no longer in the match.")
            }
        };
        let link = self.link.as_ref().map(|link| Block::Link("See the match", link.as_str()));
        [Block::Lead(lead)].into_iter().chain(link).collect()
    }

    fn reason(&self) -> &'static str {
        "You play or played in this match on Turnpost, or created it."
    }
}
