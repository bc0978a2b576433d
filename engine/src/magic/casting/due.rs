//! Mana that is owed, what gives mana, and how it is paid.

use crate::magic::cards::Colour;
use crate::magic::cards::cost::Cost;
use crate::magic::notation::Source;
use crate::magic::state::Mana;

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

/// A payment that was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Payment {
    /// What is tapped.
    pub(crate) taps: Vec<Source>,
    /// The pool afterwards.
    pub(crate) pool: Mana,
}
