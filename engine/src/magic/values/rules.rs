//! The abilities of the permanents in play.

use super::speaker::{Speaker, Values};
use crate::magic::cards::ability::{Ability, Static};
use crate::magic::cards::noun::Subjects;
use crate::magic::notation::{Target, Thing};
use crate::magic::state::{Permanent, Place, Table};
use crate::seat::Seat;

/// The most cards in a hand at the end of a turn (R58).
const HAND_LIMIT: u16 = 5;

/// A line of the card of a permanent in play.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rule<'t> {
    /// The permanent.
    pub(crate) source: Thing,
    /// The same.
    pub(crate) thing: &'t Permanent,
    /// The place of the line on the card, from 0.
    pub(crate) line: u16,
    /// The line.
    pub(crate) ability: &'t Ability,
    /// True if another permanent grants it.
    pub(crate) is_granted: bool,
}

impl<'t> Rule<'t> {
    /// The rule, if the line is static.
    pub(crate) fn fixed(&self) -> Option<&'t Static> {
        if let Ability::Static(fixed) = self.ability { Some(fixed) } else { None }
    }

    /// The permanents to which the line grants an ability, and the ability (C4).
    pub(crate) fn grant(&self) -> Option<(&'t Subjects, &'t Ability)> {
        if let Some(Static::Has(subjects, ability)) = self.fixed() { Some((subjects, ability)) } else { None }
    }

    /// The place from where the line speaks.
    pub(crate) fn speaker(&self) -> Speaker {
        Speaker { you: self.thing.seat, this: Some(self.source), it: None }
    }
}

impl Table {
    /// The lines of the card of a permanent, with their places from 0; none if it has lost all abilities. A token has none: its
    /// keywords and bans are its own, and it says nothing of others.
    pub(crate) fn lines_of(&self, thing: &Permanent) -> impl Iterator<Item = (u16, &Ability)> {
        let card = self.cards.card(thing.card.as_str()).filter(|_| thing.lost_at().is_none());
        (0..).zip(card.map_or(&[][..], |card| card.abilities.as_slice()))
    }

    /// The lines of all cards in play, by the names of the permanents.
    pub(crate) fn rules(&self) -> impl Iterator<Item = Rule<'_>> {
        self.things().flat_map(move |(source, thing)| {
            let lines = self.lines_of(thing);
            lines.map(move |(line, ability)| Rule { source, thing, line, ability, is_granted: false })
        })
    }

    /// The same, and the static abilities that these lines grant to permanents (C4). Whom they reach is asked by printed values,
    /// as values are what they decide.
    pub(crate) fn all_rules(&self) -> impl Iterator<Item = Rule<'_>> {
        let grants = if self.cards.grant_rules() { self.granted_rules() } else { Vec::new() };
        self.rules().chain(grants)
    }

    fn granted_rules(&self) -> Vec<Rule<'_>> {
        let mut granted = Vec::new();
        for rule in self.rules() {
            let Some((subjects, ability @ Ability::Static(_))) = rule.grant() else { continue };
            let all = self.reached_by(Values::Printed, &rule, subjects);
            let line = rule.line;
            granted.extend(all.map(|(source, thing)| Rule { source, thing, line, ability, is_granted: true }));
        }
        granted
    }

    /// The permanents to which a rule grants an ability, by these values.
    pub(crate) fn reached_by<'t>(
        &'t self,
        values: Values,
        rule: &Rule<'t>,
        subjects: &Subjects,
    ) -> impl Iterator<Item = (Thing, &'t Permanent)> {
        let age = rule.thing.age;
        self.things().filter(move |(name, thing)| thing.keeps(age) && self.reaches(values, rule, subjects, *name))
    }

    /// True if a rule with these subjects speaks of the permanent, by these values.
    pub(crate) fn reaches(&self, values: Values, rule: &Rule<'_>, subjects: &Subjects, name: Thing) -> bool {
        match subjects {
            Subjects::This => rule.source == name,
            Subjects::Enchanted(_) => rule.thing.place == Place::Thing(name),
            Subjects::Each(noun) => self.fits_with(values, noun, &Target::Thing(name), &rule.speaker(), rule.thing.x),
        }
    }

    /// The most cards that the seat keeps at the end of a turn (R58); `None` if its hand has no limit. What its permanents say
    /// stands in place of the usual limit: one that says that there is no limit is stronger than all others, else the lowest
    /// number counts.
    pub(crate) fn hand_limit(&self, seat: Seat) -> Option<u16> {
        let own = || self.all_rules().filter(|rule| rule.thing.seat == seat);
        if own().any(|rule| rule.fixed() == Some(&Static::NoHandLimit)) {
            return None;
        }
        let limits = own().filter_map(|rule| match rule.fixed() {
            Some(Static::HandLimit(limit)) => Some(limit.number(rule.thing.x)),
            Some(_) | None => None,
        });
        Some(limits.min().unwrap_or(HAND_LIMIT))
    }
}
