//! The events of a match and their stories.

use serde::{Deserialize, Serialize};

use super::Ending;
use crate::chair::Names;
use crate::game::Leaving;
use crate::notation::Name;
use crate::seat::Seat;

/// Something that happened in a match of Magma.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "each is told in words below")]
pub enum Event {
    Moved { seat: Seat, from: Name, to: Name },
    Entered { seat: Seat, to: Name },
    Passed { seat: Seat },
    Agreed { seat: Seat },
    Disagreed { seat: Seat },
    SandOut { seat: Seat },
    PenaltyDue { by: Seat, of: Seat },
    Removed { by: Seat, of: Seat, from: Name },
    Spared { by: Seat, of: Seat },
    SparedByTime { by: Seat, of: Seat },
    Called { seat: Seat },
    TimerStarted { seat: Seat },
    Left { seat: Seat, why: Leaving },
    Ended { ending: Ending },
}

impl Event {
    pub(super) fn tell(&self, names: &Names) -> String {
        match *self {
            Event::Moved { seat, from, to } => format!("{} moved {from} to {to}.", &names[seat]),
            Event::Entered { seat, to } => format!("{} put a piece in play on {to}.", &names[seat]),
            Event::Passed { seat } => format!("{} passed.", &names[seat]),
            Event::Agreed { seat } => format!("{} agrees to end the match.", &names[seat]),
            Event::Disagreed { seat } => format!("{} no longer agrees to end the match.", &names[seat]),
            Event::SandOut { seat } => format!("The sand of {} ran out; the turn is over.", &names[seat]),
            Event::PenaltyDue { by, of } => format!("{} may remove a piece of {} or spare it.", &names[by], &names[of]),
            Event::Removed { by, of, from } => format!("{} removed the piece of {} on {from}.", &names[by], &names[of]),
            Event::Spared { by, of } => format!("{} spared {}.", &names[by], &names[of]),
            Event::SparedByTime { by, of } => {
                format!("{} did not decide in time; {} is spared.", &names[by], &names[of])
            }
            Event::Called { seat } => format!("{} called magma.", &names[seat]),
            Event::TimerStarted { seat } => format!("The timer runs: {} has half the sand.", &names[seat]),
            Event::Left { seat, why: Leaving::Resigned } => format!("{} resigned.", &names[seat]),
            Event::Left { seat, why: Leaving::Forfeited } => format!("{} ran out of time and is out.", &names[seat]),
            Event::Left { seat, why: Leaving::Lapsed } => format!("{} let the turn lapse.", &names[seat]),
            Event::Ended { ending: Ending::AllPassed } => {
                "All players have passed in sequence: the match is over.".to_owned()
            }
            Event::Ended { ending: Ending::Agreed } => "All present players agree: the match is over.".to_owned(),
            Event::Ended { ending: Ending::LastSide } => "Only one side is left: the match is over.".to_owned(),
            Event::Ended { ending: Ending::Rounds } => "The last round is played: the match is over.".to_owned(),
        }
    }
}
