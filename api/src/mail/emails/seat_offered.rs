//! A seat is offered to others, because its player's time expired.

use chrono::{DateTime, Utc};
use chrono_tz::Tz;

use super::Email;
use crate::brief::clean::name;
use crate::brief::{Table, moment};
use crate::mail::sheet::Block;
use crate::mail::{Envelope, Link};

/// A seat is offered to others, because its player's time expired.
pub struct SeatOffered {
    /// The match.
    pub table: Table,
    /// The player; `None` if it is the reader.
    pub player: Option<String>,
    /// The time until which it is offered.
    pub until: DateTime<Utc>,
    /// The reader's time zone.
    pub zone: Tz,
    /// For the player the page on which to move, for others that of the match.
    pub link: Link,
}

impl Email for SeatOffered {
    fn subject(&self) -> String {
        self.table.subject(if self.player.is_some() { "Seat offered" } else { "Your seat is offered" })
    }

    fn blocks(&self, envelope: &Envelope) -> Vec<Block<'_>> {
        let (called, until) = (self.table.called(), moment(self.until, self.zone, envelope.date));
        let Some(player) = self.player.as_deref().map(name) else {
            return vec![
                Block::Lead(format!(
                    "Move now to keep your seat in {called}. Your time ran out, so the seat is offered to others until {until}. If \
                     one of them takes it, or if you don't move by then, you are out of the match."
                )),
                Block::Button("Move here", self.link.as_str()),
            ];
        };
        vec![
            Block::Lead(format!(
                "{player}'s time ran out in {called}, so their seat is offered to others until {until}."
            )),
            Block::words(format!(
                "If you know someone who would take over, invite them. {player} keeps the seat by moving before it is taken. If \
                 neither happens, {player} is out of the match."
            )),
            Block::Link("See the match", self.link.as_str()),
        ]
    }

    fn reason(&self) -> &'static str {
        "You play in this match on Turnpost, or created it."
    }
}
