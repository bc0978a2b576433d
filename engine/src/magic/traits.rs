//! Current values of creatures (R68).

use super::cards::ability::{Being, Static};
use super::cards::card::Card;
use super::cards::colour::Colours;
use super::cards::cost::Mark;
use super::cards::effect::{Side, Verb};
use super::cards::keyword::{Keyword, Keywords, Quality};
use super::cards::noun::Subjects;
use super::cards::token::Cant;
use super::cards::{Colour, LandType};
use super::notation::{CreatureName, Thing};
use super::table::Table;
use crate::seat::Seat;

/// The current values of a creature.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Traits {
    /// The controller.
    pub(super) seat: Seat,
    /// Its colours.
    pub(super) colours: Colours,
    /// True for an artifact.
    pub(super) artifact: bool,
    /// Its keywords.
    pub(super) keywords: Keywords,
    /// Power; it may be negative, and deals no damage then.
    pub(super) power: i32,
    /// Toughness.
    pub(super) toughness: i32,
    /// Its mana value.
    pub(super) value: u16,
    /// What it cannot do.
    pub(super) cannot: Vec<Cant>,
}

impl Traits {
    /// True if it has this keyword.
    pub(super) fn has(&self, keyword: Keyword) -> bool {
        self.keywords.has(keyword)
    }

    /// True if this is forbidden to it.
    pub(super) fn cannot(&self, what: Cant) -> bool {
        self.cannot.contains(&what)
    }

    /// True if it is protected from the other creature (R66).
    pub(super) fn is_protected_from(&self, other: &Traits) -> bool {
        let by_colour = Colour::ALL
            .into_iter()
            .any(|colour| other.colours.has(colour) && self.has(Keyword::Protection(Quality::Colour(colour))));
        by_colour || other.artifact && self.has(Keyword::Protection(Quality::Artifacts))
    }

    /// True if one of its colours matches this type of land (R20).
    pub(super) fn is_native_in(&self, kind: LandType) -> bool {
        self.colours.has(kind.colour())
    }

    /// The damage that it deals in a battle.
    pub(super) fn damage(&self) -> u16 {
        u16::try_from(self.power.max(0)).unwrap_or(u16::MAX)
    }
}

impl Table {
    /// The current values of the creature, if it is in play.
    pub(super) fn traits(&self, name: CreatureName) -> Option<Traits> {
        let creature = self.creatures.get(&name)?;
        let card = self.cards.get(creature.card.as_str())?;
        let (power, toughness) = sizes(&card);
        let counters = |mark: &Mark| i32::from(creature.counters.get(mark).copied().unwrap_or(0));
        let grown = counters(&Mark::Plus) - counters(&Mark::Minus);
        Some(Traits {
            seat: creature.seat,
            colours: card.colours(),
            artifact: card.kind.is_artifact(),
            keywords: card.keywords(),
            power: power + grown,
            toughness: toughness + grown,
            value: card.mana_value(),
            cannot: forbidden(&card),
        })
    }
}

/// Power and toughness as printed.
fn sizes(card: &Card) -> (i32, i32) {
    let side = |side: Side| match side {
        Side::Number(number) => i32::from(number),
        Side::Star => 0,
    };
    card.size.map_or((0, 0), |size| (side(size.power), side(size.toughness)))
}

/// What its own card forbids to a creature.
fn forbidden(card: &Card) -> Vec<Cant> {
    let mut cannot = Vec::new();
    for rule in card.statics() {
        let Static::Is { subjects: Subjects::This, beings, condition: None, .. } = rule else { continue };
        cannot.extend(beings.iter().filter_map(|being| match being {
            Being::Cannot(Verb::Block) => Some(Cant::Block),
            Being::Cannot(Verb::Attack) => Some(Cant::Attack),
            Being::Cannot(Verb::BeBlocked) => Some(Cant::BeBlocked),
            Being::Cannot(
                Verb::BeBlockedExceptBy(_)
                | Verb::BeBlockedBy(_)
                | Verb::BeRegenerated
                | Verb::Move
                | Verb::BeTargetedByOpponents,
            )
            | Being::Gets(..)
            | Being::Movement(_)
            | Being::Has(_)
            | Being::IsColour(_)
            | Being::IsType(..)
            | Being::BlocksOnly(_)
            | Being::DoesNotUntap
            | Being::MovesAsThough => None,
        }));
    }
    cannot
}

/// The permanent as a name of a creature, if it is one.
pub(super) fn creature(name: Thing) -> Option<CreatureName> {
    match name {
        Thing::Creature(name) => Some(name),
        Thing::Permanent(_) => None,
    }
}
