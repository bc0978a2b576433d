//! The end of a proposal.

use chrono_tz::Tz;

use super::Email;
use crate::brief::{ProposalEnd, Proposed, Table};
use crate::mail::sheet::Block;
use crate::mail::{Envelope, Link};

/// The end of a proposal: all players agreed, one declined, or it ended for another reason.
pub struct ProposalAnswered {
    /// The match.
    pub table: Table,
    /// The page of the match.
    pub link: Link,
    /// The name of the proposer.
    pub proposer: String,
    /// The effect that was proposed.
    pub proposed: Proposed,
    /// The end.
    pub end: ProposalEnd,
    /// The reader's time zone.
    pub zone: Tz,
}

impl Email for ProposalAnswered {
    fn subject(&self) -> String {
        self.table.subject(match (&self.end, self.proposed) {
            (ProposalEnd::Agreed(_), Proposed::Pause(_)) => "Clocks paused",
            (ProposalEnd::Agreed(_), Proposed::Extension(_)) => "More time",
            (ProposalEnd::Declined(_) | ProposalEnd::Withdrawn | ProposalEnd::Expired, Proposed::Pause(_)) => {
                "No pause"
            }
            (ProposalEnd::Declined(_) | ProposalEnd::Withdrawn | ProposalEnd::Expired, Proposed::Extension(_)) => {
                "No extra time"
            }
        })
    }

    fn blocks(&self, envelope: &Envelope) -> Vec<Block<'_>> {
        let ProposalAnswered { table, proposer, proposed, end, zone, .. } = self;
        vec![
            Block::Lead(proposed.end(end, proposer, &table.called(), *zone, envelope.date)),
            Block::Link("See the match", self.link.as_str()),
        ]
    }
}
