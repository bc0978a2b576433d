//! What of a newer OpenAPI document breaks clients that were made from an older one.
//!
//! Requests and answers are opposite: a request that was right has to stay right, and an answer has to hold all that it held. What an answer
//! holds beside that is no break: clients ignore what they do not know.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

/// A change that breaks clients.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Break {
    /// The operation, such as `GET /v1/games`.
    pub operation: String,
    /// The place in it, and what has changed.
    pub change: String,
}

/// Who sends what a schema describes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Request,
    Answer,
}

/// The breaking changes from an older document to a newer one, each once.
pub fn breaks(older: &Value, newer: &Value) -> Vec<Break> {
    let (before, after) = (operations(older), operations(newer));
    let mut found = BTreeSet::new();
    for (name, old) in &before {
        let mut note = |change: String| {
            found.insert(Break { operation: name.clone(), change });
        };
        let Some(new) = after.get(name) else {
            note("it is removed".to_owned());
            continue;
        };
        for field in ["operationId", "x-required-scope"] {
            if old[field] != new[field] {
                note(format!("{field} is {} instead of {}", new[field], old[field]));
            }
        }
        let mut comparison = Comparison { older, newer, note: &mut note, open: Vec::new() };
        comparison.parameters(old, new);
        comparison.body(&old["requestBody"], &new["requestBody"]);
        for (status, response) in entries(&old["responses"]).filter(|(status, _)| status.starts_with('2')) {
            let other = resolved(newer, &new["responses"][status]);
            if other.is_null() {
                (comparison.note)(format!("the answer {status} is removed"));
                continue;
            }
            comparison.contents(&format!("answer {status}"), resolved(older, response), other, Side::Answer);
        }
    }
    found.into_iter().collect()
}

/// The operations of a document by method and path.
fn operations(document: &Value) -> BTreeMap<String, &Value> {
    let of_path = |(path, item)| {
        let each = entries(item).filter(|(_, operation)| operation["operationId"].is_string());
        each.map(move |(method, operation)| (format!("{} {path}", method.to_uppercase()), operation))
    };
    entries(&document["paths"]).flat_map(of_path).collect()
}

fn entries(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

fn present(value: &Value) -> Option<&Value> {
    Some(value).filter(|value| !value.is_null())
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn words(value: &Value) -> BTreeSet<&str> {
    list(value).iter().filter_map(Value::as_str).collect()
}

/// A value, or the one that it refers to.
fn resolved<'a>(document: &'a Value, value: &'a Value) -> &'a Value {
    let target = value["$ref"].as_str().and_then(|path| document.pointer(path.strip_prefix('#')?));
    target.map_or(value, |target| resolved(document, target))
}

struct Comparison<'a, F> {
    older: &'a Value,
    newer: &'a Value,
    note: F,
    /// The schemas that are being compared, by name: a schema may hold itself.
    open: Vec<String>,
}

impl<F: FnMut(String)> Comparison<'_, F> {
    fn parameters(&mut self, old: &Value, new: &Value) {
        let key = |one: &Value| (one["in"].to_string(), one["name"].to_string());
        let (before, after) = (list(&old["parameters"]), list(&new["parameters"]));
        for one in after.iter().filter(|one| one["required"] == true) {
            if !before.iter().any(|old| key(old) == key(one) && old["required"] == true) {
                (self.note)(format!("the parameter {} is required", one["name"]));
            }
        }
        for one in before {
            let place = format!("parameter {}", one["name"]);
            match after.iter().find(|new| key(new) == key(one)) {
                Some(new) => self.schema(&place, &one["schema"], &new["schema"], Side::Request),
                None => (self.note)(format!("the {place} is removed")),
            }
        }
    }

    fn body(&mut self, old: &Value, new: &Value) {
        if new["required"] == true && old["required"] != true {
            (self.note)("the body is required".to_owned());
        }
        if !old.is_null() {
            self.contents("body", old, new, Side::Request);
        }
    }

    fn contents(&mut self, place: &str, old: &Value, new: &Value, side: Side) {
        for (kind, content) in entries(&old["content"]) {
            match present(&new["content"][kind]) {
                None => (self.note)(format!("the {place} is no more {kind}")),
                Some(other) => self.schema(place, &content["schema"], &other["schema"], side),
            }
        }
    }

    fn schema(&mut self, place: &str, old: &Value, new: &Value, side: Side) {
        let (old_schema, new_schema) = (resolved(self.older, old), resolved(self.newer, new));
        let Some(name) = old["$ref"].as_str() else { return self.resolved(place, old_schema, new_schema, side) };
        if !self.open.iter().any(|open| open == name) {
            self.open.push(name.to_owned());
            self.resolved(place, old_schema, new_schema, side);
            self.open.pop();
        }
    }

    fn resolved(&mut self, place: &str, old: &Value, new: &Value, side: Side) {
        self.kinds(place, old, new, side);
        self.bounds(place, old, new, side);
        let (before, after) = (words(&old["required"]), words(&new["required"]));
        for name in entries(&old["properties"]).map(|(name, _)| name) {
            let inner = format!("{place}.{name}");
            match present(&new["properties"][name]) {
                None => (self.note)(format!("{inner} is removed")),
                Some(other) => self.schema(&inner, &old["properties"][name], other, side),
            }
        }
        let (less, more) = match side {
            Side::Request => (&before, &after),
            Side::Answer => (&after, &before),
        };
        for name in more.difference(less) {
            // A removed field is told already.
            if new["properties"][name].is_null() {
                continue;
            }
            (self.note)(match side {
                Side::Request => format!("{place}.{name} is required"),
                Side::Answer => format!("{place}.{name} may be missing"),
            });
        }
        for inner in ["items", "additionalProperties"] {
            if old[inner].is_object() {
                self.schema(&format!("{place}[]"), &old[inner], &new[inner], side);
            }
        }
        for inner in ["allOf", "oneOf", "anyOf"] {
            for (at, variant) in list(&old[inner]).iter().enumerate() {
                match present(&new[inner][at]) {
                    None => (self.note)(format!("{place}: a variant is removed")),
                    Some(other) => self.schema(place, variant, other, side),
                }
            }
        }
    }

    /// The types and the words of a value.
    fn kinds(&mut self, place: &str, old: &Value, new: &Value, side: Side) {
        let types = |schema: &Value| -> BTreeSet<String> {
            let one = schema["type"].as_str().into_iter().chain(words(&schema["type"]));
            one.map(str::to_owned).collect()
        };
        let (before, after) = (types(old), types(new));
        let (narrow, wide) = match side {
            Side::Request => (&before, &after),
            Side::Answer => (&after, &before),
        };
        if !narrow.is_subset(wide) {
            (self.note)(format!("{place} has the types {after:?} instead of {before:?}"));
        }
        let (before, after) = (words(&old["enum"]), words(&new["enum"]));
        for word in before.difference(&after).filter(|_| !new["enum"].is_null() || side == Side::Answer) {
            (self.note)(format!("{place} is never {word:?}"));
        }
        if side == Side::Request && old["enum"].is_null() && !new["enum"].is_null() {
            (self.note)(format!("{place} takes some words only"));
        }
        if old["const"] != new["const"] {
            (self.note)(format!("{place} is {} instead of {}", new["const"], old["const"]));
        }
    }

    /// The bounds of what a request may hold. Those of answers may widen: clients hold what comes.
    fn bounds(&mut self, place: &str, old: &Value, new: &Value, side: Side) {
        if side == Side::Answer {
            return;
        }
        let upper = ["maxLength", "maxItems", "maximum"].map(|name| (name, 1.0));
        let lower = ["minLength", "minItems", "minimum"].map(|name| (name, -1.0));
        for (name, sign) in upper.into_iter().chain(lower) {
            let bound = |schema: &Value| schema[name].as_f64().map(|bound| sign * bound);
            if bound(new).is_some_and(|new| bound(old).is_none_or(|old| new < old)) {
                (self.note)(format!("{place}: {name} is {} instead of {}", new[name], old[name]));
            }
        }
        if !new["pattern"].is_null() && old["pattern"] != new["pattern"] {
            (self.note)(format!("{place} has another pattern"));
        }
    }
}
