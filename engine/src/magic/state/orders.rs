//! The standing orders of a player, as they stand after all texts so far (P13, P15-P17, R58).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::edition::Edition;
use super::is_default;
use crate::magic::notation::{
    Act, BattleAsk, BlockWhen, Consent, CreatureName, DiscardOrder, Divide, HandName, LandNumber, Order, RetreatTo,
    SacrificeOrder, StackAsk, Stop, StopPhase, Surprise, Thing, When, WhenEvent, Word,
};

/// The most conditional responses of a seat (P16).
pub(crate) const MAX_WHENS: usize = 10;

/// Standing orders.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "Stored", into = "Stored")]
pub(crate) struct Orders {
    /// The edition of the rules, which says what holds for a player who has sent none.
    pub(crate) edition: Edition,
    /// About which objects on the stack he is asked (P7).
    pub(crate) stack: StackAsk,
    /// About which battles he is asked: `any`, `involved` or `none` (P7).
    pub(crate) battle: BattleAsk,
    /// The battles on these lands, besides.
    pub(crate) watch: Vec<LandNumber>,
    /// When his creatures block (P13).
    pub(crate) block: BlockWhen,
    /// When these creatures block.
    pub(crate) block_of: BTreeMap<CreatureName, BlockWhen>,
    /// Where his creatures retreat (P15).
    pub(crate) retreat: RetreatTo,
    /// Which cards go first (R58).
    pub(crate) discard: DiscardOrder,
    /// Which permanents go first (C11).
    pub(crate) sacrifice: SacrificeOrder,
    /// Whether he pays (C11).
    pub(crate) pay: Consent,
    /// Whether he pays for these.
    pub(crate) pay_of: BTreeMap<Thing, Consent>,
    /// Whether he does what he may; `None` for the default of C11.
    pub(crate) may: Option<Consent>,
    /// Whether he does what he may for these.
    pub(crate) may_of: BTreeMap<Thing, Consent>,
    /// What becomes of his script after a surprise (P3).
    pub(crate) surprise: Surprise,
    /// How damage of these creatures is divided (P15).
    pub(crate) divide: BTreeMap<CreatureName, Vec<(CreatureName, u16)>>,
    /// Where he is asked in whose turn (P17); `None` for his own.
    pub(crate) stops: Vec<(StopPhase, Option<Word>)>,
    /// Conditional responses by number, from 1 (P16).
    pub(crate) when: BTreeMap<u16, When>,
}

/// Orders as they are stored.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stored {
    edition: Edition,
    /// Those that differ from the defaults of the edition.
    #[serde(default, skip_serializing_if = "is_default")]
    plain: Vec<Order>,
    #[serde(default, skip_serializing_if = "is_default")]
    when: BTreeMap<u16, When>,
}

impl From<Orders> for Stored {
    fn from(orders: Orders) -> Stored {
        Stored { edition: orders.edition, plain: orders.listed(), when: orders.when }
    }
}

impl From<Stored> for Orders {
    fn from(Stored { edition, plain, when }: Stored) -> Orders {
        let mut orders = Orders::for_edition(edition);
        plain.iter().for_each(|order| orders.give(order));
        Orders { when, ..orders }
    }
}

impl Orders {
    /// The orders of a player who has sent none.
    pub(crate) fn for_edition(edition: Edition) -> Orders {
        Orders {
            edition,
            stack: StackAsk::Targeted,
            battle: match edition {
                Edition::First => BattleAsk::Involved,
                Edition::Second | Edition::Third => BattleAsk::Any,
            },
            watch: Vec::new(),
            block: BlockWhen::Worth,
            block_of: BTreeMap::new(),
            retreat: RetreatTo::Home,
            discard: DiscardOrder::Costly,
            sacrifice: SacrificeOrder::Cheap,
            pay: Consent::Yes,
            pay_of: BTreeMap::new(),
            may: None,
            may_of: BTreeMap::new(),
            surprise: Surprise::Ask,
            divide: BTreeMap::new(),
            stops: Vec::new(),
            when: BTreeMap::new(),
        }
    }

    /// Changes the orders by one more. A conditional response takes the lowest free number.
    pub(crate) fn give(&mut self, order: &Order) {
        match order {
            Order::Stack(ask) => self.stack = *ask,
            Order::Battle(BattleAsk::Watch(lands)) => {
                // To be asked about these lands is less than to be asked about all.
                if self.battle == BattleAsk::Any && self.edition >= Edition::Second {
                    self.battle = BattleAsk::Involved;
                }
                self.watch.clone_from(lands);
            }
            Order::Battle(ask @ (BattleAsk::Any | BattleAsk::Involved | BattleAsk::None)) => {
                self.battle = ask.clone();
                self.watch.clear();
            }
            Order::Block { when, creature: None } => self.block = *when,
            Order::Block { when, creature: Some(creature) } => {
                self.block_of.insert(*creature, *when);
            }
            Order::Retreat(to) => self.retreat = to.clone(),
            Order::Discard(order) => self.discard = *order,
            Order::Sacrifice(order) => self.sacrifice = *order,
            Order::Pay { answer, thing: None } => self.pay = *answer,
            Order::Pay { answer, thing: Some(thing) } => {
                self.pay_of.insert(*thing, *answer);
            }
            Order::May { answer, thing: None } => self.may = Some(*answer),
            Order::May { answer, thing: Some(thing) } => {
                self.may_of.insert(*thing, *answer);
            }
            Order::Surprise(surprise) => self.surprise = *surprise,
            Order::Divide(divide) => {
                self.divide.insert(divide.creature, divide.shares.clone());
            }
            Order::Stop(Stop::None) => self.stops.clear(),
            Order::Stop(Stop::At { phase, of }) => {
                let stop = (*phase, of.clone());
                if !self.stops.contains(&stop) {
                    self.stops.push(stop);
                    self.stops.sort();
                }
            }
            Order::When(when) => {
                // A response that stands already changes nothing, so that a text sent twice counts once.
                let stands = self.when.values().any(|given| *given == **when);
                if let Some(number) = (1..).find(|number| !self.when.contains_key(number)).filter(|_| !stands) {
                    self.when.insert(number, (**when).clone());
                }
            }
            Order::Drop(number) => drop(self.when.remove(number)),
        }
    }

    /// The orders that differ from the defaults, in the order of the grammar, conditional responses left out, as they have numbers.
    /// Giving them one by one gives these orders again.
    pub(crate) fn listed(&self) -> Vec<Order> {
        let plain = Orders::for_edition(self.edition);
        let mut orders = Vec::new();
        let mut add = |differs: bool, order: Order| {
            if differs {
                orders.push(order);
            }
        };
        add(self.stack != plain.stack, Order::Stack(self.stack));
        add(self.battle != plain.battle, Order::Battle(self.battle.clone()));
        add(!self.watch.is_empty(), Order::Battle(BattleAsk::Watch(self.watch.clone())));
        add(self.block != plain.block, Order::Block { when: self.block, creature: None });
        for (creature, when) in &self.block_of {
            add(true, Order::Block { when: *when, creature: Some(*creature) });
        }
        add(self.retreat != plain.retreat, Order::Retreat(self.retreat.clone()));
        add(self.discard != plain.discard, Order::Discard(self.discard));
        add(self.sacrifice != plain.sacrifice, Order::Sacrifice(self.sacrifice));
        add(self.pay != plain.pay, Order::Pay { answer: self.pay, thing: None });
        for (thing, answer) in &self.pay_of {
            add(true, Order::Pay { answer: *answer, thing: Some(*thing) });
        }
        if let Some(answer) = self.may {
            add(true, Order::May { answer, thing: None });
        }
        for (thing, answer) in &self.may_of {
            add(true, Order::May { answer: *answer, thing: Some(*thing) });
        }
        add(self.surprise != plain.surprise, Order::Surprise(self.surprise));
        for (creature, shares) in &self.divide {
            add(true, Order::Divide(Divide { creature: *creature, shares: shares.clone() }));
        }
        for (phase, of) in &self.stops {
            add(true, Order::Stop(Stop::At { phase: *phase, of: of.clone() }));
        }
        orders
    }

    /// When this creature blocks (P13).
    pub(crate) fn blocks(&self, creature: CreatureName) -> BlockWhen {
        self.block_of.get(&creature).copied().unwrap_or(self.block)
    }

    /// Drops the conditional responses that cast this card, which has left the hand (P16).
    pub(crate) fn forget_card(&mut self, gone: HandName) {
        self.when.retain(|_, when| !matches!(&when.act, Act::Cast(cast) if cast.card == gone));
    }

    /// Drops what names this object, which is gone (P17).
    pub(crate) fn forget(&mut self, gone: Thing) {
        let names = |when: &When| {
            let is_source = matches!(&when.act, Act::Use(used) if used.source == gone);
            let is_faced = match when.event {
                WhenEvent::Attacks { creature: Some(creature) } => gone == Thing::Creature(creature),
                WhenEvent::Attacks { creature: None } | WhenEvent::Casts { .. } => false,
            };
            is_source || is_faced
        };
        self.when.retain(|_, when| !names(when));
        self.pay_of.remove(&gone);
        self.may_of.remove(&gone);
        if let Thing::Creature(creature) = gone {
            self.block_of.remove(&creature);
            self.divide.remove(&creature);
            self.divide.retain(|_, shares| shares.iter().all(|(hit, _)| *hit != creature));
        }
    }
}
