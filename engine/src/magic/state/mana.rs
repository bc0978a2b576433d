//! Mana: in pools, from sources, in costs (R64).

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::magic::cards::Colour;
use crate::magic::cards::effect::Manas;

/// An amount of mana, in a pool or from a source. Its text is digits for colourless mana, then letters: `3R`, `0` for none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Mana {
    /// Colourless mana.
    pub(crate) colourless: u16,
    /// Mana of each colour, in the order W U B R G.
    pub(crate) coloured: [u16; 5],
}

impl Mana {
    /// Mana as a text says it, with this X.
    pub(crate) fn of_text(manas: &Manas, x: u16) -> Mana {
        match manas {
            Manas::Colourless(number) => Mana { colourless: *number, ..Mana::default() },
            Manas::Coloured(colours) => colours.iter().fold(Mana::default(), |sum, it| sum.plus(Mana::one(*it))),
            Manas::X => Mana { colourless: x, ..Mana::default() },
        }
    }

    /// One mana of this colour.
    pub(crate) fn one(colour: Colour) -> Mana {
        let mut mana = Mana::default();
        mana.coloured[colour as usize] = 1;
        mana
    }

    /// The mana of this colour.
    pub(crate) fn count(&self, colour: Colour) -> u16 {
        self.coloured[colour as usize]
    }

    /// The number of mana.
    pub(crate) fn total(&self) -> u32 {
        self.coloured.iter().map(|number| u32::from(*number)).sum::<u32>() + u32::from(self.colourless)
    }

    /// True if there is none.
    pub(crate) fn is_empty(&self) -> bool {
        self.total() == 0
    }

    /// Both amounts together.
    #[must_use]
    pub(crate) fn plus(mut self, other: Mana) -> Mana {
        self.colourless = self.colourless.saturating_add(other.colourless);
        for (mine, others) in self.coloured.iter_mut().zip(other.coloured) {
            *mine = mine.saturating_add(others);
        }
        self
    }

    /// The same without one mana of this colour, if there is one.
    #[must_use]
    pub(crate) fn less(mut self, colour: Colour) -> Mana {
        let amount = &mut self.coloured[colour as usize];
        *amount = amount.saturating_sub(1);
        self
    }

    /// The number of different colours in it, colourless mana not counted.
    pub(crate) fn colours(&self) -> impl Iterator<Item = Colour> + '_ {
        Colour::ALL.into_iter().filter(|colour| self.count(*colour) > 0)
    }
}

impl fmt::Display for Mana {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.colourless > 0 || self.is_empty() {
            write!(f, "{}", self.colourless)?;
        }
        for colour in Colour::ALL {
            (0..self.count(colour)).try_for_each(|_| write!(f, "{}", colour.letter()))?;
        }
        Ok(())
    }
}
