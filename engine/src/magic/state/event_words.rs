//! The words of which events are made: objects, what effects do to them, ways, reasons.

use serde::{Deserialize, Serialize};

use crate::game::Leaving;
use crate::magic::notation::{CreatureName, LandNumber, Leg, StackName, Thing, Walk};
use crate::seat::Seat;

/// An object in play, or what was one: its name and what it is called.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Piece {
    /// Its name in texts.
    pub name: Thing,
    /// The name of its card; of a token its figures and its kind.
    pub called: String,
}

/// What an effect is about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mention {
    /// A permanent.
    Piece(Piece),
    /// A land.
    Land(LandNumber),
    /// An object on the stack.
    Object {
        /// Its name.
        name: StackName,
        /// The name of its card.
        called: String,
    },
    /// A player.
    Player(Seat),
    /// A card in a graveyard, by its name.
    Card(String),
}

/// What an effect does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum How {
    /// It is tapped.
    Tapped,
    /// It is untapped.
    Untapped,
    /// It is exiled.
    Exiled,
    /// It returns to its owner's hand.
    Returned,
    /// It goes on top of its owner's library.
    OnTop,
    /// It goes to the bottom of its owner's library.
    AtBottom,
    /// A land becomes a hole (R53).
    Ruined,
    /// A creature is moved to this land (C27).
    Carried(LandNumber),
    /// A spell is countered.
    Countered,
    /// The controller pays, so nothing happens to it.
    Paid {
        /// The controller.
        seat: Seat,
    },
    /// It has a shield of regeneration (R69).
    Shielded,
    /// It moves and attacks this turn as though it had no defender (R32).
    Animated,
    /// The next damage to it is prevented.
    Prevented {
        /// How much.
        amount: u16,
    },
    /// No battle damage is dealt to it this turn.
    Unhurt,
    /// It deals no battle damage this turn.
    Harmless,
    /// It changes, in the words of a card.
    Changed {
        /// Such as `gets +1/+1`.
        words: String,
        /// For how long.
        #[serde(default, skip_serializing_if = "End::is_never")]
        end: End,
    },
    /// It has another controller (R51, R52).
    Controlled {
        /// The controller.
        seat: Seat,
    },
    /// Counters are put on it.
    Counters {
        /// How many.
        number: u16,
        /// Their mark.
        mark: String,
    },
}

/// When a change ends (C10).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// With the turn.
    Turn,
    /// When the next turn of this player begins.
    TurnOf(Seat),
    /// When this player does not control the permanent any more.
    While {
        /// The player.
        seat: Seat,
        /// The permanent.
        source: Piece,
    },
    /// Never.
    #[default]
    Never,
}

impl End {
    fn is_never(&self) -> bool {
        *self == End::Never
    }
}

/// A land that was entered, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// The land.
    pub land: LandNumber,
    /// By landwalk at no cost.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub free: bool,
    /// By landwalk, not to be blocked.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub evade: bool,
}

impl From<Leg> for Entry {
    fn from(leg: Leg) -> Entry {
        Entry { land: leg.land, free: leg.walk == Walk::Free, evade: leg.walk == Walk::Evade }
    }
}

impl From<Entry> for Leg {
    fn from(entry: Entry) -> Leg {
        let walk = match (entry.free, entry.evade) {
            (true, _) => Walk::Free,
            (false, true) => Walk::Evade,
            (false, false) => Walk::Plain,
        };
        Leg { land: entry.land, walk }
    }
}

/// Why a seat is out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// It had to draw from an empty library (R15).
    Decked,
    /// It controls neither a land nor a creature (R16).
    Landless,
    /// It resigned.
    Resigned,
    /// Its clock ran out for good.
    Forfeited,
}

impl Why {
    /// The reason of a seat that leaves for good.
    pub(crate) fn from_leaving(leaving: Leaving) -> Why {
        match leaving {
            Leaving::Resigned => Why::Resigned,
            Leaving::Forfeited | Leaving::Lapsed => Why::Forfeited,
        }
    }
}

/// The creatures of a group.
pub(crate) fn creatures(group: &[Piece]) -> Vec<CreatureName> {
    let creature = |piece: &Piece| match piece.name {
        Thing::Creature(name) => Some(name),
        Thing::Permanent(_) => None,
    };
    group.iter().filter_map(creature).collect()
}
