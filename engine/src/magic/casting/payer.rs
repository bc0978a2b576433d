//! The automatic payer (R21): the pool first; then the payment that leaves the most different colours, then the most mana, then
//! the one that taps the lowest numbers.

use std::cmp::Reverse;

use super::due::{Due, Payment, Tap};
use crate::magic::cards::Colour;
use crate::magic::cards::colour::Colours;
use crate::magic::notation::Source;
use crate::magic::state::Mana;

/// Ways to use sources with several kinds of mana.
pub(crate) struct Choice;

impl Choice {
    /// Every sum of mana that these sources can give together.
    pub(crate) fn all(taps: &[&Tap]) -> Vec<Mana> {
        let mut sums = vec![Mana::default()];
        for tap in taps {
            let longer = sums.iter().flat_map(|sum| tap.gives.iter().map(|mana| sum.plus(*mana)));
            let mut longer: Vec<Mana> = longer.collect();
            longer.sort();
            longer.dedup();
            sums = longer;
        }
        sums
    }
}

/// Pays what is due with the pool and this mana, the pool first; gives the pool afterwards, `None` if it is not enough. What is
/// left has as many colours as possible besides these.
pub(crate) fn settle(due: Due, pool: Mana, mana: Mana, besides: &[Colour]) -> Option<Mana> {
    let (mut pool, mut mana, mut generic) = (pool, mana, due.generic);
    for (at, need) in due.coloured.into_iter().enumerate() {
        let from_pool = need.min(u32::from(pool.coloured[at]));
        pool.coloured[at] -= from_pool as u16;
        let rest = u16::try_from(need - from_pool).ok()?;
        mana.coloured[at] = mana.coloured[at].checked_sub(rest)?;
    }
    let from_pool = generic.min(pool.total());
    generic -= from_pool;
    if generic > mana.total() {
        return None;
    }
    // Either the whole pool is spent, or nothing of the mana: what is left of the other is known.
    let mut kept: Vec<Colour> = besides.to_vec();
    if generic == 0 {
        kept.extend(mana.colours());
    }
    take(&mut pool, from_pool, &kept);
    take(&mut mana, generic, besides);
    Some(pool.plus(mana))
}

/// Takes so many mana of any kind: colourless first, then colours that are to be had elsewhere, then of what is there twice,
/// then the rest.
fn take(from: &mut Mana, number: u32, elsewhere: &[Colour]) {
    let mut left = number;
    let mut spend = |amount: &mut u16, keep: u16| {
        let spent = left.min(u32::from(amount.saturating_sub(keep)));
        *amount -= spent as u16;
        left -= spent;
    };
    spend(&mut from.colourless, 0);
    for colour in elsewhere {
        spend(&mut from.coloured[*colour as usize], 0);
    }
    for keep in [1, 0] {
        from.coloured.iter_mut().for_each(|amount| spend(amount, keep));
    }
}

/// Sources that give the same, in the order in which they are tapped.
struct Class<'a> {
    gives: &'a [Mana],
    sources: Vec<Source>,
}

/// The payments tried so far.
struct Search<'a> {
    due: Due,
    pool: Mana,
    /// What is due of sources, when the pool is spent first.
    open: Due,
    classes: Vec<Class<'a>>,
    /// The site, which is tapped already.
    site: Option<Source>,
    best: Option<(Rank, Payment)>,
}

/// How good a payment is: different colours left, mana left, what is tapped.
type Rank = (usize, u32, Reverse<Vec<(u8, Source)>>);

/// The best payment, of all these starts: what is due, and what is in the pool. `site` is a source that is tapped besides and
/// whose mana is no longer due.
pub(crate) fn best(starts: &[(Due, Mana)], taps: &[Tap], site: Option<Source>) -> Option<Payment> {
    let mut classes: Vec<Class<'_>> = Vec::new();
    for tap in taps {
        match classes.iter_mut().find(|class| class.gives == tap.gives) {
            Some(class) => class.sources.push(tap.source),
            None => classes.push(Class { gives: &tap.gives, sources: vec![tap.source] }),
        }
    }
    let mut search =
        Search { due: Due::default(), pool: Mana::default(), open: Due::default(), classes, site, best: None };
    for (due, pool) in starts {
        (search.due, search.pool, search.open) = (*due, *pool, due.after_pool(*pool));
        search.go(0, &mut Vec::new());
    }
    search.best.map(|(_, payment)| payment)
}

impl Search<'_> {
    /// Tries every number of sources of this class and those after it. `given` is what each tapped source gives, by class.
    fn go(&mut self, at: usize, given: &mut Vec<(usize, Mana)>) {
        let (useful, needed) = (self.useful(given), self.open.total());
        if useful == needed {
            self.weigh(given);
            return;
        }
        let Some(class) = self.classes.get(at) else { return };
        let could: u32 = self.classes.iter().skip(at).map(Class::max).fold(0, u32::saturating_add);
        if useful.saturating_add(could) < needed {
            return;
        }
        let (gives, max) = (class.gives.to_vec(), class.sources.len());
        self.go(at + 1, given);
        self.fill(at, &gives, max, given);
    }

    /// The part of this mana that pays something.
    fn useful(&self, given: &[(usize, Mana)]) -> u32 {
        self.open.paid_by(given.iter().fold(Mana::default(), |sum, (_, mana)| sum.plus(*mana)))
    }

    /// Adds sources of one class, each with what it gives, those that give the same side by side.
    fn fill(&mut self, at: usize, gives: &[Mana], max: usize, given: &mut Vec<(usize, Mana)>) {
        if max == 0 {
            return;
        }
        let before = self.useful(given);
        for (number, mana) in gives.iter().enumerate() {
            given.push((at, *mana));
            // What pays nothing now is not needed in any larger set either.
            if self.useful(given) > before {
                self.go(at + 1, given);
                if self.useful(given) < self.open.total() {
                    self.fill(at, gives.get(number..).unwrap_or_default(), max - 1, given);
                }
            }
            given.pop();
        }
    }

    /// Keeps the payment if it is possible, taps nothing needlessly, and is better than the best so far.
    fn weigh(&mut self, given: &[(usize, Mana)]) {
        let sum = |skip: Option<usize>| {
            let kept = given.iter().enumerate().filter(|(at, _)| Some(*at) != skip);
            kept.fold(Mana::default(), |sum, (_, (_, mana))| sum.plus(*mana))
        };
        let needed = self.open.total();
        if (0..given.len()).any(|at| self.open.paid_by(sum(Some(at))) == needed) {
            return;
        }
        let mut used = vec![0; self.classes.len()];
        for (class, _) in given {
            if let Some(used) = used.get_mut(*class) {
                *used += 1;
            }
        }
        let mut untapped: Colours = Colours::NONE;
        let mut left = 0;
        let mut taps: Vec<Source> = self.site.into_iter().collect();
        for (class, used) in self.classes.iter().zip(&used) {
            taps.extend(class.sources.iter().take(*used));
            let rest = class.sources.len() - used;
            left += class.max_of(rest);
            if rest > 0 {
                let colours = class.gives.iter().flat_map(|mana| mana.colours().collect::<Vec<_>>());
                untapped = colours.fold(untapped, Colours::with);
            }
        }
        let besides: Vec<Colour> = untapped.iter().collect();
        let Some(pool) = settle(self.due, self.pool, sum(None), &besides) else { return };
        let colours = pool.colours().fold(untapped, Colours::with).len();
        taps.sort_by_key(|source| place(*source));
        let order: Vec<(u8, Source)> = taps.iter().map(|source| place(*source)).collect();
        let rank = (colours as usize, left + pool.total(), Reverse(order));
        if self.best.as_ref().is_none_or(|(best, _)| rank > *best) {
            self.best = Some((rank, Payment { taps, pool }));
        }
    }
}

impl Class<'_> {
    /// The most mana that its sources can give together.
    fn max(&self) -> u32 {
        self.max_of(self.sources.len())
    }

    fn max_of(&self, sources: usize) -> u32 {
        let max = self.gives.iter().map(Mana::total).max().unwrap_or(0);
        max.saturating_mul(u32::try_from(sources).unwrap_or(u32::MAX))
    }
}

/// The order in which sources are tapped: lands before permanents, `p` before `c`.
fn place(source: Source) -> (u8, Source) {
    use crate::magic::notation::Thing;
    let kind = match source {
        Source::Land(_) => 0,
        Source::Thing(Thing::Permanent(_)) => 1,
        Source::Thing(Thing::Creature(_)) => 2,
    };
    (kind, source)
}
