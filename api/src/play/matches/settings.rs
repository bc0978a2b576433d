//! The settings of a match in words.

use engine::Rules;
use serde_json::Value;

use super::deadline::Terms;
use super::origin;
use crate::play::{Match, OnLapse, Result};

/// Returns the players, the options that matter and differ from the default, the clock of a match, and that it is played on from another one, a line
/// each.
pub fn sentences(m: &Match) -> Result<Vec<String>> {
    let mut lines = lines(m.rules, m.seats(), &m.options()?, &m.terms, m.on_lapse());
    lines.extend(m.rated().map(|_| "Rated: the result changes the ratings of the players".to_owned()));
    lines.extend(origin::in_words(m));
    Ok(lines)
}

/// Returns the same of a match that is not created yet.
pub fn lines(rules: &dyn Rules, seats: u8, options: &Value, terms: &Terms, on_lapse: OnLapse) -> Vec<String> {
    let mut lines = rules.in_words(seats, options);
    lines.extend(terms.in_words(on_lapse));
    lines
}
