//! The pieces of the text that an object carries out.

use crate::magic::cards::Colours;
use crate::magic::cards::ability::{Ability, Static};
use crate::magic::cards::card::Card;
use crate::magic::cards::effect::{Change, Clauses, Sentence, Text};
use crate::magic::cards::noun::Noun;
use crate::magic::notation::Thing;
use crate::magic::state::{Lasting, Object};

/// A part of a text that is carried out.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Piece<'a> {
    /// A sentence, perhaps with a condition.
    Sentence(&'a Sentence),
    /// A mode that was chosen.
    Mode(&'a Clauses),
}

impl<'a> Piece<'a> {
    /// Its effects.
    pub(crate) fn clauses(self) -> &'a Clauses {
        match self {
            Piece::Sentence(sentence) => sentence.effects(),
            Piece::Mode(clauses) => clauses,
        }
    }
}

impl Card {
    /// The ability on this line, from 0; of a line that grants an ability, the one that it grants.
    pub(crate) fn line(&self, line: u16) -> Option<&Ability> {
        let ability = self.abilities.get(usize::from(line))?;
        if let Ability::Static(Static::Has(_, granted)) = ability { Some(granted) } else { Some(ability) }
    }
}

impl Object {
    /// The texts that it carries out on resolution, in their order; none for a permanent.
    pub(crate) fn texts<'a>(&self, card: &'a Card) -> Vec<&'a Text> {
        match self.ability {
            None => card.spells().collect(),
            Some(origin) => card.line(origin.line).and_then(Ability::text).into_iter().collect(),
        }
    }

    /// What it carries out on resolution, piece by piece.
    pub(crate) fn pieces<'a>(&self, card: &'a Card) -> Vec<Piece<'a>> {
        let mode = self.mode.map(usize::from);
        let of = |text: &'a Text| match text {
            Text::ChooseOne(_) => text.parts(mode).into_iter().map(Piece::Mode).collect::<Vec<_>>(),
            Text::Sentences(sentences) => sentences.iter().map(Piece::Sentence).collect(),
        };
        self.texts(card).into_iter().flat_map(of).collect()
    }

    /// What an aura may be on, if this is one (C14).
    pub(crate) fn host<'a>(&self, card: &'a Card) -> Option<&'a Noun> {
        if self.ability.is_none() { card.enchants() } else { None }
    }

    /// The colours of a spell: those of its card, unless it was changed.
    pub(crate) fn colours(&self, card: &Card) -> Colours {
        let changed = |lasting: &Lasting| match lasting.change() {
            Some(Change::BecomesColour(colour)) => Some(Colours::NONE.with(*colour)),
            Some(_) | None => None,
        };
        self.changes.iter().rev().find_map(changed).unwrap_or(card.colours())
    }

    /// The permanent with the ability.
    pub(crate) fn source(&self) -> Option<Thing> {
        self.ability.map(|origin| origin.source)
    }
}
