//! What the rules in play say of lands.

use super::rules::Rule;
use super::speaker::{Speaker, Values};
use crate::magic::cards::LandType;
use crate::magic::cards::ability::{Ability, Being, Static};
use crate::magic::cards::effect::{Change, Verb};
use crate::magic::cards::keyword::Keyword;
use crate::magic::cards::measure::Test;
use crate::magic::cards::noun::{Noun, Subject, Subjects};
use crate::magic::notation::{LandNumber, Target, Thing};
use crate::magic::state::{Mana, Place, Table};

/// What is said of the type of a land.
struct TypeSaid<'t> {
    /// How old the rule or change is (R68).
    age: u32,
    /// The lands of which a rule speaks, from where, and its X; `None` for this land alone.
    each: Option<(&'t Noun, Speaker, u16)>,
    /// The type.
    kind: LandType,
}

impl Table {
    /// The current type of a land: what its auras, rules in play and changes say, the youngest last, else the type as it was laid
    /// (R56, R68). `None` for a hole and where no land is.
    pub(crate) fn kind_of(&self, number: LandNumber) -> Option<LandType> {
        let land = self.land(number).filter(|land| !land.hole)?;
        let mut said: Vec<TypeSaid<'_>> = Vec::new();
        for (name, aura) in &self.permanents {
            if aura.place == Place::Land(number) {
                let speaker = Speaker { you: aura.seat, this: Some(Thing::Permanent(*name)), it: None };
                let types = self.lines_of(aura).filter_map(|(_, line)| self.type_of_host(line, &speaker, aura.x));
                said.extend(types.map(|kind| TypeSaid { age: aura.age, each: None, kind }));
            }
        }
        for (_, lasting) in self.on_lands.iter().filter(|(land, _)| *land == number) {
            if let Some(Change::BecomesType(_, kind)) = lasting.change() {
                said.push(TypeSaid { age: lasting.age, each: None, kind: *kind });
            }
        }
        if self.cards.speak_of_land_types() {
            said.extend(self.types_by_rules());
        }
        said.sort_by_key(|said| said.age);
        let kind = said.iter().fold(land.kind, |kind, said| {
            let fits = said
                .each
                .as_ref()
                .is_none_or(|(noun, speaker, x)| noun.fits(&self.land_candidate(number, land, kind, speaker), *x));
            if fits { said.kind } else { kind }
        });
        Some(kind)
    }

    /// What rules on "each land" of some kind say of types.
    fn types_by_rules(&self) -> Vec<TypeSaid<'_>> {
        let mut said = Vec::new();
        for rule in self.rules() {
            let Ability::Static(Static::Is { subjects: Subjects::Each(noun), beings, condition, x: None }) =
                rule.ability
            else {
                continue;
            };
            let (speaker, x) = (rule.speaker(), rule.thing.x);
            if condition.as_ref().is_some_and(|test| !self.holds_with(Values::Laid, test, &speaker, x)) {
                continue;
            }
            for being in beings {
                if let Being::IsType(_, kind) = being {
                    let each = Some((noun, speaker.clone(), x));
                    said.push(TypeSaid { age: rule.thing.age, each, kind: *kind });
                }
            }
        }
        said
    }

    /// The type that a line of an aura gives to its land (C14).
    fn type_of_host(&self, line: &Ability, speaker: &Speaker, x: u16) -> Option<LandType> {
        let Ability::Static(Static::Is { subjects: Subjects::Enchanted(_), beings, condition, .. }) = line else {
            return None;
        };
        let kind = |being: &Being| if let Being::IsType(_, kind) = being { Some(*kind) } else { None };
        let kind = beings.iter().rev().find_map(kind)?;
        let holds = |test: &Test| self.holds_with(Values::Laid, test, speaker, x);
        condition.as_ref().is_none_or(holds).then_some(kind)
    }

    /// True if a rule in play, or a change, says this of the land.
    pub(crate) fn is_said_of_land(
        &self,
        number: LandNumber,
        being: impl Fn(&Being) -> bool,
        change: impl Fn(&Change) -> bool,
    ) -> bool {
        let changes = self.on_lands.iter().filter(|(land, _)| *land == number);
        if changes.filter_map(|(_, lasting)| lasting.change()).any(change) {
            return true;
        }
        let says = |rule: Rule<'_>| {
            let Some(Static::Is { subjects, beings, condition, .. }) = rule.fixed() else { return false };
            let (speaker, x) = (rule.speaker(), rule.thing.x);
            let reached = || match subjects {
                Subjects::This => false,
                Subjects::Enchanted(_) => rule.thing.place == Place::Land(number),
                Subjects::Each(noun) => self.fits(noun, &Target::Land(number), &speaker, x),
            };
            beings.iter().any(&being)
                && reached()
                && condition.as_ref().is_none_or(|test| self.holds(test, &speaker, x))
        };
        self.all_rules().any(says)
    }

    /// The mana that a land gives when it is tapped while these are the rules in play: one of its current type's colour, and what
    /// triggers on it add (R64).
    pub(crate) fn mana_by(&self, rules: &[Rule<'_>], number: LandNumber) -> Mana {
        let own = self.kind_of(number).map(|kind| Mana::one(kind.colour())).unwrap_or_default();
        let added = rules.iter().filter_map(|rule| {
            let Ability::Triggered(triggered) = rule.ability else { return None };
            let (subject, manas) = triggered.adds_for_tapping()?;
            let mana = manas.into_iter().map(|manas| Mana::of_text(manas, 0)).fold(Mana::default(), Mana::plus);
            self.is_land_of(subject, rule, number).then_some(mana)
        });
        added.fold(own, Mana::plus)
    }

    /// The points that entering the land costs besides the usual (R30).
    pub(crate) fn entering_more(&self, number: LandNumber) -> u8 {
        let more = self.all_rules().filter_map(|rule| {
            let Static::EnteringCosts(subject, amount) = rule.fixed()? else { return None };
            self.is_land_of(subject, &rule, number).then_some(amount.number(rule.thing.x))
        });
        u8::try_from(more.fold(0, u16::saturating_add)).unwrap_or(u8::MAX)
    }

    /// True if the land untaps in its controller's Untap (R59).
    pub(crate) fn land_untaps(&self, number: LandNumber) -> bool {
        let (being, change) = (|it: &Being| *it == Being::DoesNotUntap, |it: &Change| *it == Change::DoesNotUntap);
        !self.is_said_of_land(number, being, change)
    }

    /// True if the land has this keyword, so far as lands use any (R66).
    pub(crate) fn land_has(&self, number: LandNumber, keyword: Keyword) -> bool {
        let being = |it: &Being| matches!(it, Being::Has(keywords) if keywords.contains(&keyword));
        let change = |it: &Change| matches!(it, Change::Gains(keywords) if keywords.contains(&keyword));
        self.is_said_of_land(number, being, change)
    }

    /// True if this is forbidden about the land.
    pub(crate) fn land_cannot(&self, number: LandNumber, verb: &Verb) -> bool {
        let being = |it: &Being| matches!(it, Being::Cannot(other) if other == verb);
        let change = |it: &Change| matches!(it, Change::Cannot(other) if other == verb);
        self.is_said_of_land(number, being, change)
    }

    /// True if a rule speaks of this land.
    fn is_land_of(&self, subject: &Subject, rule: &Rule<'_>, number: LandNumber) -> bool {
        match subject {
            Subject::Enchanted(_) | Subject::It => rule.thing.place == Place::Land(number),
            Subject::Any(_, noun) => self.fits(noun, &Target::Land(number), &rule.speaker(), rule.thing.x),
            Subject::This => false,
        }
    }
}
