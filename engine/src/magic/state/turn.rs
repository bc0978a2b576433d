//! The turn in progress, and the stages of a match (R3, section 3).

use serde::{Deserialize, Serialize};

use super::is_default;
use crate::magic::notation::{CreatureName, LandNumber, words};
use crate::seat::{Seat, Seats};

/// The stage of a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum Stage {
    /// Decks and, with `layout: orders`, lists of types: one joint secret decision. These seats have sent all of it (P22).
    Decks {
        /// The seats of which nothing more is wanted.
        ready: Seats,
    },
    /// Lands are laid one by one (`layout: draft`).
    Layout,
    /// Lands are selected.
    Selection {
        /// The seats that have sent a list; empty with `layout: draft`.
        ready: Seats,
        /// The lands selected so far, with `layout: draft`.
        picks: u8,
    },
    /// Turns are taken.
    Play(Turn),
    /// None any more.
    Over(Ending),
}

/// A turn in progress.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Turn {
    /// Whose turn it is.
    pub(crate) seat: Seat,
    /// The number of turns begun in this match.
    pub(crate) number: u32,
    /// The round, from 1 (R60).
    pub(crate) round: u16,
    /// The seats that have had their turn in this round.
    pub(crate) had: Seats,
    /// The phase.
    pub(crate) phase: Phase,
    /// True if the active player has sent a text of this turn and no other player was awaited since (P28).
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) midway: bool,
    /// True if no battle damage is dealt in it (R69).
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) peace: bool,
    /// True if another player has cast or used something since the script of the active player went on (P3).
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) surprised: bool,
}

words!(
    /// A phase of a turn.
    pub(crate) Phase {
        /// Permanents and lands are untapped (R59).
        Untap = "untap",
        /// Upkeep.
        Upkeep = "upkeep",
        /// A card is drawn.
        Draw = "draw",
        /// Spells of all kinds.
        Summoning = "summoning",
        /// Creatures move; begins with the first `move`.
        Movement = "movement",
        /// Battles; begins with `end`.
        Combat = "combat",
        /// Lands are conquered (R50).
        Control = "control",
        /// End of turn.
        End = "end",
        /// Down to five cards (R58).
        Discard = "discard",
    }
);

/// The way in which a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum Ending {
    /// A player controls more than half of the lands (R18).
    Majority(Seat),
    /// All others are out (R17).
    Last(Seat),
    /// All who were still in went out at once (R17).
    Together(Seats),
    /// The last round was played (R60).
    Rounds,
}

/// What has become of a seat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum Fate {
    /// It plays.
    In,
    /// It was eliminated in the turn of this number (R61).
    Out(u32),
    /// It resigned or was forfeited (R17).
    Left,
}

/// A battle that is fought on a land (R41).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Battle {
    /// The land.
    pub(crate) land: LandNumber,
    /// The creatures of the active player that moved in and cannot attack any more (R43), and those that were regenerated (R69). They
    /// do not fight, and retreat.
    pub(crate) stragglers: Vec<CreatureName>,
    /// The creatures of the active player that fight.
    pub(crate) attackers: Vec<CreatureName>,
    /// Those of others.
    pub(crate) defenders: Vec<CreatureName>,
}
