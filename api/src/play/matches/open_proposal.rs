//! The time for which a proposal is open.

use chrono::{DateTime, Duration, Utc};

use crate::db::proposals::ProposalRow;
use crate::play::ProposalAnswer;

/// A proposal expires after this time.
const LIFE: Duration = Duration::days(7);

/// Returns the time at which a proposal expires if not all have agreed.
pub fn expires_at(proposal: &ProposalRow) -> DateTime<Utc> {
    proposal.created_at.checked_add_signed(LIFE).unwrap_or(DateTime::<Utc>::MAX_UTC)
}

/// Returns the answer to a proposal at this time: as it is stored, or that it has expired; none while it is open.
pub fn answer_at(proposal: &ProposalRow, now: DateTime<Utc>) -> Option<ProposalAnswer> {
    proposal.answer.or((expires_at(proposal) <= now).then_some(ProposalAnswer::Expired))
}
