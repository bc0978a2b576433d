//! Cards of another game, in its usual words, read as cards of this one: their words are replaced by ours, and what cannot be said is left out
//! and named. Nothing is stored.

mod draft;
mod head;
mod lines;
mod text;
mod words;

use std::fmt;

use self::draft::Draft;

/// The most bytes of a text.
pub const MAX_FOREIGN_BYTES: usize = 16 * 1024;
/// The most cards of a text.
pub const MAX_FOREIGN_CARDS: usize = 64;
/// The most characters of a card's text that a sentence repeats.
const MAX_QUOTED: usize = 120;

/// A card of another game, and what it is here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ForeignCard {
    /// The lines that were given.
    pub given: String,
    /// The card as it is written here, if any of it is left; it is read as part of the option `cards`.
    pub ours: Option<String>,
    /// What was left out or became something else, in the order of the text.
    pub changes: Vec<Change>,
}

impl ForeignCard {
    /// True if nothing was left out, and nothing became something else.
    pub const fn is_whole(&self) -> bool {
        self.ours.is_some() && self.changes.is_empty()
    }
}

/// What a card lost, or what means something else now; printed as a sentence without its full stop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// Words were left out.
    LeftOut {
        /// The words, shortened and without control characters.
        words: String,
        /// Why, such as `there is no life here`.
        why: String,
    },
    /// Words became other ones.
    Became {
        /// The words, shortened and without control characters.
        words: String,
        /// What they became.
        instead: String,
    },
}

/// Changes that are collected.
type Notes = Vec<Change>;

impl Change {
    fn left_out(words: &str, why: &str) -> Change {
        Change::LeftOut { words: quoted(words), why: why.to_owned() }
    }

    fn became(words: &str, instead: &str) -> Change {
        Change::Became { words: quoted(words), instead: quoted(instead) }
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Change::LeftOut { words, why } => write!(f, "\"{words}\" was left out: {why}"),
            Change::Became { words, instead } => write!(f, "\"{words}\" became \"{instead}\""),
        }
    }
}

fn quoted(words: &str) -> String {
    let short = crate::notation::clean(words.trim(), MAX_QUOTED);
    if short.len() < words.trim().len() { format!("{short} ..") } else { short }
}

/// A text that is not read at all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ForeignFault {
    /// It is too long.
    #[error("expected at most 16 kB of text")]
    TooLong,
    /// It has too many cards.
    #[error("expected at most 64 cards, with an empty line between them")]
    TooManyCards,
}

/// The cards of a text in the usual words of another card game, with an empty line between them: name and cost, types, abilities and size. Each
/// is what can be said of it here. The cards that are left are read together as the option `cards`, but for names that they share.
///
/// # Errors
/// A text of more than 16 kB or 64 cards.
pub fn foreign_cards(text: &str) -> Result<Vec<ForeignCard>, ForeignFault> {
    if text.len() > MAX_FOREIGN_BYTES {
        return Err(ForeignFault::TooLong);
    }
    let text = text::plain_signs(text);
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let blocks: Vec<&[&str]> = lines.split(|line| line.is_empty()).filter(|block| !block.is_empty()).collect();
    if blocks.len() > MAX_FOREIGN_CARDS {
        return Err(ForeignFault::TooManyCards);
    }
    let mut drafts: Vec<Draft> = blocks.iter().map(|block| Draft::new(block)).collect();
    draft::check(&mut drafts);
    Ok(drafts.into_iter().map(Draft::card).collect())
}
