//! Mana that is owed, what gives mana, and how it is paid.

use std::fmt;

use crate::magic::cards::Colour;
use crate::magic::cards::cost::Cost;
use crate::magic::notation::Source;
use crate::magic::state::Mana;
use crate::magic::words::list;

/// Something that gives mana when it is tapped and asks for nothing else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Tap {
    /// What is tapped.
    pub(crate) source: Source,
    /// What it gives: one of these, at least one.
    pub(crate) gives: Vec<Mana>,
}

/// Mana that is owed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Due {
    /// Of any kind.
    pub(crate) generic: u32,
    /// Of each colour, in the order W U B R G.
    pub(crate) coloured: [u32; 5],
}

impl Due {
    /// What a cost asks for with this X.
    pub(crate) fn new(cost: &Cost, x: u16) -> Due {
        let x = if cost.x { u32::from(x) } else { 0 };
        Due { generic: u32::from(cost.generic) + x, coloured: cost.coloured.map(u32::from) }
    }

    /// The same with more mana of any kind, or less, at least none.
    pub(crate) fn with_more(self, more: i32) -> Due {
        let generic = i64::from(self.generic) + i64::from(more);
        Due { generic: generic.max(0).try_into().unwrap_or(u32::MAX), ..self }
    }

    /// The parts of it, the smallest first and of equal ones those that are of any kind; none if there are more than `max`.
    pub(crate) fn parts(&self, max: u64) -> Vec<Due> {
        let amounts = self.coloured.iter().chain([&self.generic]);
        let number = amounts.fold(1_u64, |number, amount| number.saturating_mul(u64::from(*amount) + 1));
        if number > max {
            return Vec::new();
        }
        let mut parts: Vec<Due> = (0..=self.generic).map(|generic| Due { generic, ..Due::default() }).collect();
        for (at, most) in self.coloured.iter().enumerate() {
            let with = |part: &Due, amount: u32| {
                let mut part = *part;
                part.coloured[at] = amount;
                part
            };
            parts = parts.iter().flat_map(|part| (0..=*most).map(move |amount| with(part, amount))).collect();
        }
        parts.sort_by_key(|part| (part.total(), part.total() - part.generic));
        parts
    }

    /// The same without a part of it.
    pub(crate) fn without(&self, part: &Due) -> Due {
        let mut rest = Due { generic: self.generic.saturating_sub(part.generic), ..*self };
        rest.coloured.iter_mut().zip(part.coloured).for_each(|(own, part)| *own = own.saturating_sub(part));
        rest
    }

    /// The number of mana.
    pub(crate) fn total(&self) -> u32 {
        self.coloured.iter().sum::<u32>() + self.generic
    }

    /// What is still due when a pool is spent first.
    pub(crate) fn after_pool(mut self, pool: Mana) -> Due {
        let mut rest = pool.total();
        for (need, has) in self.coloured.iter_mut().zip(pool.coloured) {
            let paid = (*need).min(u32::from(has));
            *need -= paid;
            rest -= paid;
        }
        self.generic = self.generic.saturating_sub(rest);
        self
    }

    /// How much of this the mana pays.
    pub(crate) fn paid_by(&self, mana: Mana) -> u32 {
        let coloured = self.coloured.iter().zip(mana.coloured).map(|(need, has)| (*need).min(u32::from(has)));
        let coloured: u32 = coloured.sum();
        coloured + self.generic.min(mana.total() - coloured)
    }

    /// What is still due after one mana of this colour was spent; `None` if it cannot be spent on this.
    pub(crate) fn after_one(mut self, colour: Colour) -> Option<Due> {
        let own = &mut self.coloured[colour as usize];
        let part = if *own > 0 { own } else { &mut self.generic };
        *part = part.checked_sub(1)?;
        Some(self)
    }
}

impl fmt::Display for Due {
    /// `2 green and 1 of any colour`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let coloured = Colour::ALL.into_iter().map(|colour| (self.coloured[colour as usize], colour.word()));
        let parts = coloured.chain([(self.generic, "of any colour")]).filter(|(amount, _)| *amount > 0);
        let parts: Vec<String> = parts.map(|(amount, kind)| format!("{amount} {kind}")).collect();
        f.write_str(&if parts.is_empty() { "no mana".to_owned() } else { list(&parts) })
    }
}

/// A payment that was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Payment {
    /// What is tapped.
    pub(crate) taps: Vec<Source>,
    /// The pool afterwards.
    pub(crate) pool: Mana,
}
