//! Standing orders (P13, P15-P17).

use serde::{Deserialize, Serialize};

use super::names::{CreatureName, LandNumber, Thing, Word};
use super::words::{BlockWhen, CastKind, Consent, DiscardOrder, SacrificeOrder, StackAsk, StopPhase, Surprise};
use super::{Act, Divide};

/// A standing order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Order {
    /// The objects on the stack about which the player is asked.
    Stack(StackAsk),
    /// The battles about which the player is asked.
    Battle(BattleAsk),
    /// When creatures block.
    Block {
        /// The condition.
        when: BlockWhen,
        /// The creature; `None` for all.
        creature: Option<CreatureName>,
    },
    /// Where creatures retreat.
    Retreat(RetreatTo),
    /// The cards that go first when the hand is too large.
    Discard(DiscardOrder),
    /// The permanents that go first when some are to be sacrificed.
    Sacrifice(SacrificeOrder),
    /// The answer to "unless you pay".
    Pay {
        /// The answer.
        answer: Consent,
        /// The permanent; `None` for all.
        thing: Option<Thing>,
    },
    /// The answer to "you may".
    May {
        /// The answer.
        answer: Consent,
        /// The permanent; `None` for all.
        thing: Option<Thing>,
    },
    /// What becomes of a script after a surprise.
    Surprise(Surprise),
    /// A preset: how damage is divided.
    Divide(Divide),
    /// The phases in which the player is asked.
    Stop(Stop),
    /// A conditional response.
    When(Box<When>),
    /// The conditional response of this number is withdrawn.
    Drop(u16),
}

/// The battles about which a player is asked (P7).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BattleAsk {
    /// All.
    Any,
    /// Those in which the player has a creature.
    Involved,
    /// None.
    None,
    /// Those on these lands, besides. At least one.
    Watch(Vec<LandNumber>),
}

/// Where creatures retreat (P15).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RetreatTo {
    /// To the land from which they came.
    Home,
    /// To the first of these that is possible. At least one.
    Lands(Vec<LandNumber>),
}

/// The phases in which a player is asked (P17).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    /// None any more.
    None,
    /// This one.
    At {
        /// The phase.
        phase: StopPhase,
        /// In whose turn: a chair or `any`; `None` for the own.
        of: Option<Word>,
    },
}

/// A conditional response (P16).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct When {
    /// The player who sets it off: a chair or `any`.
    pub who: Word,
    /// The event.
    pub event: WhenEvent,
    /// The response.
    pub act: Act,
    /// It is not spent when used.
    pub always: bool,
}

/// The event that sets off a conditional response.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum WhenEvent {
    /// The player casts a card.
    Casts {
        /// Of this kind; `None` for any.
        kind: Option<CastKind>,
        /// Of at least this mana value.
        least: Option<u16>,
    },
    /// A creature of the player faces one in battle.
    Attacks {
        /// This one; `None` for any of the owner's.
        creature: Option<CreatureName>,
    },
}
