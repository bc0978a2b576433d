//! The document as JSON in its parts, and ways through it.

use std::collections::BTreeSet;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// Named values.
pub(super) type Members = Map<String, Value>;

/// The beginning of references to schemas.
const SCHEMAS: &str = "#/components/schemas/";

/// The document in its parts, in the order in which readers need them.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct Document {
    openapi: String,
    info: Value,
    servers: Value,
    tags: Value,
    pub(super) paths: IndexMap<String, Value>,
    #[serde(default)]
    pub(super) webhooks: Members,
    pub(super) components: Components,
}

/// The parts with names.
#[derive(Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Components {
    pub(super) schemas: Members,
    #[serde(default)]
    pub(super) headers: Members,
    #[serde(default)]
    pub(super) path_items: Members,
    security_schemes: Value,
}

/// Who reads what a schema describes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    /// The server: it knows every word.
    Request,
    /// A client, which may be older than the server.
    Answer,
}

impl Document {
    /// The parts of operations that a side reads.
    pub(super) fn read_by(&mut self, side: Side) -> Vec<&mut Value> {
        let names = |is_call: bool| -> &'static [&'static str] {
            match (is_call, side) {
                (false, Side::Request) => &["parameters", "requestBody"],
                (false, Side::Answer) => &["responses"],
                (true, Side::Request) => &[],
                (true, Side::Answer) => &["requestBody"],
            }
        };
        let Components { path_items, .. } = &mut self.components;
        let calls = path_items.values_mut().map(|item| (true, item));
        let items = calls.chain(self.paths.values_mut().map(|item| (false, item)));
        let operations = items.flat_map(|(is_call, item)| {
            item.as_object_mut().into_iter().flat_map(Map::values_mut).map(move |operation| (is_call, operation))
        });
        operations
            .filter_map(|(is_call, operation)| Some((is_call, operation.as_object_mut()?)))
            .flat_map(|(is_call, operation)| {
                operation.iter_mut().filter(move |(name, _)| names(is_call).contains(&name.as_str()))
            })
            .map(|(_, part)| part)
            .collect()
    }

    /// The named schemas that a side reads.
    pub(super) fn schemas_read_by(&mut self, side: Side) -> BTreeSet<String> {
        let mut open: Vec<String> = self.read_by(side).into_iter().flat_map(|part| references(part)).collect();
        let mut found = BTreeSet::new();
        while let Some(name) = open.pop() {
            if let Some(schema) = self.components.schemas.get(&name).filter(|_| !found.contains(&name)) {
                open.extend(references(schema));
                found.insert(name);
            }
        }
        found
    }

    /// Changes every object, the inner ones first.
    pub(super) fn each_schema(&mut self, mut change: impl FnMut(&mut Members)) {
        for value in self.paths.values_mut().chain(self.components.schemas.values_mut()) {
            each(value, &mut change);
        }
    }
}

/// A reference to a schema.
pub(super) fn reference(name: &str) -> Value {
    json!({ "$ref": format!("{SCHEMAS}{name}") })
}

/// The name of the schema that a value refers to, if it is a reference.
pub(super) fn referred(value: &Value) -> Option<&str> {
    name_at(value["$ref"].as_str()?)
}

/// The name of the schema at a path of the document.
pub(super) fn name_at(path: &str) -> Option<&str> {
    path.strip_prefix(SCHEMAS)
}

/// The names of the schemas that a value refers to anywhere.
pub(super) fn references(value: &Value) -> Vec<String> {
    match value {
        Value::Object(members) => {
            let own = referred(value).map(str::to_owned);
            own.into_iter().chain(members.values().flat_map(references)).collect()
        }
        Value::Array(items) => items.iter().flat_map(references).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Vec::new(),
    }
}

/// Changes every object in a value, the inner ones first. Examples are not looked at.
pub(super) fn each(value: &mut Value, change: &mut impl FnMut(&mut Members)) {
    match value {
        Value::Object(members) => {
            for (name, inner) in members.iter_mut() {
                match (name.as_str(), inner) {
                    ("example" | "examples", _) => {}
                    // The names in it are those of members, which may be called `example`.
                    ("properties", Value::Object(inner)) => inner.values_mut().for_each(|inner| each(inner, change)),
                    (_, inner) => each(inner, change),
                }
            }
            change(members);
        }
        Value::Array(items) => items.iter_mut().for_each(|item| each(item, change)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
