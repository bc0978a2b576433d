//! The laws of options, and random options from a game's schema.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::{Law, Lawful, broken, insist};
use crate::dice::Dice;
use crate::rules::{Fault, Rules};

/// For each option the values to try.
pub(super) type Samples = BTreeMap<String, Vec<Value>>;

/// The option that bounds a game that could go on for ever; the laws always set it.
const BOUND: &str = "max_rounds";

/// Reads from the schema every value of every option that has few, and the examples of the others.
pub(super) fn samples(schema: &Value) -> Samples {
    let properties = schema["properties"].as_object().cloned().unwrap_or_default();
    let values = |property: &Value| -> Vec<Value> {
        let mut values = values_of(schema, property);
        values.extend(property["examples"].as_array().cloned().unwrap_or_default());
        values
    };
    let mut samples: Samples = properties.iter().map(|(name, property)| (name.clone(), values(property))).collect();
    if let Some(bound) = samples.get_mut(BOUND) {
        bound.retain(|value| !value.is_null());
    }
    samples
}

/// The constants that a property of the schema allows, through references and alternatives.
fn values_of(schema: &Value, property: &Value) -> Vec<Value> {
    if let Some(path) = property["$ref"].as_str() {
        return schema.pointer(path.trim_start_matches('#')).map_or_else(Vec::new, |target| values_of(schema, target));
    }
    let alternatives = ["oneOf", "anyOf"].iter().filter_map(|word| property[*word].as_array()).flatten();
    let mut values: Vec<Value> = alternatives.flat_map(|alternative| values_of(schema, alternative)).collect();
    values.extend(property.get("const").cloned());
    values.extend(property["enum"].as_array().cloned().unwrap_or_default());
    let has_type = |name: &str| {
        property["type"] == name || property["type"].as_array().is_some_and(|list| list.contains(&json!(name)))
    };
    if has_type("boolean") {
        values.extend([json!(false), json!(true)]);
    }
    if has_type("null") {
        values.push(Value::Null);
    }
    values
}

/// Every value of every option, one after the other.
pub(super) fn each_value(samples: &Samples) -> impl Iterator<Item = (String, Value)> + '_ {
    samples.iter().flat_map(|(name, values)| values.iter().map(move |value| (name.clone(), value.clone())))
}

/// Options with one of them fixed, and each of the others at random, half of them left out.
pub(super) fn at_random(samples: &Samples, (fixed, value): (&str, &Value), dice: &mut Dice) -> Value {
    let mut options = Map::new();
    for (name, values) in samples {
        if name == fixed {
            options.insert(name.clone(), value.clone());
        } else if (name == BOUND || dice.one_in(2))
            && let Some(value) = dice.pick(values)
        {
            options.insert(name.clone(), value.clone());
        }
    }
    Value::Object(options)
}

/// No options at all are enough; what is wrong is refused with its name.
pub(super) fn check(rules: &dyn Rules, seats: u8) -> Lawful {
    let setup = rules.setup(seats, &json!({})).map_err(broken(Law::Options))?;
    let schema = rules.option_schema();
    let described = schema["properties"].as_object().cloned().unwrap_or_default();
    let shown = setup.options.as_object().cloned().unwrap_or_default();
    insist(described.keys().eq(shown.keys()), Law::Options, || "schema and options name different options".to_owned())?;
    let samples = samples(&schema);
    for (name, property) in &described {
        insist(samples.get(name).is_some_and(|values| !values.is_empty()), Law::Options, || {
            format!("the schema of {name} has no values and no examples to try")
        })?;
        insist(property["description"].is_string(), Law::Options, || format!("{name} is not described"))?;
        insist(property.get("default") == shown.get(name), Law::Options, || {
            format!("{name}: the schema has another default")
        })?;
        refuses(rules, seats, name, &json!([{"x": 1}]))?;
        refuses(rules, seats, name, &json!("\u{202e}nonsense"))?;
        refuses(rules, seats, name, &json!(-1))?;
        refuses(rules, seats, name, &json!(1e300))?;
        for (bound, beyond) in [("minimum", -1), ("maximum", 1)] {
            if let Some(limit) = property[bound].as_i64() {
                refuses(rules, seats, name, &json!(limit + beyond))?;
            }
        }
    }
    refuses(rules, seats, "no_such_option", &json!(1))?;
    let hostile = json!({ ("\u{202e}\u{7}".repeat(5000)): "\u{1b}[31m" });
    let refused = rules.setup(seats, &hostile).err().map(|fault| fault.to_string()).unwrap_or_default();
    let repeats = refused.chars().any(|c| c.is_control() || c == '\u{202e}') || refused.len() > 2000;
    insist(!refused.is_empty() && !repeats, Law::Options, || {
        format!("a hostile name of an option is repeated: {refused:?}")
    })?;
    let (least, most) = (*rules.info().seats.start(), *rules.info().seats.end());
    for wrong in [0, least - 1, most + 1, 255] {
        let refused = rules.setup(wrong, &json!({}));
        insist(matches!(refused, Err(Fault::Seats { .. })), Law::Options, || {
            format!("{wrong} seats give {refused:?}")
        })?;
    }
    for nonsense in [json!(null), json!("x"), json!(7), json!([]), json!([1, 2])] {
        let refused = rules.setup(seats, &nonsense);
        insist(matches!(refused, Err(Fault::Option(_))), Law::Options, || {
            format!("options {nonsense} give {refused:?}")
        })?;
    }
    Ok(())
}

fn refuses(rules: &dyn Rules, seats: u8, name: &str, value: &Value) -> Lawful {
    let refused = rules.setup(seats, &json!({ name: value }));
    insist(matches!(&refused, Err(Fault::Option(bad)) if bad.name == name), Law::Options, || {
        format!("option {name} = {value} gives {refused:?}")
    })
}

/// Filled-in options give the same match again.
pub(super) fn check_filled(rules: &dyn Rules, seats: u8, options: &Value) -> Lawful {
    let filled = rules.setup(seats, options).map_err(broken(Law::Options))?;
    let again = rules.setup(seats, &filled.options).map_err(broken(Law::Options))?;
    insist(filled == again, Law::Options, || format!("{} become {}", filled.options, again.options))?;
    let chairs: std::collections::BTreeSet<&str> = filled.chairs.iter().map(|chair| chair.id.as_str()).collect();
    insist(chairs.len() == usize::from(seats), Law::Options, || "two chairs of one id".to_owned())?;
    let well_formed =
        |id: &&str| !id.is_empty() && id.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-'));
    let reserved = ["anyone", "all", "nobody", "at", "outcome"];
    insist(chairs.iter().all(|id| well_formed(id) && !reserved.contains(id)), Law::Options, || {
        format!("chairs {chairs:?}")
    })
}
