//! Answers that a client reads which is older than the server: their words are open, and unknown members are allowed.
//!
//! Requests keep their closed sets of words. A schema that both sides use is split if it differs: that of answers is called `Shown...`.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::tree::{Document, Members, Side, each, name_at, reference, references};
use super::variants::TAG;

/// The member that lists the words that this version knows, as other APIs do.
pub(super) const KNOWN: &str = "x-extensible-enum";

/// Opens everything that clients read.
pub(super) fn open(document: &mut Document) {
    let answered = document.schemas_read_by(Side::Answer);
    let split = split(document, &answered);
    let schemas = &mut document.components.schemas;
    let mut opened = Members::new();
    for name in answered {
        let own = if split.contains(&name) { format!("Shown{name}") } else { name.clone() };
        let mut schema = match split.contains(&name) {
            true => schemas.get(&name).cloned().unwrap_or_default(),
            false => schemas.remove(&name).unwrap_or_default(),
        };
        open_schema(&mut schema);
        rename(&mut schema, &split);
        opened.insert(own, schema);
    }
    schemas.append(&mut opened);
    let unions = schemas.iter().filter(|(_, schema)| schema["anyOf"].is_array()).map(|(name, _)| name.clone());
    for union in unions.collect::<Vec<_>>() {
        add_others(schemas, &union);
    }
    for part in document.read_by(Side::Answer) {
        each(part, &mut open_inner);
        rename(part, &split);
    }
}

/// The names of the schemas of both sides that differ.
fn split(document: &mut Document, answered: &BTreeSet<String>) -> BTreeSet<String> {
    let sent = document.schemas_read_by(Side::Request);
    let both: Vec<(&String, &Value)> = document
        .components
        .schemas
        .iter()
        .filter(|(name, _)| sent.contains(*name) && answered.contains(*name))
        .collect();
    let is_closed = |schema: &Value| {
        let mut opened = schema.clone();
        open_schema(&mut opened);
        opened != *schema
    };
    let mut split: BTreeSet<String> =
        both.iter().filter(|(_, schema)| is_closed(schema)).map(|(name, _)| (*name).clone()).collect();
    loop {
        let refers = |schema: &Value| references(schema).iter().any(|name| split.contains(name));
        let more = both.iter().find(|(name, schema)| !split.contains(*name) && refers(schema));
        let Some((name, _)) = more else { return split };
        split.insert((*name).clone());
    }
}

/// Opens a named schema.
fn open_schema(schema: &mut Value) {
    if let Some(words) = schema.as_object_mut().filter(|schema| schema.contains_key("enum")) {
        return open_words(words);
    }
    each(schema, &mut open_inner);
}

/// Opens a part of a schema. A single word is the tag of a variant.
fn open_inner(schema: &mut Members) {
    if schema.get("enum").and_then(Value::as_array).is_some_and(|words| words.len() > 1) {
        open_words(schema);
    }
    if schema.get("additionalProperties").is_some_and(|values| *values == json!(false)) {
        schema.remove("additionalProperties");
    }
    // A discriminator would have to know every kind.
    if schema.remove("discriminator").is_some()
        && let Some(variants) = schema.remove("oneOf")
    {
        schema.insert("anyOf".to_owned(), variants);
    }
}

/// Makes an enumeration a string that lists its words. Generated clients refuse words that an enumeration does not have.
fn open_words(schema: &mut Members) {
    let Some(words) = schema.remove("enum") else { return };
    let known: Vec<String> = words.as_array().into_iter().flatten().filter_map(Value::as_str).map(code).collect();
    let description = schema.get("description").and_then(Value::as_str).unwrap_or_default();
    let description = format!("{description} Known values: {}. Later versions may add others.", known.join(", "));
    schema.insert("description".to_owned(), description.trim().into());
    schema.insert(KNOWN.to_owned(), words);
}

fn code(word: &str) -> String {
    format!("`{word}`")
}

/// Refers to the schemas of answers.
fn rename(value: &mut Value, split: &BTreeSet<String>) {
    each(value, &mut |members| {
        for value in members.values_mut() {
            let name = value.as_str().and_then(name_at).filter(|name| split.contains(*name));
            if let Some(shown) = name.map(|name| reference(&format!("Shown{name}"))["$ref"].take()) {
                *value = shown;
            }
        }
    });
}

/// Adds the variant for all kinds that are not known yet to a union: it has the members that all variants share. A variant with no
/// others is the same.
fn add_others(schemas: &mut Members, union: &str) {
    let variants: Vec<String> = references(&schemas[union]["anyOf"]);
    let members = |name: &String| schemas[name]["properties"].as_object().cloned().unwrap_or_default();
    let all: Vec<(String, Map<String, Value>)> = variants.iter().map(|name| (name.clone(), members(name))).collect();
    let mut common = all.first().map(|(_, members)| members.clone()).unwrap_or_default();
    common.retain(|name, _| all.iter().all(|(_, members)| members.contains_key(name)));
    let (plain, special): (Vec<_>, Vec<_>) = all.into_iter().partition(|(_, members)| members.len() == common.len());
    common.insert(
        TAG.to_owned(),
        json!({"type": "string", "description": "The kind: one that this document does not know."}),
    );
    let other = format!("Other{}", union.trim_start_matches("Shown"));
    for (name, _) in plain {
        schemas.remove(&name);
    }
    let any_of: Vec<Value> = special.iter().map(|(name, _)| name).chain([&other]).map(|name| reference(name)).collect();
    schemas[union]["anyOf"] = any_of.into();
    let required: Vec<&String> = common.keys().collect();
    let description = "Any other kind. Later versions may add some.";
    let schema = json!({"type": "object", "description": description, "required": required, "properties": common,
        "additionalProperties": true});
    schemas.insert(other, schema);
}
