//! What lies beside the table: hands, libraries, lists, orders, scripts. A view has the same, with less in it.

use serde::{Deserialize, Serialize};

use super::edition::Edition;
use super::is_default;
use super::orders::Orders;
use super::table::Table;
use crate::magic::cards::{CardId, LandType};
use crate::magic::notation::{Answer, Choose, HandName, LandNumber, Step, Surprise, Target, Thing};
use crate::seat::Seat;

/// A card as an eye knows it: `None` if it does not.
pub(crate) type Slot = Option<CardId>;

/// The hidden zones of all seats. In a position every card is known.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Hidden {
    /// One a seat.
    pub(crate) seats: Vec<Own>,
}

/// The hidden zones and decisions of one seat (P26).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Own {
    /// The deck as it was sent, in alphabetical order; empty before. Secret until the end.
    #[serde(with = "counted")]
    pub(crate) deck: Vec<CardId>,
    /// The library, from the top.
    pub(crate) library: Vec<Slot>,
    /// The hand, in the order in which the cards were drawn.
    pub(crate) hand: Vec<InHand>,
    /// The types of lands to lay; `None` if nothing was sent (P22).
    pub(crate) lay: Option<Vec<LandType>>,
    /// The lands to select; `None` if nothing was sent (P22).
    pub(crate) take: Option<Vec<LandNumber>>,
    /// Standing orders.
    pub(crate) orders: Orders,
    /// The presets of this turn's script, in the order in which they were sent (P17).
    pub(crate) presets: Vec<Step>,
    /// The rest of a stopped script (P3).
    pub(crate) rest: Vec<Step>,
    /// True if `end` closes that rest.
    pub(crate) rest_ends: bool,
    /// What becomes of that rest after a surprise, while it is carried out; `None` if it waits for its owner (P3).
    pub(crate) running: Option<Surprise>,
    /// True if the open window waits, or has waited in this round, for the seat (P10).
    pub(crate) asked: bool,
    /// Its sealed answer of this round.
    pub(crate) answer: Option<Answer>,
    /// True if it is not to be asked again in the open window (P11).
    #[serde(rename = "final")]
    pub(crate) finally: bool,
    /// Turns missed in a row (P21). A sealed answer ends an absence and is told to no other player.
    pub(crate) missed: u8,
    /// What it has chosen for the effect that waits for further choices (P24).
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) given: Vec<Choose>,
}

/// Cards in alphabetical order, stored as the number of each.
mod counted {
    use std::collections::BTreeMap;

    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::magic::cards::CardId;
    use crate::magic::notation::MAX_NUMBER;

    pub(super) fn serialize<S: Serializer>(cards: &[CardId], serializer: S) -> Result<S::Ok, S::Error> {
        let mut numbers: BTreeMap<&CardId, u16> = BTreeMap::new();
        cards.iter().for_each(|card| *numbers.entry(card).or_default() += 1);
        numbers.serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<CardId>, D::Error> {
        let numbers: BTreeMap<CardId, u16> = BTreeMap::deserialize(deserializer)?;
        if numbers.values().any(|number| *number > MAX_NUMBER) {
            return Err(D::Error::custom("too many cards"));
        }
        Ok(numbers.into_iter().flat_map(|(card, number)| vec![card; number.into()]).collect())
    }
}

/// A card in a hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "(HandName, Slot)", into = "(HandName, Slot)")]
pub(crate) struct InHand {
    /// Its name in that hand (N2). Another player's view counts the cards instead.
    pub(crate) name: HandName,
    /// The card.
    pub(crate) card: Slot,
}

impl From<(HandName, Slot)> for InHand {
    fn from((name, card): (HandName, Slot)) -> InHand {
        InHand { name, card }
    }
}

impl From<InHand> for (HandName, Slot) {
    fn from(InHand { name, card }: InHand) -> (HandName, Slot) {
        (name, card)
    }
}

impl Table {
    /// Counts the cards in all hands.
    pub(crate) fn count_hands(&mut self, hidden: &Hidden) {
        for (side, own) in self.seats.iter_mut().zip(&hidden.seats) {
            side.held = own.hand.len().try_into().unwrap_or(u16::MAX);
        }
    }
}

impl Own {
    /// What a seat has before anything is sent or dealt.
    pub(crate) fn new(edition: Edition) -> Own {
        Own {
            deck: Vec::new(),
            library: Vec::new(),
            hand: Vec::new(),
            lay: None,
            take: None,
            orders: Orders::for_edition(edition),
            presets: Vec::new(),
            rest: Vec::new(),
            rest_ends: false,
            running: None,
            asked: false,
            answer: None,
            finally: false,
            missed: 0,
            given: Vec::new(),
        }
    }

    /// The lowest free name in the hand (N2).
    fn free_name(&self) -> HandName {
        let free = (1..).find(|number| self.hand.iter().all(|held| held.name.0 != *number));
        HandName(free.unwrap_or(u16::MAX))
    }

    /// Drops the orders and presets that name this object, which is gone (P17).
    pub(crate) fn forget(&mut self, gone: Thing) {
        self.orders.forget(gone);
        self.presets.retain(|preset| !names(preset, gone));
    }

    /// Adds a card to the hand, under the lowest free name (N2).
    pub(crate) fn add_to_hand(&mut self, card: Slot) {
        let name = self.free_name();
        self.hand.push(InHand { name, card });
    }

    /// Takes the card of this name out of the hand; returns where it lay.
    pub(crate) fn take_card(&mut self, name: HandName) -> Option<(usize, InHand)> {
        let at = self.hand.iter().position(|held| held.name == name)?;
        self.orders.forget_card(name);
        Some((at, self.hand.remove(at)))
    }

    /// The cards that its `discard` step names, in that order (R58).
    pub(crate) fn to_discard(&self) -> impl Iterator<Item = HandName> {
        let steps = self.presets.iter();
        let named = steps.filter_map(|step| if let Step::Discard(cards) = step { Some(cards) } else { None });
        named.flatten().copied()
    }

    /// The card of this name in the hand.
    pub(crate) fn held(&self, name: HandName) -> Option<&InHand> {
        self.hand.iter().find(|held| held.name == name)
    }
}

impl Hidden {
    /// The hidden zones of this seat, if there is such a seat.
    pub(crate) fn own(&self, seat: Seat) -> Option<&Own> {
        self.seats.get(seat.index())
    }
}

/// True if a preset names this object.
fn names(preset: &Step, thing: Thing) -> bool {
    let Thing::Creature(creature) = thing else { return false };
    match preset {
        Step::Divide(divide) => divide.creature == creature || divide.shares.iter().any(|(hit, _)| *hit == creature),
        Step::Retreat(retreat) => retreat.creature == creature,
        Step::Trick { act, .. } => act.tail().on.contains(&Target::Thing(thing)),
        Step::Act(_) | Step::Move(_) | Step::Choose(_) | Step::Discard(_) => false,
    }
}
