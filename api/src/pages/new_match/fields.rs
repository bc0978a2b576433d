//! The options of a game as fields of a form, made from their JSON Schema, so that a new option needs no page.

use engine::{Rules, Span};
use serde_json::{Map, Value};

use crate::play::Refusal;

/// Begins the names of the fields of options, as those in refusals.
const PREFIX: &str = "options.";

/// A field of an option.
pub(super) struct Field {
    /// The name of the field.
    pub(super) name: String,
    pub(super) title: String,
    /// The meaning, in sentences.
    pub(super) help: String,
    pub(super) kind: Kind,
    /// The text in the field.
    pub(super) value: String,
    /// An example of a value, if the schema has one.
    pub(super) example: String,
}

/// The kind of a field.
pub(super) enum Kind {
    /// One of few values, each with its words.
    Choice(Vec<(String, String)>),
    /// Yes or no.
    Check,
    /// A whole number in this range.
    Number(u64, u64),
    /// A length of time in words.
    Time,
    /// A text of at most so many characters; true if it may have several lines.
    Text(u64, bool),
}

/// The fields of a game with these values; without any, options have their defaults, or those of a match with days for each move.
pub(super) fn list(rules: &dyn Rules, filled: Option<&[(String, String)]>) -> Vec<Field> {
    let schema = rules.option_schema();
    let properties = schema["properties"].as_object().cloned().unwrap_or_default();
    let long = rules.long_options();
    let usual = |name: &String, property: &Value| long.get(name).unwrap_or(&property["default"]).clone();
    properties.iter().map(|(name, property)| field(&schema, name, (property, &usual(name, property)), filled)).collect()
}

fn field(
    schema: &Value,
    name: &str,
    (property, usual): (&Value, &Value),
    filled: Option<&[(String, String)]>,
) -> Field {
    let text = |value: &Value| match value {
        Value::String(text) => text.clone(),
        Value::Null | Value::Bool(false) => String::new(),
        Value::Bool(true) => "on".to_owned(),
        Value::Number(_) | Value::Array(_) | Value::Object(_) => value.to_string(),
    };
    let is_time = property["format"] == "duration";
    let text = |value: &Value| {
        let text = text(value);
        if is_time { text.parse().map_or(text, Span::in_words) } else { text }
    };
    let value = match filled {
        Some(filled) => filled
            .iter()
            .find(|(key, _)| key.strip_prefix(PREFIX) == Some(name))
            .map(|(_, value)| value.clone())
            .unwrap_or_default(),
        None => text(usual),
    };
    Field {
        name: format!("{PREFIX}{name}"),
        title: property["title"].as_str().unwrap_or(name).to_owned(),
        help: property["description"].as_str().unwrap_or_default().to_owned(),
        kind: kind(schema, property),
        value,
        example: text(&property["examples"][0]),
    }
}

fn kind(schema: &Value, property: &Value) -> Kind {
    let mut leaves = Vec::new();
    engine::options::list_leaves(schema, property, &mut leaves);
    let choice = |leaf: &&Value| {
        let constant = leaf["const"].as_str()?;
        let words = leaf["description"].as_str().unwrap_or(constant).trim_end_matches('.');
        Some((constant.to_owned(), words.replace('`', "")))
    };
    let mut choices: Vec<(String, String)> = leaves.iter().filter_map(choice).collect();
    if !choices.is_empty() {
        if property["default"].is_null() {
            choices.insert(0, (String::new(), "Default".to_owned()));
        }
        return Kind::Choice(choices);
    }
    let is = |word: &str| {
        property["type"] == word || property["type"].as_array().is_some_and(|types| types.iter().any(|one| one == word))
    };
    if property["format"] == "duration" {
        Kind::Time
    } else if is("boolean") {
        Kind::Check
    } else if is("integer") {
        let limit = |name: &str, usual| property[name].as_u64().unwrap_or(usual);
        Kind::Number(limit("minimum", 0), limit("maximum", u64::from(u32::MAX)))
    } else {
        let max = property["maxLength"].as_u64().unwrap_or(100);
        Kind::Text(max, max > 200)
    }
}

/// The keyword of a schema with the value of an option for a short match on a small board.
const SMALL: &str = "x-small";

/// The options of a short match on a small board; `None` for a game without one.
pub(super) fn small(rules: &dyn Rules) -> Option<Value> {
    let schema = rules.option_schema();
    let options = schema["properties"].as_object()?.iter();
    let small: Map<_, _> = options.filter_map(|(name, one)| Some((name.clone(), one.get(SMALL)?.clone()))).collect();
    (!small.is_empty()).then_some(Value::Object(small))
}

/// The options of a form that was sent. Empty fields are left out, so that they have their defaults. A refusal names the field.
pub(super) fn read(rules: &dyn Rules, filled: &[(String, String)]) -> Result<Value, Refusal> {
    let mut options = Map::new();
    for field in list(rules, Some(filled)) {
        let name = field.name.trim_start_matches(PREFIX).to_owned();
        let text = field.value.trim();
        let bad = |why: &str| {
            Refusal::Rules(engine::Fault::Option(engine::BadOption { name: name.clone(), why: why.to_owned() }))
        };
        let value = match field.kind {
            Kind::Check => Value::Bool(!text.is_empty()),
            _ if text.is_empty() => continue,
            Kind::Number(least, max) => {
                let number = text.parse::<u64>().map(Value::from);
                number.map_err(|_| bad(&format!("expected a whole number from {least} to {max}.")))?
            }
            Kind::Time => Value::String(time(text).ok_or_else(|| bad("expected a time, such as 2 hours or 3 days."))?),
            Kind::Text(..) | Kind::Choice(_) => Value::String(field.value.clone()),
        };
        options.insert(name, value);
    }
    Ok(Value::Object(options))
}

/// A length of time, in words or as an ISO 8601 duration, as such a duration: `2 hours`; nothing for other texts.
fn time(text: &str) -> Option<String> {
    if let Ok(span) = text.parse::<Span>() {
        return Some(span.to_string());
    }
    let (number, unit) = text.split_once(' ')?;
    let number: u64 = number.parse().ok()?;
    let seconds = match unit.trim().trim_end_matches('s') {
        "second" => 1,
        "minute" => 60,
        "hour" => 3600,
        "day" => 86_400,
        _ => return None,
    };
    let seconds = number.checked_mul(seconds).filter(|seconds| seconds.checked_mul(1000).is_some())?;
    Some(Span::seconds(seconds).to_string())
}
