//! Proposals to pause the clocks of a match, or to give them more time, in words.

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use engine::Span;

use super::clean::name;
use super::moment;

/// The effect of a proposal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proposed {
    /// All clocks stand still for this time.
    Pause(Span),
    /// Every clock that runs has this much more time.
    Extension(Span),
}

/// The end of a proposal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProposalEnd {
    /// All have agreed at this time.
    Agreed(DateTime<Utc>),
    /// The player of this name did not agree.
    Declined(String),
    /// The proposer has taken it back.
    Withdrawn,
    /// Not all have agreed in time.
    Expired,
}

impl Proposed {
    /// The proposal in a sentence: `Anna proposes a pause of 7 days in Magma: spring cup: all clocks ...`.
    pub fn words(self, proposer: &str, called: &str) -> String {
        let proposer = name(proposer);
        match self {
            Proposed::Pause(length) => format!(
                "{proposer} proposes a pause of {} in {called}: all clocks stand still from the moment at which all players agree.",
                length.in_words()
            ),
            Proposed::Extension(length) => format!(
                "{proposer} proposes more time in {called}: every clock that runs when all players have agreed gets {} more.",
                length.in_words()
            ),
        }
    }

    /// The end of the proposal in sentences, with times in this zone.
    pub fn end(self, end: &ProposalEnd, proposer: &str, called: &str, zone: Tz, now: DateTime<Utc>) -> String {
        let what = match self {
            Proposed::Pause(length) => format!("a pause of {}", length.in_words()),
            Proposed::Extension(length) => format!("{} more time", length.in_words()),
        };
        match (end, self) {
            (ProposalEnd::Agreed(at), Proposed::Pause(length)) => {
                let until = *at + chrono::TimeDelta::milliseconds(i64::try_from(length.0).unwrap_or(0));
                format!("All have agreed: the clocks of {called} stand still until {}.", moment(until, zone, now))
            }
            (ProposalEnd::Agreed(_), Proposed::Extension(length)) => {
                format!("All have agreed: the clocks that ran in {called} have {} more.", length.in_words())
            }
            (ProposalEnd::Declined(by), _) => {
                format!("{} does not agree to {what} in {called}. The clocks run on.", name(by))
            }
            (ProposalEnd::Withdrawn, _) => {
                format!("{} has taken back the proposal of {what} in {called}. The clocks run on.", name(proposer))
            }
            (ProposalEnd::Expired, _) => {
                format!("Not all players have agreed to {what} in {called} within 7 days. The clocks run on.")
            }
        }
    }
}
