//! Lands of the board, as they lie now, and what the rules in play say of them.

use super::cards::LandType;
use super::cards::ability::{Ability, Being, Static};
use super::cards::noun::{Subject, Subjects};
use super::mana::Mana;
use super::notation::{LandNumber, Target};
use super::payment::amount_of;
use super::permanent::Place;
use super::rules::Rule;
use super::table::Table;
use crate::seat::Seat;

/// A land of the board. Its number is its place in the list of lands, counted from 1 (N1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Land {
    /// The type as it was laid; see [`Table::kind_of`] for the current one.
    pub(super) kind: LandType,
    /// The controller; `None` for a neutral land.
    pub(super) seat: Option<Seat>,
    /// True if it is tapped.
    pub(super) tapped: bool,
    /// True if it was destroyed or exiled (R53).
    pub(super) hole: bool,
}

impl Land {
    /// A neutral untapped land.
    pub(super) fn neutral(kind: LandType) -> Land {
        Land { kind, seat: None, tapped: false, hole: false }
    }
}

impl Table {
    /// The current type of a land: what its youngest aura with a type says, else the type as it was laid (R56, R68). `None` for a
    /// hole and where no land is.
    pub(super) fn kind_of(&self, number: LandNumber) -> Option<LandType> {
        let land = self.land(number).filter(|land| !land.hole)?;
        let auras = self.permanents.values().filter(|it| it.place == Place::Land(number) && it.lost_at().is_none());
        let said = auras.filter_map(|aura| {
            let lines = &self.cards.card(aura.card.as_str())?.abilities;
            Some((aura.age, lines.iter().rev().find_map(type_of_host)?))
        });
        Some(said.max_by_key(|(age, _)| *age).map_or(land.kind, |(_, kind)| kind))
    }

    /// The mana that a land gives when it is tapped: one of its current type's colour, and what triggers on it add (R64).
    #[cfg_attr(not(test), expect(dead_code, reason = "no effect taps a land for mana yet"))]
    pub(super) fn mana_of_land(&self, number: LandNumber) -> Mana {
        self.mana_by(&self.rules().collect::<Vec<_>>(), number)
    }

    /// The same, where these are the rules in play.
    pub(super) fn mana_by(&self, rules: &[Rule<'_>], number: LandNumber) -> Mana {
        let own = self.kind_of(number).map(|kind| Mana::one(kind.colour())).unwrap_or_default();
        let added = rules.iter().filter_map(|rule| {
            let Ability::Triggered(triggered) = rule.ability else { return None };
            let (subject, manas) = triggered.adds_for_tapping()?;
            let mana = manas.into_iter().filter_map(amount_of).fold(Mana::default(), Mana::plus);
            self.is_land_of(subject, rule, number).then_some(mana)
        });
        added.fold(own, Mana::plus)
    }

    /// The points that entering the land costs besides the usual (R30).
    pub(super) fn entering_more(&self, number: LandNumber) -> u8 {
        let more = self.rules().filter_map(|rule| {
            let Static::EnteringCosts(subject, amount) = rule.fixed()? else { return None };
            self.is_land_of(subject, &rule, number).then_some(amount.number(0))
        });
        u8::try_from(more.fold(0, u16::saturating_add)).unwrap_or(u8::MAX)
    }

    /// True if the land untaps in its controller's Untap (R59).
    pub(super) fn land_untaps(&self, number: LandNumber) -> bool {
        let holds = |rule: Rule<'_>| {
            let Some(Static::Is { subjects, beings, condition: None, x: None }) = rule.fixed() else { return false };
            let held = beings.contains(&Being::DoesNotUntap);
            held && match subjects {
                Subjects::This => false,
                Subjects::Enchanted(_) => rule.thing.place == Place::Land(number),
                Subjects::Each(noun) => self.fits(noun, &Target::Land(number), &rule.speaker(), 0),
            }
        };
        !self.rules().any(holds)
    }

    /// True if a rule speaks of this land.
    fn is_land_of(&self, subject: &Subject, rule: &Rule<'_>, number: LandNumber) -> bool {
        match subject {
            Subject::Enchanted(_) => rule.thing.place == Place::Land(number),
            Subject::Any(_, noun) => self.fits(noun, &Target::Land(number), &rule.speaker(), 0),
            Subject::This | Subject::It => false,
        }
    }
}

/// The type that a line of an aura gives to its land (C14).
fn type_of_host(line: &Ability) -> Option<LandType> {
    let Ability::Static(Static::Is { subjects: Subjects::Enchanted(_), beings, condition: None, x: None }) = line
    else {
        return None;
    };
    beings.iter().rev().find_map(|being| if let Being::IsType(_, kind) = being { Some(*kind) } else { None })
}
