//! To the creator of a match: a player whose time expired hasn't moved since.

use super::{Email, IDLE, next_turns};
use crate::brief::Table;
use crate::brief::clean::name;
use crate::mail::sheet::Block;
use crate::mail::{Envelope, Link};

/// A player whose time expired hasn't moved since.
pub struct SeatIdle {
    /// The match.
    pub table: Table,
    /// The page of the match.
    pub link: Link,
    /// The player's name.
    pub player: String,
    /// The number of days since the time expired first.
    pub days: i64,
    /// The number of further lapses in a row after which the player is out of the match.
    pub left: u8,
}

impl Email for SeatIdle {
    fn subject(&self) -> String {
        self.table.subject(&format!("{}{IDLE}", name(&self.player)))
    }

    fn blocks(&self, _: &Envelope) -> Vec<Block<'_>> {
        let (player, called) = (name(&self.player), self.table.called());
        let lead = format!("{player} hasn't moved in {called} since their time ran out {} days ago.", self.days);
        let next = format!("If it also runs out on {}, {player} is out of the match.", next_turns("their", self.left));
        vec![Block::Lead(lead), Block::words(next), Block::Link("See the match", self.link.as_str())]
    }

    fn reason(&self) -> &'static str {
        "You created this match on Turnpost."
    }
}
