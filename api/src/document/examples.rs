//! Examples of schemas. A schema without an example of its own gets one that is made from the examples of its parts.

use serde_json::{Value, json};

use super::tree::{Members, referred};

/// Gives every schema an example.
pub(super) fn fill(schemas: &mut Members) {
    let examples: Vec<Value> = schemas.values().map(|schema| example(schema, schemas)).collect();
    for (schema, example) in schemas.values_mut().zip(examples) {
        if let Some(schema) = schema.as_object_mut() {
            schema.remove("examples");
            schema.insert("example".to_owned(), example);
        }
    }
}

fn example(schema: &Value, schemas: &Members) -> Value {
    if let Some(name) = referred(schema) {
        return schemas.get(name).map_or(Value::Null, |schema| example(schema, schemas));
    }
    let known = &schema[super::answers::KNOWN];
    for own in [&schema["example"], &schema["examples"][0], &schema["enum"][0], &known[0], &schema["default"]] {
        if !own.is_null() {
            return own.clone();
        }
    }
    if let Some(all) = schema["allOf"].as_array() {
        let parts = all.iter().filter_map(|part| example(part, schemas).as_object().cloned()).flatten();
        return Value::Object(parts.collect());
    }
    let alternatives = schema["oneOf"].as_array().or_else(|| schema["anyOf"].as_array());
    if let Some(alternatives) = alternatives {
        return alternatives.iter().map(|one| example(one, schemas)).find(|one| !one.is_null()).unwrap_or_default();
    }
    let kind = match &schema["type"] {
        Value::Array(kinds) => kinds.iter().find(|kind| *kind != "null"),
        kind @ (Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Object(_)) => Some(kind),
    };
    match (kind.and_then(Value::as_str).unwrap_or_default(), schema["format"].as_str()) {
        ("string", Some("date-time")) => json!("2026-11-21T10:00:00Z"),
        ("string", Some("date")) => json!("2026-11-21"),
        ("string", Some("uuid")) => json!("0198c0de-7a11-7000-8000-00c0ffee0006"),
        ("string", _) => json!("text"),
        ("integer" | "number", _) => json!(1),
        ("boolean", _) => json!(false),
        ("array", _) if schema["items"].is_null() => json!([]),
        ("array", _) => json!([example(&schema["items"], schemas)]),
        ("null", _) => Value::Null,
        _ => {
            let members = schema["properties"].as_object().into_iter().flatten();
            Value::Object(members.map(|(name, schema)| (name.clone(), example(schema, schemas))).collect())
        }
    }
}
