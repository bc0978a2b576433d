//! What waits on the table: open choices, objects in the middle of their texts, triggered abilities.

use serde::{Deserialize, Serialize};

use super::is_default;
use crate::magic::cards::CardId;
use crate::magic::notation::{StackName, Target, Thing};
use crate::seat::{Seat, Seats};

/// A choice that a seat has to make. All may know of it; no other seat can make it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Question {
    /// The seat.
    pub(crate) seat: Seat,
    /// What it chooses.
    pub(crate) about: About,
}

/// What is chosen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum About {
    /// Whether the player does what he may.
    May,
    /// Whether he pays.
    Pay,
    /// The cards of his hand that he discards: so many, fewer than he holds.
    Discard(u16),
    /// The permanent that he sacrifices: one of these, by number; at least two.
    Sacrifice(Vec<Thing>),
    /// The cards that he takes of those from the top of his library, which he alone sees (C12).
    Looked {
        /// How many he sees.
        number: u16,
        /// How many he takes: at least 1, and fewer than he sees.
        take: u16,
    },
    /// The card that he searches his library for, if any (C12). What there is, he alone sees.
    Search,
    /// The targets of a triggered ability, which has this mode, if it has modes.
    Targets(Option<u16>),
    /// The mode of a triggered ability: one of these, at least two.
    Mode(Vec<u16>),
}

/// An object that waits for a choice in the middle of its text. It is on top of the stack.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Resolving {
    /// Its name.
    pub(crate) name: StackName,
    /// Where in its text it goes on.
    pub(crate) spot: Spot,
    /// What the text has named up to there.
    pub(crate) progress: Progress,
    /// The seats that go out at the next check (R15).
    pub(crate) decked: Seats,
}

/// A place in the text of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Spot {
    /// The sentence or mode, from 0.
    pub(crate) piece: u16,
    /// Its clause, from 0; `None` before its condition.
    pub(crate) clause: Option<u16>,
}

/// What changes while a text is carried out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Progress {
    /// X (C9).
    pub(crate) x: u16,
    /// The object that the text named last (C7).
    pub(crate) it: Option<Target>,
    /// The controller and the owner of that object.
    pub(crate) its: Option<(Seat, Seat)>,
    /// The legal targets of the rest of the text.
    pub(crate) aimed: Vec<Vec<Target>>,
}

/// What a triggered ability knows of its event (C7).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Occasion {
    /// `it`: the object of the event; of a phase the host of the aura.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) it: Option<Target>,
    /// The controller and the owner of that object at the event.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) its: Option<(Seat, Seat)>,
    /// `that player`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) player: Option<Seat>,
    /// True if that object left play in the event, so that the text speaks of its card in the graveyard, if it is there.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) left: bool,
}

/// A triggered ability that is not on the stack yet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Waiting {
    /// The permanent that has or had the ability.
    pub(crate) source: Thing,
    /// The card where its text stands.
    pub(crate) card: CardId,
    /// The line of that card, from 0.
    pub(crate) line: u16,
    /// Its controller.
    pub(crate) seat: Seat,
    /// X, as it was paid for the permanent.
    pub(crate) x: u16,
    /// What it knows of its event.
    pub(crate) occasion: Occasion,
}

impl Waiting {
    /// True if the ability is one of this permanent, or speaks of it.
    pub(crate) fn speaks_of(&self, name: Thing) -> bool {
        self.source == name || self.occasion.it == Some(Target::Thing(name))
    }
}
