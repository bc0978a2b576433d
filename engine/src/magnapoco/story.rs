//! What happens in a match, and how it is told.

use serde::{Deserialize, Serialize};

use crate::chair::Names;
use crate::notation::Name;
use crate::seat::Seat;

/// The way in which a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// After the turn of this seat its stones were fewer than two groups (C4, C7).
    OneGroup(Seat),
    /// The board is full.
    Full,
    /// This seat left.
    Left(Seat),
}

/// Something that happened in a match of Magnapoco.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// A player put stones on the board.
    Placed {
        /// The player.
        seat: Seat,
        /// The space of the first stone.
        first: Name,
        /// The space of the second stone.
        second: Option<Name>,
    },
    /// A player exchanged the colours of all stones.
    Swapped {
        /// The player.
        seat: Seat,
    },
    /// A player left.
    Left {
        /// The player.
        seat: Seat,
        /// True if the clock ran out.
        by_clock: bool,
    },
    /// The match ended.
    Ended {
        /// The way in which it ended.
        ending: Ending,
    },
}

impl Event {
    /// The event as a sentence; nothing of it is hidden.
    pub(super) fn tell(self, names: &Names) -> String {
        match self {
            Event::Placed { seat, first, second: None } => format!("{} put a stone on {first}.", &names[seat]),
            Event::Placed { seat, first, second: Some(second) } => {
                format!("{} put stones on {first} and {second}.", &names[seat])
            }
            Event::Swapped { seat } => format!("{} swapped: all stones on the board changed colour.", &names[seat]),
            Event::Left { seat, by_clock: false } => format!("{} resigned.", &names[seat]),
            Event::Left { seat, by_clock: true } => format!("{} ran out of time.", &names[seat]),
            Event::Ended { ending: Ending::OneGroup(seat) } => {
                format!("The stones of {} are a single group, which loses the match.", &names[seat])
            }
            Event::Ended { ending: Ending::Full } => "The board is full: the groups are compared.".to_owned(),
            Event::Ended { ending: Ending::Left(seat) } => format!("{} has lost the match.", &names[seat]),
        }
    }
}
