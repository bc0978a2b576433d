//! Triggered abilities: what sets them off (C6), and how they are put on the stack (R67).

mod happened;
mod placing;

use serde::{Deserialize, Serialize};

pub(super) use self::happened::Happened;

use super::cards::CardId;
use super::notation::{Target, Thing};
use crate::seat::Seat;

/// What a triggered ability knows of its event (C7).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Occasion {
    /// `it`: the object of the event; of a phase the host of the aura.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) it: Option<Target>,
    /// The controller and the owner of that object at the event.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) its: Option<(Seat, Seat)>,
    /// `that player`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) player: Option<Seat>,
    /// True if that object left play in the event, so that the text speaks of its card in the graveyard, if it is there.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) left: bool,
}

/// A triggered ability that is not on the stack yet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Waiting {
    /// The permanent that has or had the ability.
    pub(super) source: Thing,
    /// The card where its text stands.
    pub(super) card: CardId,
    /// The line of that card, from 0.
    pub(super) line: u16,
    /// Its controller.
    pub(super) seat: Seat,
    /// X, as it was paid for the permanent.
    pub(super) x: u16,
    /// What it knows of its event.
    pub(super) occasion: Occasion,
}

impl Waiting {
    /// True if the ability is one of this permanent, or speaks of it.
    pub(super) fn speaks_of(&self, name: Thing) -> bool {
        self.source == name || self.occasion.it == Some(Target::Thing(name))
    }
}
