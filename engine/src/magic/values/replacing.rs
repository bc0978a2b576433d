//! Rules that replace what would happen: damage that is prevented, deaths that become exile, how a permanent enters (C13).

use super::rules::Rule;
use super::speaker::Values;
use crate::magic::cards::ability::Static;
use crate::magic::cards::card::Card;
use crate::magic::cards::effect::Toward;
use crate::magic::cards::noun::Subjects;
use crate::magic::notation::{CreatureName, Thing};
use crate::magic::state::{Permanent, Table};

impl Table {
    /// True if a rule in play prevents damage from this source to this creature.
    pub(crate) fn prevents(&self, by: Option<Thing>, to: CreatureName, in_battle: bool) -> bool {
        let prevents = |rule: Rule<'_>| match rule.fixed() {
            Some(Static::Prevent { battle, toward, subjects }) => {
                let about = match toward {
                    Toward::To => Some(Thing::Creature(to)),
                    Toward::By => by,
                };
                (in_battle || !battle) && about.is_some_and(|name| self.reaches(Values::Current, &rule, subjects, name))
            }
            Some(_) | None => false,
        };
        self.all_rules().any(prevents)
    }

    /// True if the permanent is exiled where it would die.
    pub(crate) fn is_exiled_instead(&self, name: Thing) -> bool {
        let replaces = |rule: Rule<'_>| match rule.fixed() {
            Some(Static::ExileInstead(subjects)) => self.reaches(Values::Current, &rule, subjects, name),
            Some(_) | None => false,
        };
        // A token has its own rules on itself alone.
        let of_itself = self.thing(name).filter(|thing| thing.lost_at().is_none());
        let card = of_itself.and_then(|thing| self.cards.get(thing.card.as_str()));
        let by_itself = card.is_some_and(|card| card.statics().any(|it| *it == Static::ExileInstead(Subjects::This)));
        by_itself || self.all_rules().any(replaces)
    }
}

impl Permanent {
    /// The counters with which a permanent of this card enters.
    pub(crate) fn enters_with(&mut self, card: &Card) {
        for rule in card.statics() {
            if let Static::EntersWith(counters) = rule {
                let number = counters.amount.number(self.x);
                if number > 0 {
                    *self.counters.entry(counters.mark.clone()).or_default() += number;
                }
            }
        }
    }
}
