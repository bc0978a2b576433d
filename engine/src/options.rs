//! The options of a match in words, made from their JSON Schema.

use std::ops::RangeInclusive;

use serde_json::Value;

use crate::moment::Span;

/// The keyword of a schema that says when an option can matter: an object with the names of other options, or [`SEATS`], each
/// with the values that make this option matter. Without the keyword an option always matters.
pub(crate) const MATTERS_WITH: &str = "x-matters-with";
/// The name of the number of seats among the conditions of [`MATTERS_WITH`].
pub(crate) const SEATS: &str = "seats";

/// The options of a match, with their schema.
pub(crate) struct Chosen<'a> {
    pub(crate) schema: &'a Value,
    pub(crate) seats: u8,
    pub(crate) options: &'a Value,
}

impl Chosen<'_> {
    /// The lines of [`crate::Rules::in_words`].
    pub(crate) fn lines(&self, possible: &RangeInclusive<u8>) -> Vec<String> {
        let players = (possible.start() != possible.end()).then(|| format!("{} players", self.seats));
        let properties = self.schema["properties"].as_object().into_iter().flatten();
        let lines = properties.filter_map(|(name, property)| {
            let value = self.options.get(name)?;
            let shown = self.matters(property) && (value != &property["default"] || self.is_of_interest(property));
            shown.then(|| format!("{}: {}", property["title"].as_str().unwrap_or(name), self.in_words(property, value)))
        });
        players.into_iter().chain(lines).collect()
    }

    /// True if the option can make a difference in this match.
    fn matters(&self, property: &Value) -> bool {
        self.conditions(property).all(|(name, values)| {
            let value = if name == SEATS { &Value::from(self.seats) } else { &self.options[name] };
            values.as_array().is_some_and(|values| values.contains(value))
        })
    }

    /// True if the option matters because another one differs from its default. Then its own default is shown, too.
    fn is_of_interest(&self, property: &Value) -> bool {
        let differs = |name: &String| self.options[name] != self.schema["properties"][name]["default"];
        self.conditions(property).any(|(name, _)| name != SEATS && differs(name))
    }

    fn conditions<'b>(&self, property: &'b Value) -> impl Iterator<Item = (&'b String, &'b Value)> {
        property[MATTERS_WITH].as_object().into_iter().flatten()
    }

    fn in_words(&self, property: &Value, value: &Value) -> String {
        match value {
            Value::Null => "none".to_owned(),
            Value::Bool(true) => "yes".to_owned(),
            Value::Bool(false) => "no".to_owned(),
            Value::String(text) => self.text_in_words(property, text),
            Value::Number(_) | Value::Array(_) | Value::Object(_) => value.to_string(),
        }
    }

    /// The words of the schema for one of few values, a duration in words, or the text itself.
    fn text_in_words(&self, property: &Value, text: &str) -> String {
        let mut leaves = Vec::new();
        list_leaves(self.schema, property, &mut leaves);
        let constant = leaves.iter().find(|leaf| leaf["const"] == text);
        if let Some(words) = constant.and_then(|leaf| words_of(leaf)) {
            return words;
        }
        let is_duration = leaves.iter().any(|leaf| leaf["format"] == "duration");
        let span = text.parse().ok().filter(|_| is_duration);
        span.map_or_else(|| shortened(text), Span::in_words)
    }
}

/// The most characters of a text among the words of a match.
const LONGEST: usize = 60;

/// The beginning of a long text, on one line.
fn shortened(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= LONGEST {
        return line;
    }
    line.chars().take(LONGEST - 1).chain(['…']).collect()
}

/// The words of one value of an option: its description as a part of a sentence.
pub(crate) fn words_of(leaf: &Value) -> Option<String> {
    let words = leaf["description"].as_str()?.trim_end_matches('.');
    let mut letters = words.chars();
    let first = letters.next()?;
    Some(first.to_lowercase().chain(letters).collect())
}

/// Adds the schemas that a property of this schema stands for, through references and alternatives.
pub fn list_leaves<'a>(schema: &'a Value, property: &'a Value, leaves: &mut Vec<&'a Value>) {
    let target = property["$ref"].as_str().and_then(|path| schema.pointer(path.trim_start_matches('#')));
    let alternatives = ["oneOf", "anyOf"].iter().filter_map(|word| property[*word].as_array()).flatten();
    let mut inner = target.into_iter().chain(alternatives).peekable();
    if inner.peek().is_none() {
        leaves.push(property);
    }
    inner.for_each(|inner| list_leaves(schema, inner, leaves));
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;
    use std::path::Path;

    use serde_json::{Map, Value, json};

    use super::*;
    use crate::golden;
    use crate::rules::Rules;

    /// The lines for each value of each option, one after the other, where the option can matter.
    fn every_value(rules: &dyn Rules) -> String {
        let schema = rules.option_schema();
        let mut text = String::new();
        for (name, property) in schema["properties"].as_object().unwrap() {
            let _ = writeln!(text, "{name}");
            for value in crate::laws::values_to_try(&schema, property) {
                let mut options = Map::new();
                let mut seats = *rules.info().seats.start();
                for (name, values) in property[MATTERS_WITH].as_object().into_iter().flatten() {
                    match values[0].as_u64().filter(|_| name == SEATS) {
                        Some(number) => seats = number as u8,
                        None => drop(options.insert(name.clone(), values[0].clone())),
                    }
                }
                options.insert(name.clone(), value.clone());
                let options = Value::Object(options);
                let Ok(setup) = rules.setup(seats, &options) else { continue };
                let _ = writeln!(text, "  {options}");
                rules.in_words(seats, &setup.options).iter().for_each(|line| writeln!(text, "    {line}").unwrap());
            }
        }
        text
    }

    #[test]
    fn every_option_has_words_for_people() {
        for rules in crate::newest() {
            let folder = rules.info().id.replace('-', "_");
            let file = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")).join(folder).join("options.txt");
            golden::compare(&file, &every_value(rules));
        }
    }

    #[test]
    fn options_that_are_usual_or_cannot_matter_are_left_out() {
        let schema = json!({"properties": {
            "fast": {"title": "Fast", "default": false, "type": "boolean"},
            "limit": {"title": "Limit", "default": null, "type": ["integer", "null"]},
            "timer": {"title": "Timer", "default": "PT30S", "type": "string", "format": "duration",
                "x-matters-with": {"fast": [true]}},
            "solo": {"title": "Solo", "default": "a", "oneOf": [{"const": "a"}, {"const": "b", "description": "The B."}],
                "x-matters-with": {"seats": [5]}},
        }});
        let lines = |seats: u8, options: Value| Chosen { schema: &schema, seats, options: &options }.lines(&(2..=5));
        let usual = json!({"fast": false, "limit": null, "timer": "PT90S", "solo": "b"});
        assert_eq!(lines(2, usual.clone()), ["2 players"]);
        assert_eq!(lines(5, usual), ["5 players", "Solo: the B"]);
        let fast = json!({"fast": true, "limit": 12, "timer": "PT30S", "solo": "a"});
        assert_eq!(lines(3, fast), ["3 players", "Fast: yes", "Limit: 12", "Timer: 30 seconds"]);
        assert!(Chosen { schema: &schema, seats: 2, options: &json!({}) }.lines(&(2..=2)).is_empty());
    }
}
