//! Objects in play: creatures and other permanents.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::is_default;
use crate::magic::cards::cost::Mark;
use crate::magic::cards::effect::Change;
use crate::magic::cards::{CardId, LandType};
use crate::magic::notation::{LandNumber, Target, Thing};
use crate::seat::Seat;

/// A creature, artifact or enchantment in play, as all players see it. Current values are in `values/traits.rs`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Permanent {
    /// Its card, or the text of a token, which looks like a card.
    #[serde(rename = "c")]
    pub(crate) card: CardId,
    /// Whose card it is; of a token, who made it (R26).
    #[serde(rename = "o")]
    pub(crate) owner: Seat,
    /// The player under whose control it came into play.
    #[serde(rename = "h")]
    pub(crate) holder: Seat,
    /// The controller, by the effects of control too (R68).
    #[serde(rename = "s")]
    pub(crate) seat: Seat,
    /// Where it is.
    #[serde(rename = "p")]
    pub(crate) place: Place,
    /// True if it is tapped.
    #[serde(rename = "t", default, skip_serializing_if = "is_default")]
    pub(crate) tapped: bool,
    /// True if its controller has not controlled it since the start of his latest turn (R28).
    #[serde(rename = "f", default, skip_serializing_if = "is_default")]
    pub(crate) fresh: bool,
    /// The damage on it.
    #[serde(rename = "d", default, skip_serializing_if = "is_default")]
    pub(crate) damage: u16,
    /// The counters on it; no entry is 0.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) counters: BTreeMap<Mark, u16>,
    /// X, as it was paid for it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) x: u16,
    /// Its place in the order in which permanents entered and changes were made; the lower, the older (R68).
    #[serde(rename = "a", default, skip_serializing_if = "is_default")]
    pub(crate) age: u32,
    /// Changes, in the order in which they were made.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) changes: Vec<Lasting>,
    /// What it did this turn, and what was done to it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) deeds: Deeds,
}

/// Where a permanent is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(untagged)]
pub(crate) enum Place {
    /// On a land: a creature that stands there, or an aura on it.
    Land(LandNumber),
    /// On another permanent, as an aura.
    Thing(Thing),
    /// Nowhere (R27).
    Nowhere,
}

impl Place {
    /// What an aura is on.
    pub(crate) fn host(self) -> Option<Target> {
        match self {
            Place::Land(land) => Some(Target::Land(land)),
            Place::Thing(host) => Some(Target::Thing(host)),
            Place::Nowhere => None,
        }
    }
}

/// What a permanent did this turn, and what was done to it until the end of the turn; empty when a turn begins.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Deeds {
    /// Points of movement used (R29).
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) used: u8,
    /// The kinds of landwalk used (R33).
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) walked: BTreeSet<LandType>,
    /// True if it was blocked (R37).
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) was_blocked: bool,
    /// Did it enter its land this turn, with enemies there who were not asked (R37)?
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) unasked: bool,
    /// The land where it stood when Movement began, once it has left it (R32).
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) began: Option<LandNumber>,
    /// The land that it left last (P15, `home`).
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) home: Option<LandNumber>,
    /// True if it has blocked a group (R38).
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) has_blocked: bool,
    /// Shields of regeneration (R69).
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) shields: u16,
    /// May it move and attack as though it had no defender (R32)?
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) animated: bool,
    /// The next damage to it that is not dealt (R69).
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) prevented: u16,
    /// True if battle damage to it is prevented.
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) no_battle_damage_to: bool,
    /// True if battle damage by it is prevented.
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) no_battle_damage_by: bool,
    /// True if it was dealt damage.
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) damaged: bool,
    /// The abilities used of those that can be used once each turn, by the card and the line where the text stands (C15).
    #[serde(skip_serializing_if = "is_default")]
    pub(crate) uses: BTreeSet<(CardId, u16)>,
}

/// A change of an object or a land that lasts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Lasting {
    /// When it was made (see [`Permanent::age`]).
    pub(crate) age: u32,
    /// How long it lasts.
    pub(crate) until: Until,
    /// The change.
    pub(crate) what: Lasts,
}

/// How long a change lasts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Until {
    /// Until the end of the turn.
    EndOfTurn,
    /// Until the next turn of this seat begins.
    TurnOf(Seat),
    /// For as long as this seat controls this permanent.
    While(Thing, Seat),
    /// For as long as the object is in play (C10).
    Ever,
}

/// What lasts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Lasts {
    /// A change; it has numbers in place of X.
    Change(Change),
    /// This seat controls the object (R68).
    Control(Seat),
    /// The land was taken from this seat, or from no player, and goes back to it (R52).
    Loan(Option<Seat>),
}

/// A permanent as it was when it left play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Known {
    /// Its card, or the text of a token.
    pub(crate) card: CardId,
    /// Its owner.
    pub(crate) owner: Seat,
    /// Its controller.
    pub(crate) seat: Seat,
    /// Where it was.
    pub(crate) place: Place,
    /// Power.
    pub(crate) power: i32,
    /// Toughness.
    pub(crate) toughness: i32,
    /// Mana value.
    pub(crate) value: u16,
}

impl Lasting {
    /// The change of values, if it is one.
    pub(crate) fn change(&self) -> Option<&Change> {
        if let Lasts::Change(change) = &self.what { Some(change) } else { None }
    }
}

impl Permanent {
    /// A permanent that has just come into play; its age is for the table to say.
    pub(crate) fn new(card: CardId, owner: Seat, place: Place) -> Permanent {
        Permanent {
            card,
            owner,
            holder: owner,
            seat: owner,
            place,
            tapped: false,
            fresh: true,
            damage: 0,
            counters: BTreeMap::new(),
            x: 0,
            age: 0,
            changes: Vec::new(),
            deeds: Deeds::default(),
        }
    }

    /// The land on which it is.
    pub(crate) fn land(&self) -> Option<LandNumber> {
        match self.place {
            Place::Land(land) => Some(land),
            Place::Thing(_) | Place::Nowhere => None,
        }
    }

    /// True for a token.
    pub(crate) fn is_token(&self) -> bool {
        self.card.is_token()
    }

    /// The age of the latest change that took all its abilities away, if there is one.
    pub(crate) fn lost_at(&self) -> Option<u32> {
        let losses = self.changes.iter().filter(|lasting| lasting.change() == Some(&Change::LosesAll));
        losses.map(|lasting| lasting.age).max()
    }

    /// True for an ability that was granted at this age: what was granted before the permanent lost all abilities is lost, too
    /// (R68).
    pub(crate) fn keeps(&self, age: u32) -> bool {
        self.lost_at().is_none_or(|lost_at| lost_at < age)
    }
}
