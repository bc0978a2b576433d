//! What a match is played with, in words.

use engine::{LapsePolicy, Span};
use serde_json::Value;

use super::{Match, Result, deadline};

/// Returns seats, options and clock of a match, a line each.
pub fn of(m: &Match) -> Result<Vec<String>> {
    Ok(lines(m.seats(), &m.options()?, m.move_time(), m.on_lapse()))
}

/// The same of a match that is yet to be created.
pub fn lines(seats: u8, options: &Value, move_time: Option<Span>, on_lapse: LapsePolicy) -> Vec<String> {
    let mut lines = vec![format!("{seats} seats")];
    if let Value::Object(options) = options {
        for (name, value) in options.iter().filter(|(_, value)| !value.is_null()) {
            let shown = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            lines.push(format!("{}: {shown}", name.replace('_', " ")));
        }
    }
    lines.push(deadline::in_words(move_time, on_lapse));
    lines
}
