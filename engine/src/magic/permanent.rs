//! Objects in play: creatures and other permanents.

use std::collections::{BTreeMap, BTreeSet};

use super::cards::cost::Mark;
use super::cards::effect::Change;
use super::cards::{CardId, LandType};
use super::notation::{LandNumber, Target, Thing};
use crate::seat::Seat;

/// A creature, artifact or enchantment in play, as all players see it. Current values are in `traits.rs`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Permanent {
    /// Its card, or the text of a token, which looks like a card.
    pub(super) card: CardId,
    /// Whose card it is; of a token, who made it (R26).
    pub(super) owner: Seat,
    /// The player under whose control it came into play.
    pub(super) holder: Seat,
    /// The controller, by the effects of control too (R68).
    pub(super) seat: Seat,
    /// Where it is.
    pub(super) place: Place,
    /// True if it is tapped.
    pub(super) tapped: bool,
    /// True if its controller has not controlled it since the start of his latest turn (R28).
    pub(super) fresh: bool,
    /// The damage on it.
    pub(super) damage: u16,
    /// The counters on it; no entry is 0.
    pub(super) counters: BTreeMap<Mark, u16>,
    /// X, as it was paid for it.
    pub(super) x: u16,
    /// Its place in the order in which permanents entered and changes were made; the lower, the older (R68).
    pub(super) age: u32,
    /// Changes, in the order in which they were made.
    pub(super) changes: Vec<Lasting>,
    /// What it did this turn, and what was done to it.
    pub(super) deeds: Deeds,
}

/// Where a permanent is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Place {
    /// On a land: a creature that stands there, or an aura on it.
    Land(LandNumber),
    /// On another permanent, as an aura.
    Thing(Thing),
    /// Nowhere (R27).
    Nowhere,
}

impl Place {
    /// What an aura is on.
    pub(super) fn host(self) -> Option<Target> {
        match self {
            Place::Land(land) => Some(Target::Land(land)),
            Place::Thing(host) => Some(Target::Thing(host)),
            Place::Nowhere => None,
        }
    }
}

/// What a permanent did this turn, and what was done to it until the end of the turn; empty when a turn begins.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Deeds {
    /// Points of movement used (R29).
    pub(super) used: u8,
    /// The kinds of landwalk used (R33).
    pub(super) walked: BTreeSet<LandType>,
    /// True if it was blocked (R37).
    pub(super) was_blocked: bool,
    /// Did it enter its land this turn, with enemies there who were not asked (R37)?
    pub(super) unasked: bool,
    /// The land where it stood when Movement began, once it has left it (R32).
    pub(super) began: Option<LandNumber>,
    /// The land that it left last (P15, `home`).
    pub(super) home: Option<LandNumber>,
    /// True if it has blocked a group (R38).
    pub(super) has_blocked: bool,
    /// Shields of regeneration (R69).
    pub(super) shields: u16,
    /// May it move and attack as though it had no defender (R32)?
    pub(super) animated: bool,
    /// The next damage to it that is not dealt (R69).
    pub(super) prevented: u16,
    /// True if battle damage to it is prevented.
    pub(super) no_battle_damage_to: bool,
    /// True if battle damage by it is prevented.
    pub(super) no_battle_damage_by: bool,
    /// True if it was dealt damage.
    pub(super) damaged: bool,
    /// The abilities used of those that can be used once each turn, by the card and the line where the text stands (C15).
    pub(super) uses: BTreeSet<(CardId, u16)>,
}

/// A change of an object or a land that lasts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Lasting {
    /// When it was made (see [`Permanent::age`]).
    pub(super) age: u32,
    /// How long it lasts.
    pub(super) until: Until,
    /// The change.
    pub(super) what: Lasts,
}

/// How long a change lasts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Until {
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
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Lasts {
    /// A change; it has numbers in place of X.
    Change(Change),
    /// This seat controls the object (R68).
    Control(Seat),
    /// The land was taken from this seat, or from no player, and goes back to it (R52).
    Loan(Option<Seat>),
}

/// A permanent as it was when it left play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Known {
    /// Its card, or the text of a token.
    pub(super) card: CardId,
    /// Its owner.
    pub(super) owner: Seat,
    /// Its controller.
    pub(super) seat: Seat,
    /// Where it was.
    pub(super) place: Place,
    /// Power.
    pub(super) power: i32,
    /// Toughness.
    pub(super) toughness: i32,
    /// Mana value.
    pub(super) value: u16,
}

impl Lasting {
    /// The change of values, if it is one.
    pub(super) fn change(&self) -> Option<&Change> {
        if let Lasts::Change(change) = &self.what { Some(change) } else { None }
    }
}

impl Permanent {
    /// A permanent that has just come into play; its age is for the table to say.
    pub(super) fn new(card: CardId, owner: Seat, place: Place) -> Permanent {
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
    pub(super) fn land(&self) -> Option<LandNumber> {
        match self.place {
            Place::Land(land) => Some(land),
            Place::Thing(_) | Place::Nowhere => None,
        }
    }

    /// True for a token.
    pub(super) fn is_token(&self) -> bool {
        self.card.is_token()
    }

    /// The age of the latest change that took all its abilities away, if there is one.
    pub(super) fn lost_at(&self) -> Option<u32> {
        let losses = self.changes.iter().filter(|lasting| lasting.change() == Some(&Change::LosesAll));
        losses.map(|lasting| lasting.age).max()
    }

    /// True for an ability that was granted at this age: what was granted before the permanent lost all abilities is lost, too
    /// (R68).
    pub(super) fn keeps(&self, age: u32) -> bool {
        self.lost_at().is_none_or(|lost_at| lost_at < age)
    }
}
