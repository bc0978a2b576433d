//! The laws of options, and random options from a game's schema.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::{Law, Result, broken, insist};
use crate::dice::Dice;
use crate::options::{MATTERS_WITH, SEATS, list_leaves, words_of};
use crate::rules::{Fault, Rules};

/// For each option the values to try.
pub(super) type Samples = BTreeMap<String, Vec<Value>>;

/// The option that bounds a game that could go on for ever; the laws always set it.
const BOUND: &str = "max_rounds";

/// Reads from the schema every value of every option that has few, and the examples of the others.
pub(super) fn samples(schema: &Value) -> Samples {
    let properties = schema["properties"].as_object().cloned().unwrap_or_default();
    let mut samples: Samples =
        properties.iter().map(|(name, property)| (name.clone(), values_to_try(schema, property))).collect();
    if let Some(bound) = samples.get_mut(BOUND) {
        bound.retain(|value| !value.is_null());
    }
    samples
}

/// The values of an option that has few, or its examples.
pub(crate) fn values_to_try(schema: &Value, property: &Value) -> Vec<Value> {
    let mut leaves = Vec::new();
    list_leaves(schema, property, &mut leaves);
    let mut values: Vec<Value> = leaves.into_iter().flat_map(values_of).collect();
    values.extend(property["examples"].as_array().cloned().unwrap_or_default());
    values
}

/// The constants that a schema without references and alternatives allows.
fn values_of(leaf: &Value) -> Vec<Value> {
    let mut values: Vec<Value> = leaf.get("const").cloned().into_iter().collect();
    values.extend(leaf["enum"].as_array().cloned().unwrap_or_default());
    let has_type =
        |name: &str| leaf["type"] == name || leaf["type"].as_array().is_some_and(|list| list.contains(&json!(name)));
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

/// Checks that no option is required and that wrong ones are refused with their names.
pub(super) fn check(rules: &dyn Rules, seats: u8) -> Result {
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
        check_words(&schema, name, property)?;
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
    let (least, max) = (*rules.info().seats.start(), *rules.info().seats.end());
    for wrong in [0, least - 1, max + 1, 255] {
        let refused = rules.setup(wrong, &json!({}));
        let chairs = rules.chairs(wrong, &json!({}));
        let both = matches!((&refused, &chairs), (Err(Fault::Seats { .. }), Err(Fault::Seats { .. })));
        insist(both, Law::Options, || format!("{wrong} seats give {refused:?} and {chairs:?}"))?;
    }
    for nonsense in [json!(null), json!("x"), json!(7), json!([]), json!([1, 2])] {
        let refused = rules.setup(seats, &nonsense);
        insist(matches!(refused, Err(Fault::Option(_))), Law::Options, || {
            format!("options {nonsense} give {refused:?}")
        })?;
    }
    Ok(())
}

/// Checks that an option has a title and a description, each of few values has words, and its conditions can occur.
fn check_words(schema: &Value, name: &str, property: &Value) -> Result {
    for word in ["title", "description"] {
        let text = property[word].as_str().unwrap_or_default();
        insist(!text.is_empty() && !text.contains('_'), Law::Options, || format!("{name} has the {word} {text:?}"))?;
    }
    let mut leaves = Vec::new();
    list_leaves(schema, property, &mut leaves);
    for leaf in leaves.into_iter().filter(|leaf| leaf["const"].is_string()) {
        insist(words_of(leaf).is_some(), Law::Options, || format!("{name}: {leaf} is not described"))?;
    }
    insist(property["enum"].is_null(), Law::Options, || {
        format!("{name}: describe each value of {}", property["enum"])
    })?;
    for (other, values) in property[MATTERS_WITH].as_object().into_iter().flatten() {
        let possible = values_to_try(schema, &schema["properties"][other]);
        let known = |value: &Value| if other == SEATS { value.is_u64() } else { possible.contains(value) };
        let values = values.as_array().cloned().unwrap_or_default();
        insist(!values.is_empty() && values.iter().all(known), Law::Options, || {
            format!("{name} matters with {other} {values:?}, which cannot be")
        })?;
    }
    Ok(())
}

fn refuses(rules: &dyn Rules, seats: u8, name: &str, value: &Value) -> Result {
    let refused = rules.setup(seats, &json!({ name: value }));
    insist(matches!(&refused, Err(Fault::Option(bad)) if bad.name == name), Law::Options, || {
        format!("option {name} = {value} gives {refused:?}")
    })
}

/// Checks that filled-in options give the same match again, with chairs and words.
pub(super) fn check_filled(rules: &dyn Rules, seats: u8, options: &Value) -> Result {
    let filled = rules.setup(seats, options).map_err(broken(Law::Options))?;
    let again = rules.setup(seats, &filled.options).map_err(broken(Law::Options))?;
    insist(filled == again, Law::Options, || format!("{} become {}", filled.options, again.options))?;
    for options in [options, &filled.options] {
        let alone = rules.chairs(seats, options).map_err(broken(Law::Options))?;
        insist(alone == filled.chairs, Law::Options, || format!("{options}: {alone:?} are not {:?}", filled.chairs))?;
    }
    let chairs: std::collections::BTreeSet<&str> = filled.chairs.iter().map(|chair| chair.id.as_str()).collect();
    insist(chairs.len() == usize::from(seats), Law::Options, || "two chairs of one id".to_owned())?;
    let words = rules.in_words(seats, &filled.options);
    insist(words.iter().all(|line| !line.contains(['_', '{'])), Law::Options, || format!("in words: {words:?}"))?;
    let well_formed =
        |id: &&str| !id.is_empty() && id.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-'));
    let reserved = ["anyone", "all", "no-seat", "at", "outcome"];
    insist(chairs.iter().all(|id| well_formed(id) && !reserved.contains(id)), Law::Options, || {
        format!("chairs {chairs:?}")
    })
}
