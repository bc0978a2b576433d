//! Emails to another player bounce.

use chrono::{DateTime, Utc};
use chrono_tz::Tz;

use super::Email;
use crate::brief::clean::name;
use crate::brief::{Table, moment};
use crate::mail::sheet::Block;
use crate::mail::{Envelope, Link};

/// Emails to another player bounce.
pub struct EmailsBounce {
    /// The match.
    pub table: Table,
    /// The page of the match.
    pub link: Link,
    /// The name of the other player.
    pub player: String,
    /// True if no more emails are sent to the other player.
    pub stopped: bool,
    /// The deadline of the other player, if it was moved in this turn and is known to the reader.
    pub until: Option<DateTime<Utc>>,
    /// The reader's time zone.
    pub zone: Tz,
}

impl Email for EmailsBounce {
    fn subject(&self) -> String {
        self.table.subject("Emails bounce")
    }

    fn blocks(&self, envelope: &Envelope) -> Vec<Block<'_>> {
        let (player, called) = (name(&self.player), self.table.called());
        let lead = if self.stopped {
            format!("{player} gets no more emails about {called} until they sign in, because emails to them bounced.")
        } else {
            format!("{player} may not know that it is their turn in {called}, because an email to them bounced.")
        };
        let mut blocks = vec![Block::Lead(lead)];
        blocks.push(Block::words(match self.until {
            Some(until) => {
                format!("{player} has more time for this turn, until {}.", moment(until, self.zone, envelope.date))
            }
            None => "The clocks keep running.".to_owned(),
        }));
        blocks.push(Block::words(format!("If you know {player}, please tell them.")));
        blocks.push(Block::Link("See the match", self.link.as_str()));
        blocks
    }
}
