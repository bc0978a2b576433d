//! Continuations of `trick` (P4).

use super::acting::Begun;
use super::{Foreseen, Next};
use crate::magic::cards::noun::{Kind, Noun};
use crate::magic::cards::targets::Target as Slot;
use crate::magic::notation::{Act, CreatureName, Target, Thing, TrickWhen, Use};

/// The parts of an act that a trick has to name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wanted {
    /// None.
    Nothing,
    /// A creature.
    Creature,
}

impl Foreseen {
    /// Presets for the battle, of instants and abilities that ask for nothing or for one creature. Whether they are legal shows in
    /// the battle, so that all creatures are offered.
    pub(in crate::magic) fn tricks(&self, piece: &str) -> Vec<Next> {
        if self.fighters().next().is_none() {
            return Vec::new();
        }
        let acts = self.trick_acts();
        if piece == "trick" {
            let possible = |when: &&TrickWhen| acts.iter().any(|(_, wanted)| fits(**when, *wanted));
            let some = TrickWhen::ALL.iter().filter(possible);
            return some.map(|when| Next::new(format!("trick {when}"), when_words(*when), false)).collect();
        }
        let begins = |when: &&TrickWhen| piece.strip_prefix("trick ").is_some_and(|rest| rest.starts_with(when.word()));
        let Some(when) = TrickWhen::ALL.iter().find(begins) else { return Vec::new() };
        let mut next = Vec::new();
        for (act, wanted) in acts.into_iter().filter(|(_, wanted)| fits(*when, *wanted)) {
            let head = format!("trick {when} {act}");
            if piece == format!("trick {when}") {
                next.push(Next::new(head, self.act_words(&act), wanted == Wanted::Nothing));
            } else if piece == head && wanted == Wanted::Creature {
                let creatures = self.world.table.creatures.keys();
                next.extend(creatures.map(|name| self.on_creature(&head, *name)));
            }
        }
        next
    }

    fn on_creature(&self, head: &str, name: CreatureName) -> Next {
        let target = Target::Thing(Thing::Creature(name));
        Next::new(format!("{head} on {target}"), format!("On {}.", self.target_words(&target)), true)
            .at(self.cell_of(&target))
    }

    fn act_words(&self, act: &Act) -> String {
        let verb = match act {
            Act::Cast(_) => "Cast",
            Act::Use(_) => "Use",
        };
        let called = self.with_begun(act, |begun| begun.demand.called.clone()).unwrap_or_default();
        format!("{verb} {called}.")
    }

    /// The instants in the hand and the own abilities with which a trick can be played.
    fn trick_acts(&self) -> Vec<(Act, Wanted)> {
        let own = |used: &Use| self.world.table.controller(used.source) == Some(self.you);
        let uses = self.uses().into_iter().filter(own).map(Act::Use);
        let acts = self.instants().into_iter().chain(uses);
        acts.filter_map(|act| self.with_begun(&act, wanted).flatten().map(|wanted| (act, wanted))).collect()
    }
}

/// What the act has to name; `None` if that is more than one creature, or if it adds mana.
fn wanted(begun: &Begun<'_>) -> Option<Wanted> {
    let demand = &begun.demand;
    let plain = demand.cost.is_some_and(|cost| !cost.x) && demand.modes() == 0 && demand.given(0) == 0;
    if !plain || begun.kinds > 0 {
        return None;
    }
    match demand.slots(None).as_slice() {
        [] => Some(Wanted::Nothing),
        [Slot::One(noun)] if names_creatures(noun) => Some(Wanted::Creature),
        [Slot::CreatureOrPlayer] => Some(Wanted::Creature),
        [_, ..] => None,
    }
}

fn names_creatures(noun: &Noun) -> bool {
    noun.kinds().iter().all(|kind| matches!(kind, Kind::Creature | Kind::Permanent | Kind::Subtype(_)))
}

/// Only a trick that needs no battle can do without a target.
fn fits(when: TrickWhen, wanted: Wanted) -> bool {
    wanted == Wanted::Creature || when == TrickWhen::Always
}

fn when_words(when: TrickWhen) -> &'static str {
    match when {
        TrickWhen::Always => "In the battle, at once.",
        TrickWhen::Losing => "If a creature of yours would die there, or the land not be yours.",
        TrickWhen::Winning => "If no creature of yours would die there, and the land be yours.",
        TrickWhen::Attacked => "If another player aims at your creature there, or at the land.",
    }
}
