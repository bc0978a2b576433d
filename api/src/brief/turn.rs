//! The turn of a player who is awaited: deadline, examples and beginnings of moves, notation.

use std::collections::HashSet;

use engine::{Choice, Info, Page};

use super::deadline::Deadline;
use super::passage::Passage;
use super::table::asks;

/// At most this many beginnings of a move are listed; on a large board the full list would be too long to read.
const BEGINNINGS: usize = 40;

/// At most this many whole moves are shown as examples.
pub const MOST_EXAMPLES: usize = 3;

/// The turn of a player who is awaited.
pub struct Turn {
    /// The deadline, if the clock runs.
    pub deadline: Option<Deadline>,
    /// Whole moves that are possible now.
    pub examples: Vec<String>,
    /// The possible beginnings of a move.
    pub choices: Vec<Choice>,
    /// The kinds of moves: an example, and what it does.
    pub notation: Vec<(String, String)>,
}

impl Turn {
    /// Whole moves to send as they are, for the reader of this page; nothing if there are none.
    pub fn for_example(&self, page: &Page) -> Option<Passage> {
        let words = if asks(page) { "Answer:" } else { "For example:" };
        (!self.examples.is_empty()).then(|| Passage::Examples(words, self.examples.clone()))
    }
}

/// The kinds of moves of a game, without those that begin with a word with which no move can begin now.
pub fn notation(info: &Info, choices: &[Choice]) -> Vec<(String, String)> {
    let first = |text: &str| text.split([' ', ':', ';']).next().unwrap_or_default().to_owned();
    let possible: HashSet<String> = choices.iter().map(|choice| first(&choice.text)).collect();
    let is_word = |word: &str| word.chars().all(char::is_alphabetic);
    let is_kept = |(example, _): &&(&str, &str)| {
        let word = first(example);
        possible.is_empty() || !is_word(&word) || possible.contains(&word)
    };
    let kept = info.notation.iter().filter(is_kept);
    kept.map(|(example, words)| ((*example).to_owned(), (*words).to_owned())).collect()
}

/// The texts of the first choices, without blanks at their ends, and the number of the others.
pub fn beginnings(choices: &[Choice]) -> (Vec<&str>, usize) {
    let listed = choices.iter().map(|choice| choice.text.trim_end()).take(BEGINNINGS).collect();
    (listed, choices.len().saturating_sub(BEGINNINGS))
}
