//! Cards and their parts as text.

use std::fmt;
use std::str::FromStr;

use super::ability::{Ability, Being, Static};
use super::card::{Card, CardKind};
use super::effect::{Change, Clause, Size, Text};
use super::grammar::{self, Out, Scan, Syntax};
use super::measure::Test;
use super::noun::{Noun, Subtype};
use crate::as_text::as_text;

impl fmt::Display for Card {
    /// The card as it stands in a file, its lines ended by `\n` (C1).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if let Some(cost) = self.cost {
            write!(f, "   {cost}")?;
        }
        write!(f, "\n{}", self.types())?;
        if let Some(size) = self.size {
            write!(f, "   {size}")?;
        }
        f.write_str("\n")?;
        self.abilities.iter().try_for_each(|ability| writeln!(f, "{ability}"))?;
        self.flavour.iter().try_for_each(|flavour| writeln!(f, "~ {flavour}"))
    }
}

impl CardKind {
    /// The words of the line of types, such as `Artifact Creature`.
    pub const fn words(self) -> &'static str {
        match self {
            CardKind::Creature { artifact: true } => "Artifact Creature",
            CardKind::Creature { artifact: false } => "Creature",
            CardKind::Artifact => "Artifact",
            CardKind::Enchantment => "Enchantment",
            CardKind::Aura => "Aura",
            CardKind::Instant => "Instant",
            CardKind::Sorcery => "Sorcery",
        }
    }
}

impl Card {
    /// The line of its types without the size, such as `Artifact Creature - Wall`.
    pub fn types(&self) -> String {
        let word = self.kind.words();
        let subtypes: Vec<&str> = self.subtypes.iter().map(Subtype::word).collect();
        if subtypes.is_empty() { word.to_owned() } else { format!("{word} - {}", subtypes.join(" ")) }
    }
}

impl fmt::Display for Ability {
    /// The line as it stands on a card.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(grammar::printed(self).text())
    }
}

/// A text that is no such part of a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a part of a card text")]
pub struct NoPart;

/// Parts of a text: printed as inside of a sentence, and read back, so that a position can hold them as text.
macro_rules! parts {
    ($($type:ty)*) => { $(
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let mut out = Out::default();
                self.write(&mut out);
                f.write_str(out.text())
            }
        }

        impl FromStr for $type {
            type Err = NoPart;

            fn from_str(text: &str) -> Result<$type, NoPart> {
                let scan = Scan::new(text);
                let whole = <$type>::read(&scan, 0).into_iter().find(|(_, at)| *at == text.len());
                whole.map(|(part, _)| part).ok_or(NoPart)
            }
        }
    )* };
}

parts! { Being Change Clause Size Static Test Text }
as_text!(Change);

impl fmt::Display for Noun {
    /// In the singular, without an article.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&grammar::singular(self))
    }
}
