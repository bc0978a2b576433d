//! Who is asked in a window: those who are concerned and able (P7, P8).

use crate::magic::cards::CardKind;
use crate::magic::cards::card::Card;
use crate::magic::cards::effect::{Clause, Text};
use crate::magic::cards::keyword::Keyword;
use crate::magic::cards::noun::Thing as Named;
use crate::magic::choices::Foreseen;
use crate::magic::notation::{Act, BattleAsk, Cast, StackAsk, Step, Tail, Target, Use};
use crate::magic::state::{Battle, InHand, Object, Table, World};
use crate::seat::Seat;

/// What a window is about (P8).
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Subject {
    /// Everything.
    Everything,
    /// These objects and lands.
    These(Vec<Target>),
    /// The object on top of the stack, which only counter spells answer.
    ToCounter(Target),
}

impl Table {
    /// What an object of the stack reaches by its effects on "each" of some kind.
    fn reached(&self, object: &Object, card: &Card) -> Vec<Target> {
        let aim = self.aim_of(object, card);
        let mode = object.mode.map(usize::from);
        let clauses = object.texts(card).into_iter().flat_map(|text| text.parts(mode)).flat_map(|part| &part.clauses);
        let each = clauses
            .filter_map(|clause| if let Some(Named::Each(noun)) = clause.parts().thing { Some(noun) } else { None });
        each.flat_map(|noun| self.all_fitting(noun, &aim.speaker, aim.x)).collect()
    }

    /// The top object, its site, its targets, and what it reaches (P8).
    fn stack_subject(&self) -> Option<Vec<Target>> {
        let top = self.stack.last()?;
        let card = self.cards.get(top.card.as_str())?;
        let mut subject = vec![Target::Stack(top.name)];
        subject.extend(top.site.map(Target::Land));
        subject.extend(top.on.iter().cloned());
        subject.extend(self.reached(top, &card));
        Some(subject)
    }

    /// True if the target is the seat's: its object, land or spell, or the seat itself.
    pub(crate) fn is_of(&self, seat: Seat, target: &Target) -> bool {
        self.controller_of(target) == Some(seat)
    }
}

impl World<'_> {
    /// What the seat is asked about because of the top object of the stack, if it is (P7).
    pub(crate) fn concern_by_stack(&self, seat: Seat) -> Option<Subject> {
        let subject = self.table.stack_subject()?;
        let top = subject.first()?.clone();
        let is_hit = subject.iter().skip(1).any(|target| self.table.is_of(seat, target));
        match self.hidden.own(seat)?.orders.stack {
            StackAsk::Any => Some(Subject::These(subject)),
            StackAsk::Targeted if is_hit => Some(Subject::These(subject)),
            StackAsk::Targeted | StackAsk::Counters => Some(Subject::ToCounter(top)),
            StackAsk::None => None,
        }
    }

    /// True if the seat is to be asked about the battles, by its order (P7).
    pub(crate) fn is_concerned_by_battles(&self, seat: Seat) -> bool {
        let Some(own) = self.hidden.own(seat) else { return false };
        let is_in = |battle: &Battle| {
            let all = battle.attackers.iter().chain(&battle.defenders);
            all.into_iter().any(|name| self.table.creatures.get(name).is_some_and(|it| it.seat == seat))
        };
        let left: Vec<&Battle> = self.table.battles_left().collect();
        let watched = left.iter().any(|battle| own.orders.watch.contains(&battle.land));
        let by_order = match own.orders.battle {
            BattleAsk::Any => true,
            BattleAsk::Involved => left.iter().any(|battle| is_in(battle)),
            BattleAsk::None | BattleAsk::Watch(_) => false,
        };
        !left.is_empty() && (watched || by_order)
    }

    /// True if the seat has an action that is legal and payable now, and that has no target or can target the subject (P8).
    pub(crate) fn is_able(&self, seat: Seat, subject: &Subject) -> bool {
        let foreseen = Foreseen::after(self.fork(), seat);
        foreseen.instants().into_iter().chain(foreseen.abilities(subject)).any(|act| foreseen.answers(&act, subject))
    }
}

impl Foreseen {
    /// The instants in the hand, and creatures with flash (C26), without their parts.
    pub(crate) fn instants(&self) -> Vec<Act> {
        let table = &self.world.table;
        let Some(own) = self.world.hidden.own(self.you) else { return Vec::new() };
        let is_instant = |held: &&InHand| {
            let card = held.card.as_ref().and_then(|id| table.cards.get(id.as_str()));
            card.is_some_and(|card| {
                card.kind == CardKind::Instant || card.kind.is_creature() && card.has(Keyword::Flash)
            })
        };
        let cast = |held: &InHand| Act::Cast(Cast { card: held.name, site: None, tail: Tail::default() });
        own.hand.iter().filter(is_instant).map(cast).collect()
    }

    /// The abilities that count: not those that add mana, nor those that change only their own source, unless the window is about
    /// that.
    fn abilities(&self, subject: &Subject) -> Vec<Act> {
        let table = &self.world.table;
        let counts = |used: &Use| {
            let number = usize::from(used.ability).checked_sub(1);
            let usable = number.and_then(|number| table.activated_of(used.source).into_iter().nth(number));
            let about_source = match subject {
                Subject::Everything => true,
                Subject::These(these) => these.contains(&Target::Thing(used.source)),
                Subject::ToCounter(_) => false,
            };
            usable.is_some_and(|it| {
                !it.activated.is_mana_ability() && (about_source || !changes_only_itself(&it.activated.text))
            })
        };
        self.uses().into_iter().filter(counts).map(Act::Use).collect()
    }

    /// True if the act can be completed to one that has no target or has a target in the subject.
    fn answers(&self, act: &Act, subject: &Subject) -> bool {
        let counters = self.with_begun(act, |begun| begun.demand.texts.iter().any(|text| counters(text)));
        let ways = self.with_begun(act, |begun| self.candidates(begun)).unwrap_or_default();
        let is_about = |act: &Act| match subject {
            Subject::Everything => true,
            Subject::These(these) => {
                act.tail().on.is_empty() || act.tail().on.iter().any(|target| these.contains(target))
            }
            Subject::ToCounter(top) => counters == Some(true) && act.tail().on.contains(top),
        };
        ways.into_iter().filter(is_about).any(|act| self.allows(&Step::Act(act)))
    }
}

fn changes_only_itself(text: &Text) -> bool {
    text.clauses().into_iter().all(|clause| matches!(clause.parts().thing, Some(Named::This)))
}

fn counters(text: &Text) -> bool {
    text.clauses().into_iter().any(|clause| matches!(clause, Clause::Counter { .. }))
}
