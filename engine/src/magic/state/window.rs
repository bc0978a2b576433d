//! The open window (P7-P14).

use serde::{Deserialize, Serialize};

use super::is_default;
use crate::magic::notation::{CreatureName, LandNumber};
use crate::seat::{Seat, Seats};

/// An open window. Who is asked lies beside the table (P18).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Window {
    /// Why it is open.
    pub(crate) kind: WindowKind,
    /// Its round, from 1.
    pub(crate) round: u16,
    /// The player whose own text opened it, who is not asked in its first round (P7).
    pub(crate) opener: Option<Seat>,
    /// The seats that are asked in the next round in any case, as their actions were withdrawn (P10).
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) again: Seats,
}

/// A group on its way through a land, while it is asked who blocks it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Passing {
    /// The group.
    pub(crate) group: Vec<CreatureName>,
    /// Where it is.
    pub(crate) land: LandNumber,
    /// Those that block it, if they are able to when the window closes (P10).
    pub(crate) blocks: Vec<CreatureName>,
}

/// Why a window is open (P7).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum WindowKind {
    /// There is an object on the stack.
    Stack,
    /// A group passes creatures that could block it (P13).
    Passage,
    /// Battles are about to be fought (P14).
    Battle,
    /// A player wants to be asked in Upkeep (P17).
    Upkeep,
    /// A player wants to be asked after the draw.
    Draw,
    /// A player wants to be asked at the end of turn.
    End,
}

impl WindowKind {
    /// The word in views.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            WindowKind::Stack => "stack",
            WindowKind::Passage => "passage",
            WindowKind::Battle => "battle",
            WindowKind::Upkeep => "upkeep",
            WindowKind::Draw => "draw",
            WindowKind::End => "end",
        }
    }
}
