//! A proposal to pause the clocks of a match, or to give them more time.

use chrono::{DateTime, Utc};
use chrono_tz::Tz;

use super::{Email, YES_OR_NO};
use crate::brief::clean::{line, name};
use crate::brief::{Proposed, Table, moment};
use crate::mail::sheet::Block;
use crate::mail::{Envelope, Link};

/// A proposal to pause the clocks of a match, or to give them more time.
pub struct Proposal {
    /// The match.
    pub table: Table,
    /// A page with a button that agrees.
    pub link: Link,
    /// The name of the proposer.
    pub proposer: String,
    /// The effect.
    pub proposed: Proposed,
    /// The names of the players who have agreed.
    pub agreed: Vec<String>,
    /// The time at which it expires.
    pub until: DateTime<Utc>,
    /// The reader's time zone.
    pub zone: Tz,
    /// The line of the reader that was neither yes nor no, if this email is about one.
    pub unclear: Option<String>,
}

impl Email for Proposal {
    fn subject(&self) -> String {
        self.table.subject(match self.proposed {
            Proposed::Pause(_) => "Pause proposed",
            Proposed::Extension(_) => "More time proposed",
        })
    }

    fn mark(&self) -> Option<&'static str> {
        Some(YES_OR_NO)
    }

    fn blocks(&self, envelope: &Envelope) -> Vec<Block<'_>> {
        let mut blocks = vec![Block::Lead(self.proposed.words(&self.proposer, &self.table.called()))];
        if let Some(unclear) = &self.unclear {
            blocks.push(Block::words("This line is neither yes nor no:"));
            blocks.push(Block::Mistake(line(unclear), None));
        }
        let agreed: Vec<String> = self.agreed.iter().map(|player| name(player)).collect();
        blocks.push(Block::words(format!(
            "Agreed so far: {}. The proposal expires on {}, or when a player declines.",
            agreed.join(", "),
            moment(self.until, self.zone, envelope.date)
        )));
        blocks.push(Block::Button("Agree or decline here", self.link.as_str()));
        let by_email = if envelope.reply_to.is_some() { "Or reply with yes or no on the first line. " } else { "" };
        blocks.push(Block::words(format!("{by_email}The clocks keep running until all players agree.")));
        blocks
    }
}
