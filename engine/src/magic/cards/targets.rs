//! What a text targets, in its order (C8), and what it touches (R9).

use super::ability::{Ability, Static};
use super::card::{Card, CardKind};
use super::cost::Amount;
use super::effect::{Clause, Clauses, Found, Sentence, Text};
use super::measure::Measure;
use super::noun::{Hit, Noun, Source, Thing, Who, Whose};

/// A `target` of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target<'a> {
    /// `target` noun: one object, land or card.
    One(&'a Noun),
    /// `up to n target` nouns: from 0 to n of them.
    UpTo(Amount, &'a Noun),
    /// `n damage divided among any number of target` nouns: n of them, one for each damage, so that one may be named several times (C28).
    Divided(Amount, &'a Noun),
    /// `target creature or player`.
    CreatureOrPlayer,
    /// `target player`.
    Player,
}

impl Text {
    /// How many modes it has; none if it is no `choose one`.
    pub fn modes(&self) -> Option<usize> {
        match self {
            Text::ChooseOne(modes) => Some(modes.len()),
            Text::Sentences(_) => None,
        }
    }

    /// What it does, sentence by sentence; of a `choose one` the mode with this number from 1, and nothing for any other number.
    pub fn parts(&self, mode: Option<usize>) -> Vec<&Clauses> {
        match self {
            Text::ChooseOne(modes) => {
                let index = mode.and_then(|mode| mode.checked_sub(1));
                index.and_then(|index| modes.get(index)).into_iter().collect()
            }
            Text::Sentences(sentences) => sentences.iter().map(Sentence::effects).collect(),
        }
    }

    /// Its targets in the order of the text (C8); of a `choose one` those of the mode with this number from 1.
    pub fn targets(&self, mode: Option<usize>) -> Vec<Target<'_>> {
        self.parts(mode).into_iter().flat_map(Clauses::targets).collect()
    }
}

impl Clauses {
    /// Its targets in the order of the text (C8).
    pub fn targets(&self) -> Vec<Target<'_>> {
        let defined = self.x.as_ref().and_then(Measure::target);
        self.clauses.iter().flat_map(Clause::targets).chain(defined).collect()
    }
}

impl Measure {
    fn target(&self) -> Option<Target<'static>> {
        match self {
            Measure::CardsInHand(whose) => whose.target(),
            Measure::Count(_) | Measure::CountersOnThis(_) | Measure::Its(_) | Measure::This(_) => None,
        }
    }
}

impl Who {
    fn target(self) -> Option<Target<'static>> {
        (self == Who::TargetPlayer).then_some(Target::Player)
    }
}

impl Whose {
    fn target(self) -> Option<Target<'static>> {
        (self == Whose::TargetPlayers).then_some(Target::Player)
    }
}

impl Source {
    const fn target(&self) -> Option<Target<'_>> {
        match self {
            Source::Target(noun) => Some(Target::One(noun)),
            Source::This | Source::It | Source::EnchantedCreature => None,
        }
    }
}

impl Thing {
    /// The target in it, if it is one.
    pub const fn target(&self) -> Option<Target<'_>> {
        match self {
            Thing::Target(noun) => Some(Target::One(noun)),
            Thing::UpTo(amount, noun) => Some(Target::UpTo(*amount, noun)),
            Thing::This | Thing::It | Thing::Enchanted(_) | Thing::Each(_) => None,
        }
    }
}

impl Hit {
    const fn target(&self) -> Option<Target<'_>> {
        match self {
            Hit::CreatureOrPlayer => Some(Target::CreatureOrPlayer),
            Hit::Thing { thing, .. } => thing.target(),
            Hit::TargetPlayer => Some(Target::Player),
            Hit::EachPlayer | Hit::EachOpponent => None,
        }
    }

    const fn touches_objects(&self) -> bool {
        matches!(self, Hit::CreatureOrPlayer | Hit::Thing { .. })
    }
}

/// What a clause is about, besides what it does.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Parts<'a> {
    /// The objects or lands that it is about, if it is about some by itself.
    pub thing: Option<&'a Thing>,
    /// The player who does it, if a player does something.
    pub who: Option<Who>,
    /// True if it does something to an object or a land, or makes an object (R9).
    pub touches_objects: bool,
    /// Its targets in the order of the text (C8).
    targets: [Option<Target<'a>>; 3],
}

impl<'a> Parts<'a> {
    const fn of_thing(thing: &'a Thing) -> Parts<'a> {
        Parts { thing: Some(thing), who: None, touches_objects: true, targets: [thing.target(), None, None] }
    }

    fn of_player(who: Who) -> Parts<'a> {
        Parts { thing: None, who: Some(who), touches_objects: false, targets: [who.target(), None, None] }
    }

    fn of_damage(source: &'a Source, hit: &'a Hit, measure: Option<&Measure>) -> Parts<'a> {
        let thing = if let Hit::Thing { thing, .. } = hit { Some(thing) } else { None };
        let targets = [source.target(), hit.target(), measure.and_then(Measure::target)];
        Parts { thing, who: None, touches_objects: hit.touches_objects(), targets }
    }
}

impl Clause {
    /// What it is about.
    pub fn parts(&self) -> Parts<'_> {
        match self {
            Clause::Destroy { thing, .. }
            | Clause::Regenerate(thing)
            | Clause::Exile(thing)
            | Clause::Tap(thing)
            | Clause::Untap(thing)
            | Clause::Modify { thing, .. }
            | Clause::Animate(thing)
            | Clause::GainControl { thing, .. }
            | Clause::Counter { thing, .. }
            | Clause::Return(thing)
            | Clause::PutOnLibrary { thing, .. }
            | Clause::PutIntoPlay(thing)
            | Clause::PreventNext { thing, .. }
            | Clause::PreventBattle { thing, .. }
            | Clause::PutCounters(_, thing)
            | Clause::RemoveCounters(_, thing) => Parts::of_thing(thing),
            Clause::Divides { source, amount, noun } => Parts {
                touches_objects: true,
                targets: [source.target(), Some(Target::Divided(*amount, noun)), None],
                ..Parts::default()
            },
            Clause::Carry { thing, to } => {
                Parts { targets: [thing.target(), Some(Target::One(to)), None], ..Parts::of_thing(thing) }
            }
            Clause::Deals { source, hit, .. } => Parts::of_damage(source, hit, None),
            Clause::DealsEqual { source, hit, measure } => Parts::of_damage(source, hit, Some(measure)),
            Clause::Add { who, .. }
            | Clause::Draw { who, .. }
            | Clause::Discard { who, .. }
            | Clause::GainLife { who, .. }
            | Clause::LoseLife { who, .. } => Parts::of_player(*who),
            Clause::Sacrifice { who, .. } => Parts { touches_objects: true, ..Parts::of_player(*who) },
            Clause::SacrificeThis => Parts { touches_objects: true, ..Parts::of_player(Who::You) },
            Clause::Search { into, .. } => {
                Parts { touches_objects: matches!(into, Found::Play), ..Parts::of_player(Who::You) }
            }
            Clause::Look { .. } | Clause::Shuffle => Parts::of_player(Who::You),
            Clause::Mill { whose, .. } => Parts { targets: [whose.target(), None, None], ..Parts::default() },
            Clause::PreventAllBattle | Clause::Create(_) => Parts { touches_objects: true, ..Parts::default() },
        }
    }

    /// Its targets in the order of the text (C8).
    pub fn targets(&self) -> impl Iterator<Item = Target<'_>> {
        self.parts().targets.into_iter().flatten()
    }
}

impl Card {
    /// True for a card that only targets players, which no deck may have: neither a creature nor an aura, with at least one target,
    /// whose targets are all players, and none of whose effects touches an object or a land (R9).
    pub fn only_targets_players(&self) -> bool {
        if self.kind.is_creature() || self.kind == CardKind::Aura {
            return false;
        }
        let mut targets = Vec::new();
        for text in self.abilities.iter().filter_map(Ability::text) {
            let modes = text.modes().map_or_else(|| vec![None], |modes| (1..=modes).map(Some).collect());
            for mode in modes {
                targets.extend(text.targets(mode));
            }
        }
        let only_players = !targets.is_empty() && targets.iter().all(|target| *target == Target::Player);
        only_players && !self.abilities.iter().any(Ability::touches_objects)
    }
}

impl Ability {
    /// What it does when it resolves, if it is a spell, a trigger or has a price.
    pub const fn text(&self) -> Option<&Text> {
        match self {
            Ability::Activated(activated) => Some(&activated.text),
            Ability::Triggered(triggered) => Some(&triggered.text),
            Ability::Spell(text) => Some(text),
            Ability::Keywords(_)
            | Ability::Enchant(_)
            | Ability::Star(_)
            | Ability::AdditionalCost(_)
            | Ability::Only(_)
            | Ability::Static(_) => None,
        }
    }

    fn touches_objects(&self) -> bool {
        let rule = match self {
            Ability::Static(rule) => rule.touches_objects(),
            Ability::Keywords(_)
            | Ability::Enchant(_)
            | Ability::Star(_)
            | Ability::AdditionalCost(_)
            | Ability::Activated(_)
            | Ability::Only(_)
            | Ability::Triggered(_)
            | Ability::Spell(_) => false,
        };
        rule || self.text().is_some_and(|text| text.clauses().into_iter().any(|clause| clause.parts().touches_objects))
    }
}

impl Static {
    /// True if the rule is about objects or lands; how the card itself enters does not count.
    const fn touches_objects(&self) -> bool {
        match self {
            Static::Is { .. }
            | Static::YouControlEnchanted(_)
            | Static::Has(..)
            | Static::MustBlock(_)
            | Static::Costs { .. }
            | Static::EnteringCosts(..)
            | Static::Prevent { .. }
            | Static::ExileInstead(_) => true,
            Static::HandLimit(_) | Static::NoHandLimit | Static::EntersTapped | Static::EntersWith(_) => false,
        }
    }
}
