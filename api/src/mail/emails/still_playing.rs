//! No one has moved in a match without a clock for long.

use chrono::{DateTime, Utc};
use chrono_tz::Tz;

use super::{COMMAND, Email};
use crate::brief::{Table, moment};
use crate::mail::sheet::Block;
use crate::mail::{Envelope, Link, MARK};

/// No one has moved in a match without a clock for long.
pub struct StillPlaying {
    /// The match.
    pub table: Table,
    /// The number of days without a move.
    pub days: i64,
    /// The time at which the match ends if no player moves.
    pub until: DateTime<Utc>,
    /// The reader's time zone.
    pub zone: Tz,
    /// True if the reader is to move: the link is then that of the page on which to move, else that of the match.
    pub is_awaited: bool,
    /// The page.
    pub link: Link,
}

impl Email for StillPlaying {
    fn subject(&self) -> String {
        self.table.subject("Match idle")
    }

    fn mark(&self) -> Option<&'static str> {
        Some(if self.is_awaited { MARK } else { COMMAND })
    }

    fn blocks(&self, envelope: &Envelope) -> Vec<Block<'_>> {
        let (called, until) = (self.table.called(), moment(self.until, self.zone, envelope.date));
        let your_turn = if self.is_awaited { "It is your turn. " } else { "" };
        let lead = format!(
            "{your_turn}No one has moved in {called} for {} days. If no one moves by {until}, the match ends in a draw.",
            self.days
        );
        let link = if self.is_awaited {
            Block::Button("Move here", self.link.as_str())
        } else {
            Block::Link("See the match", self.link.as_str())
        };
        vec![Block::Lead(lead), link]
    }
}
