//! The activated abilities that a permanent has now (N7, R68).

use super::rules::Rule;
use super::speaker::Values;
use crate::magic::cards::CardId;
use crate::magic::cards::ability::Activated;
use crate::magic::notation::Thing;
use crate::magic::state::Table;

/// An activated ability of a permanent in play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Usable {
    /// The card where its text stands: its own, or that of the permanent that grants it.
    pub(crate) card: CardId,
    /// The line of that card, from 0.
    pub(crate) line: u16,
    /// The ability.
    pub(crate) activated: Activated,
}

impl Table {
    /// The activated abilities of the permanent: those of its own card in the order of the text, none if it has lost all
    /// abilities; then those that others grant, the older first (N7). `use c1.2` is the second.
    pub(crate) fn activated_of(&self, name: Thing) -> Vec<Usable> {
        let mut all = Vec::new();
        self.each_activated(name, &self.rules().collect::<Vec<_>>(), |card, line, activated| {
            all.push(Usable { card: card.clone(), line, activated: activated.clone() });
        });
        all
    }

    /// Calls this with the card, the line and the ability, in that order, where these are the rules in play.
    pub(crate) fn each_activated(
        &self,
        name: Thing,
        rules: &[Rule<'_>],
        mut tell: impl FnMut(&CardId, u16, &Activated),
    ) {
        let Some(thing) = self.thing(name) else { return };
        for rule in rules.iter().filter(|rule| rule.source == name) {
            if let Some(activated) = rule.ability.as_activated() {
                tell(&thing.card, rule.line, activated);
            }
        }
        let granted = rules.iter().filter(|rule| thing.keeps(rule.thing.age));
        let granted = granted.filter_map(|rule| Some((rule, self.granted(rule, name)?)));
        let mut granted: Vec<(&Rule<'_>, &Activated)> = granted.collect();
        granted.sort_by_key(|(rule, _)| rule.thing.age);
        for (rule, activated) in granted {
            tell(&rule.thing.card, rule.line, activated);
        }
    }

    /// The activated ability that this rule grants to the permanent, if any.
    fn granted<'t>(&self, rule: &Rule<'t>, name: Thing) -> Option<&'t Activated> {
        let (subjects, ability) = rule.grant()?;
        ability.as_activated().filter(|_| self.reaches(Values::Current, rule, subjects, name))
    }
}
