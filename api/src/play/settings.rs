//! What a match is played with, in words.

use serde_json::Value;

use super::{Match, Outcome};

/// Seats, options and clock of a match, a line each.
pub fn of(m: &Match) -> Outcome<Vec<String>> {
    Ok(lines(m.seats(), &m.options()?, m.row.move_time_ms, m.row.on_lapse == "pass"))
}

/// The same of a match that is only thought of.
pub fn lines(seats: u8, options: &Value, move_time_ms: Option<i64>, passes: bool) -> Vec<String> {
    let mut lines = vec![format!("{seats} seats")];
    if let Value::Object(options) = options {
        for (name, value) in options.iter().filter(|(_, value)| !value.is_null()) {
            let shown = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            lines.push(format!("{}: {shown}", name.replace('_', " ")));
        }
    }
    lines.push(match move_time_ms {
        None => "no clock: take the time you need".to_owned(),
        Some(time) => {
            let span = engine::Span(time.max(0) as u64);
            let then = if passes {
                "then the turn goes by where the rules allow it, and after three in a row you are out"
            } else {
                "then you are out"
            };
            format!("{} for each move, {then}", in_words(span))
        }
    });
    lines
}

/// A length of time for people: `3 days`, `36 hours`.
fn in_words(span: engine::Span) -> String {
    let units = [(86_400_000, "day"), (3_600_000, "hour"), (60_000, "minute"), (1000, "second")];
    let unit = units.into_iter().find(|(size, _)| span.0 >= *size && span.0.is_multiple_of(*size));
    let (number, name) = unit.map_or((span.0 / 1000, "second"), |(size, name)| (span.0 / size, name));
    format!("{number} {name}{}", if number == 1 { "" } else { "s" })
}
