//! The turn of a player who is awaited: deadline, beginnings of moves, notation.

use engine::Choice;

use super::deadline::Deadline;

/// At most this many beginnings of a move are listed; on a large board the full list would be too long to read.
const BEGINNINGS: usize = 40;

/// The turn of a player who is awaited.
pub struct Turn {
    /// The deadline, if the clock runs.
    pub deadline: Option<Deadline>,
    /// The possible beginnings of a move.
    pub choices: Vec<Choice>,
    /// Every kind of move: an example, and what it does.
    pub notation: Vec<(String, String)>,
}

/// The texts of the first choices, without blanks at their ends, and the number of the others.
pub fn beginnings(choices: &[Choice]) -> (Vec<&str>, usize) {
    let listed = choices.iter().map(|choice| choice.text.trim_end()).take(BEGINNINGS).collect();
    (listed, choices.len().saturating_sub(BEGINNINGS))
}
