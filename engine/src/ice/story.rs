//! The events of a match and their stories.

use serde::{Deserialize, Serialize};

use super::chips::Chip;
use super::spaces::Size;
use crate::chair::Names;
use crate::game::Leaving;
use crate::notation::Name;
use crate::seat::{MAX_SEATS, Seat};

/// Something that happened in a match of the Ice Machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "each is told in words below")]
pub enum Event {
    Drew {
        seat: Seat,
        chip: Chip,
    },
    TookOver {
        seat: Seat,
        chip: Chip,
    },
    Placed {
        seat: Seat,
        chip: Chip,
        at: Name,
    },
    Laid,
    AllPlaced,
    Ready {
        seat: Seat,
    },
    /// The spaces of each seat's first two pyramids.
    Started {
        at: [Option<[Name; 2]>; MAX_SEATS as usize],
    },
    Begins {
        seat: Seat,
    },
    Stepped {
        seat: Seat,
        from: Name,
        to: Name,
        size: Size,
    },
    Jumped {
        seat: Seat,
        from: Name,
        to: Name,
        size: Size,
    },
    Grew {
        seat: Seat,
        at: Name,
        to: Size,
    },
    Spawned {
        seat: Seat,
        at: Name,
    },
    Passed {
        seat: Seat,
    },
    CannotAct {
        seat: Seat,
    },
    Left {
        seat: Seat,
        why: Leaving,
    },
    Ended {
        ending: Ending,
    },
}

/// The way in which a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// This seat has five large pyramids on the board (D21).
    FiveLarges(Seat),
    /// All present players passed in one run (D8).
    AllPassed,
    /// No player can do anything but pass (D8).
    Stuck,
    /// The last round was played (D28).
    Rounds,
    /// All seats but one left (D25).
    LastSeat,
    /// The clocks of all remaining seats ran out at one instant (D29).
    AllLeft,
}

impl Event {
    pub(super) fn tell(&self, names: &Names) -> String {
        match *self {
            Event::Drew { seat, chip: Chip::NEUTRAL } => {
                format!("{} drew the neutral chip and will make the first move.", &names[seat])
            }
            Event::Drew { seat, chip } => format!("{} drew {}.", &names[seat], chip.words()),
            Event::TookOver { seat, chip } => format!("{} has to place {} instead.", &names[seat], chip.words()),
            Event::Placed { seat, chip, at } => format!("{} placed {} on {at}.", &names[seat], chip.words()),
            Event::Laid => "All chips were laid at random.".to_owned(),
            Event::AllPlaced => {
                "All chips are on the board: each player now chooses in secret where to start.".to_owned()
            }
            Event::Ready { seat } => format!("{} has chosen where to start.", &names[seat]),
            Event::Started { at } => {
                let starts = Seat::all(MAX_SEATS).zip(at).filter_map(|(seat, at)| Some((seat, at?)));
                let listed = starts.map(|(seat, [one, other])| match one == other {
                    true => format!("{} two on {one}", &names[seat]),
                    false => format!("{} on {one} and {other}", &names[seat]),
                });
                format!("The first pyramids, all small: {}.", listed.collect::<Vec<_>>().join("; "))
            }
            Event::Begins { seat } => format!("{} moves first.", &names[seat]),
            Event::Stepped { seat, from, to, size } => {
                format!("{} moved a {} pyramid from {from} to {to}.", &names[seat], size.name())
            }
            Event::Jumped { seat, from, to, size } => {
                format!("{} teleported a {} pyramid from {from} to {to}.", &names[seat], size.name())
            }
            Event::Grew { seat, at, to } => {
                format!("{} grew a pyramid on {at} to {}.", &names[seat], to.name())
            }
            Event::Spawned { seat, at } => {
                format!("{} spawned a small pyramid beside the large one on {at}.", &names[seat])
            }
            Event::Passed { seat } => format!("{} passed.", &names[seat]),
            Event::CannotAct { seat } => format!("{} cannot act and passes.", &names[seat]),
            Event::Left { seat, why: Leaving::Resigned } => format!("{} resigned.", &names[seat]),
            Event::Left { seat, why: Leaving::Forfeited } => format!("{} ran out of time and is out.", &names[seat]),
            Event::Left { seat, why: Leaving::Lapsed } => format!("{} let the turn lapse.", &names[seat]),
            Event::Ended { ending: Ending::FiveLarges(seat) } => {
                format!("{} has five large pyramids on the board and wins.", &names[seat])
            }
            Event::Ended { ending: Ending::AllPassed } => {
                "All players have passed in sequence: the match is drawn.".to_owned()
            }
            Event::Ended { ending: Ending::Stuck } => "No player can act: the match is drawn.".to_owned(),
            Event::Ended { ending: Ending::Rounds } => "The last round is played: the match is over.".to_owned(),
            Event::Ended { ending: Ending::LastSeat } => "Only one player is left: the match is over.".to_owned(),
            Event::Ended { ending: Ending::AllLeft } => "No player is left: the match is drawn.".to_owned(),
        }
    }
}
