//! Proposals to pause the clocks of a match, or to give them more time, in words.

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use engine::Span;

use super::clean::name;
use super::moment;

/// The effect of a proposal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proposed {
    /// All clocks are paused for this time.
    Pause(Span),
    /// Every running clock has this much more time.
    Extension(Span),
}

/// The end of a proposal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProposalEnd {
    /// All players agreed at this time.
    Agreed(DateTime<Utc>),
    /// The player of this name declined.
    Declined(String),
    /// The proposer withdrew it.
    Withdrawn,
    /// Not all players agreed in time.
    Expired,
}

impl Proposed {
    /// The proposal in a sentence: `Anna proposes a pause of 7 days in Magma: spring cup: all clocks ...`.
    pub fn words(self, proposer: &str, called: &str) -> String {
        let proposer = name(proposer);
        match self {
            Proposed::Pause(length) => format!(
                "{proposer} proposes a pause of {} in {called}: all clocks stop as soon as all players agree.",
                length.in_words()
            ),
            Proposed::Extension(length) => format!(
                "{proposer} proposes {} of extra time in {called}, for every clock that is running when all players have agreed.",
                length.in_words()
            ),
        }
    }

    /// The end of the proposal in sentences, with times in this zone.
    pub fn end(self, end: &ProposalEnd, proposer: &str, called: &str, zone: Tz, now: DateTime<Utc>) -> String {
        let what = match self {
            Proposed::Pause(length) => format!("a pause of {}", length.in_words()),
            Proposed::Extension(length) => format!("{} of extra time", length.in_words()),
        };
        match (end, self) {
            (ProposalEnd::Agreed(at), Proposed::Pause(length)) => {
                let until = *at + chrono::TimeDelta::milliseconds(i64::try_from(length.0).unwrap_or(0));
                format!("All players agreed: the clocks of {called} are paused until {}.", moment(until, zone, now))
            }
            (ProposalEnd::Agreed(_), Proposed::Extension(length)) => {
                format!("All players agreed: the running clocks of {called} have {} of extra time.", length.in_words())
            }
            (ProposalEnd::Declined(by), _) => {
                format!("{} declined {what} in {called}. The clocks keep running.", name(by))
            }
            (ProposalEnd::Withdrawn, _) => {
                format!("{} withdrew the proposal for {what} in {called}. The clocks keep running.", name(proposer))
            }
            (ProposalEnd::Expired, _) => {
                format!("Not all players agreed to {what} in {called} within 7 days. The clocks keep running.")
            }
        }
    }
}
