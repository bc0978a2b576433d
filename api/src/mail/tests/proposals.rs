//! Emails about proposals to test with.

use chrono::TimeDelta;
use engine::Span;

use super::sample::{Taste, link, now, table};
use crate::brief::{ProposalEnd, Proposed};
use crate::mail::{Email, Proposal, ProposalAnswered};

fn proposal(taste: Taste, proposed: Proposed, unclear: Option<&str>) -> Proposal {
    Proposal {
        table: table(taste),
        link: link("/proposals/0197b2a0"),
        proposer: taste.names[1].to_owned(),
        proposed,
        agreed: vec![taste.names[1].to_owned()],
        until: now() + TimeDelta::days(7),
        zone: chrono_tz::Europe::Berlin,
        unclear: unclear.map(str::to_owned),
    }
}

fn proposal_answered(taste: Taste, proposed: Proposed, end: ProposalEnd) -> ProposalAnswered {
    let (table, link, proposer) = (table(taste), link("/m/0197b2a0"), taste.names[1].to_owned());
    ProposalAnswered { table, link, proposer, proposed, end, zone: chrono_tz::Europe::Berlin }
}

/// Every kind of email about a proposal.
pub(super) fn emails(taste: Taste) -> Vec<(&'static str, Box<dyn Email>)> {
    let (pause, extension) = (Proposed::Pause(Span::days(7)), Proposed::Extension(Span::seconds(36 * 3600)));
    let declined = ProposalEnd::Declined(taste.names[2].to_owned());
    vec![
        ("proposal", Box::new(proposal(taste, pause, None))),
        ("proposal-of-time", Box::new(proposal(taste, extension, None))),
        ("proposal-unclear", Box::new(proposal(taste, pause, Some(taste.words)))),
        ("proposal-agreed", Box::new(proposal_answered(taste, pause, ProposalEnd::Agreed(now())))),
        ("proposal-of-time-agreed", Box::new(proposal_answered(taste, extension, ProposalEnd::Agreed(now())))),
        ("proposal-declined", Box::new(proposal_answered(taste, pause, declined))),
        ("proposal-withdrawn", Box::new(proposal_answered(taste, pause, ProposalEnd::Withdrawn))),
        ("proposal-expired", Box::new(proposal_answered(taste, extension, ProposalEnd::Expired))),
    ]
}
