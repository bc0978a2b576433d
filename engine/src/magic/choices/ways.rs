//! Complete acts: some of the ways in which an act that is begun can go on.

use super::Foreseen;
use super::acting::Begun;
use crate::magic::cards::cost::Payment;
use crate::magic::cards::noun::Article;
use crate::magic::cards::targets::Target as Slot;
use crate::magic::casting::demand::given_for;
use crate::magic::notation::{Act, Cast, Given, HandName, LandNumber, Step, Tail, Target};
use crate::magic::state::View;
use crate::magic::values::candidates::things;

/// The most ways in which a card is shown to be castable (V1).
pub(in crate::magic) const MAX_SHOWN: usize = 24;
/// The most acts that are tried for one that is legal.
pub(super) const MAX_TRIED: usize = 200;

impl View {
    /// Texts with which the card of this name in the reader's hand can be cast now, at most 24 (V1).
    pub(in crate::magic) fn castable_now(&self, name: HandName) -> Vec<String> {
        self.casts_now(name).iter().map(ToString::to_string).collect()
    }

    /// Ways in which the card of this name in the reader's hand can be cast now, at most 24.
    pub(in crate::magic) fn casts_now(&self, name: HandName) -> Vec<Act> {
        let you = self.you.filter(|you| self.why_nothing(*you).is_none());
        you.map(|you| Foreseen::new(self, you).casts_of(name, MAX_SHOWN)).unwrap_or_default()
    }
}

impl Foreseen {
    /// Ways to cast a card of the reader's hand.
    pub(in crate::magic) fn casts_of(&self, name: HandName, max: usize) -> Vec<Act> {
        let act = Act::Cast(Cast { card: name, site: None, tail: Tail::default() });
        self.ways(&act, max)
    }

    /// Complete acts that begin like this one, at most so many; paid automatically, with X as high as it can be paid.
    pub(in crate::magic) fn ways(&self, act: &Act, max: usize) -> Vec<Act> {
        let tried = self.with_begun(act, |begun| self.candidates(begun)).unwrap_or_default();
        let is_legal = |act: &Act| self.allows(&Step::Act(act.clone()));
        tried.into_iter().filter(is_legal).take(max).collect()
    }

    pub(in crate::magic) fn candidates(&self, begun: &Begun<'_>) -> Vec<Act> {
        let sites: Vec<Option<LandNumber>> = match begun.site() {
            None if begun.wants_site => self.sites(begun).into_iter().map(Some).collect(),
            site => vec![site],
        };
        let tail = begun.tail();
        if let Some(due) = begun.demand.due(tail.x.unwrap_or(0))
            && self.world.table.pay(self.you, due, None, &[]).is_err()
        {
            // All sources together give too little mana.
            return Vec::new();
        }
        let x = match (begun.demand.cost.is_some_and(|cost| cost.x), tail.x) {
            (true, None) => Some(self.max_x(begun)),
            (_, x) => x,
        };
        let modes: Vec<Option<u16>> = match tail.mode {
            None if begun.demand.modes() > 0 => (1..=begun.demand.modes() as u16).map(Some).collect(),
            mode => vec![mode],
        };
        let mut acts = Vec::new();
        for mode in modes {
            let tail = Tail { x, mode, ..tail.clone() };
            for on in self.some_targets(begun, &tail) {
                for with in self.some_given(begun, &tail) {
                    for site in &sites {
                        acts.push(begun.with(*site, Tail { on: on.clone(), with: with.clone(), ..tail.clone() }));
                        if acts.len() == MAX_TRIED {
                            return acts;
                        }
                    }
                }
            }
        }
        acts
    }

    /// Lists of targets that begin with those named: each single one, lists with as few as possible and one more.
    fn some_targets(&self, begun: &Begun<'_>, tail: &Tail) -> Vec<Vec<Target>> {
        let aim = begun.demand.aim(begun.speaker.clone(), tail.mode, tail.x);
        let table = &self.world.table;
        let mut lists: Vec<Vec<Target>> = vec![Vec::new()];
        let mut named = 0;
        for slot in &aim.slots {
            // What is named already stands for the slots in their order; lists take as much as they can.
            let left = tail.on.len().saturating_sub(named);
            let own = left.min(slot.bounds(aim.x).1);
            let given: Vec<Target> = tail.on.iter().skip(named).take(own).cloned().collect();
            named += own;
            let options: Vec<Vec<Target>> = match slot {
                Slot::Divided(..) => {
                    // What is not divided yet goes to one of them.
                    let missing = slot.bounds(aim.x).0.saturating_sub(own);
                    let all = table.possible_targets(&aim, *slot).into_iter();
                    all.map(|one| given.iter().cloned().chain(std::iter::repeat_n(one, missing)).collect()).collect()
                }
                _ if own > 0 => vec![given],
                Slot::UpTo(..) => {
                    let one = table.possible_targets(&aim, *slot).into_iter().take(1).map(|target| vec![target]);
                    one.chain([Vec::new()]).collect()
                }
                Slot::One(_) | Slot::CreatureOrPlayer | Slot::Player => {
                    table.possible_targets(&aim, *slot).into_iter().map(|target| vec![target]).collect()
                }
            };
            let longer = lists.iter().flat_map(|list| options.iter().map(move |more| [list.as_slice(), more].concat()));
            lists = longer.take(MAX_TRIED).collect();
        }
        lists
    }

    /// Lists of what is given that begin with what is named: for each thing wanted every possible one.
    fn some_given(&self, begun: &Begun<'_>, tail: &Tail) -> Vec<Vec<Given>> {
        let wanted = begun.demand.given(tail.x.unwrap_or(0));
        let mut lists = vec![tail.with.clone()];
        for at in tail.with.len()..wanted {
            let options = self.givable(begun, at, tail.x.unwrap_or(0));
            let longer = lists.iter().flat_map(|list| {
                let unused = options.iter().filter(|one| !list.contains(one));
                unused.map(|one| [list.as_slice(), &[*one]].concat()).collect::<Vec<_>>()
            });
            lists = longer.take(MAX_TRIED).collect();
        }
        lists
    }

    /// What can be given as the thing of this number, from 0, that the price asks for.
    fn givable(&self, begun: &Begun<'_>, at: usize, x: u16) -> Vec<Given> {
        let mut first = 0;
        for payment in &begun.demand.payments {
            let number = given_for(payment, x);
            if at >= first + number {
                first += number;
                continue;
            }
            let noun = match payment {
                Payment::Sacrifice(_, noun) => noun,
                Payment::TapSome(some) => &some.noun,
                Payment::Discard(_) => {
                    let cast = if let Act::Cast(cast) = begun.act { Some(cast.card) } else { None };
                    let others = self.hand().into_iter().filter(|name| Some(*name) != cast);
                    return others.map(Given::Hand).collect();
                }
                Payment::SacrificeThis | Payment::Life(_) | Payment::Remove(_) | Payment::ReturnThis => continue,
            };
            let other = matches!(payment, Payment::Sacrifice(Article::Another, _));
            let own = things(self.world.table.all_fitting(noun, &begun.speaker, x)).into_iter();
            let own = own.filter(|name| self.world.table.controller(*name) == Some(self.you));
            return own.filter(|name| !other || begun.speaker.this != Some(*name)).map(Given::Thing).collect();
        }
        Vec::new()
    }

    /// What can be given next.
    pub(super) fn next_given(&self, begun: &Begun<'_>) -> Vec<Given> {
        let (tail, x) = (begun.tail(), begun.tail().x.unwrap_or(0));
        let options = self.givable(begun, tail.with.len(), x);
        options.into_iter().filter(|one| !tail.with.contains(one)).collect()
    }

    /// What can be the next target.
    pub(super) fn next_targets(&self, begun: &Begun<'_>) -> Vec<Target> {
        let tail = begun.tail();
        let aim = begun.demand.aim(begun.speaker.clone(), tail.mode, tail.x);
        // Where the targets named so far may end: a slot, and how many it has.
        let slots = begun.slots();
        let skips = |slot: &Slot<'_>| matches!(slot, Slot::UpTo(..));
        let mut named = tail.on.len();
        let mut next: Vec<Target> = Vec::new();
        for slot in &slots {
            let room = slot.bounds(aim.x).1;
            if named >= room && !(skips(slot) && named == 0) {
                named -= room;
                continue;
            }
            let possible = self.world.table.possible_targets(&aim, *slot).into_iter();
            next.extend(possible.filter(|target| slot.is_repeated() || !tail.on.contains(target)));
            if !skips(slot) {
                break;
            }
            named = 0;
        }
        next
    }
}
