//! No player has moved in a match without a clock for long.

use chrono::{DateTime, Utc};
use chrono_tz::Tz;

use super::{Email, PLAYS};
use crate::brief::{Table, moment};
use crate::category::Category;
use crate::mail::sheet::Block;
use crate::mail::{Envelope, Link};

/// No player has moved in a match without a clock for long.
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
    fn category(&self) -> Option<Category> {
        Some(Category::Matches)
    }

    fn of_a_match(&self) -> bool {
        true
    }

    fn subject(&self) -> String {
        self.table.subject("Still playing?")
    }

    fn blocks(&self, envelope: &Envelope) -> Vec<Block<'_>> {
        let (called, until) = (self.table.called(), moment(self.until, self.zone, envelope.date));
        let lead = format!(
            "No player has moved in {called} for {} days. If none moves until {until}, the match ends as a draw.",
            self.days
        );
        let mut blocks = vec![Block::Lead(lead)];
        if self.is_awaited {
            blocks.push(Block::words("It is your turn.".to_owned()));
            blocks.push(Block::Button("Move here", self.link.as_str()));
        } else {
            blocks.push(Block::Link("See the match", self.link.as_str()));
        }
        blocks
    }

    fn reason(&self) -> &'static str {
        PLAYS
    }
}
