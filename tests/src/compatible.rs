//! What of an OpenAPI document clients rely on, and which changes of it break them.
//!
//! A document is a set of facts, each a line: a kind, a place, and mostly what holds there. The facts of the last release are a file.
//!
//! | kind | what clients made of it | a break |
//! |---|---|---|
//! | `has` | they use it: an operation, a field, a word that a request may hold | it goes |
//! | `needs` | they comply with it: a required field, a pattern, the types of an answer | it comes to a place that was there |
//! | `is` | both: the id of an operation, a constant | it goes or comes |
//! | `limit` | requests keep within it | it becomes tighter |
//!
//! Places are operations and named schemas, each of these once as part of requests and once as part of answers. What an answer holds beyond
//! the facts is no break: clients ignore what they do not know.

use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};

use serde_json::Value;

/// The lines of a document.
pub type Facts = BTreeSet<String>;

/// A change that breaks clients.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Break {
    /// The operation, such as `GET /v1/games`, or the schema.
    pub place: String,
    /// The fact that went or came.
    pub change: String,
}

/// Who sends what a schema describes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Side {
    Request,
    Answer,
}

impl Display for Side {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Side::Request { "request" } else { "answer" })
    }
}

/// The limits of requests, each with true if a smaller number is tighter.
const LIMITS: [(&str, bool); 6] = [
    ("maxItems", true),
    ("maxLength", true),
    ("maximum", true),
    ("minItems", false),
    ("minLength", false),
    ("minimum", false),
];

/// The changes from the facts of a release to later ones that break clients.
pub fn breaks(before: &Facts, after: &Facts) -> Vec<Break> {
    let was_there = |fact: &Fact<'_>| before.contains(&format!("has {}", fact.place));
    let mut found = Vec::new();
    let mut note = |fact: &Fact<'_>, change| found.push(Break { place: fact.owner(), change });
    for line in before.difference(after) {
        let fact = Fact::parse(line);
        // A request may hold any word now.
        let is_free = fact.what.starts_with("word ")
            && fact.place.starts_with("request ")
            && !after.contains(&format!("needs {}: a word", fact.place));
        if matches!(fact.kind, "has" | "is") && !is_free {
            note(&fact, format!("no longer: {line}"));
        }
    }
    for line in after.difference(before) {
        let fact = Fact::parse(line);
        let is_break = match fact.kind {
            "needs" | "is" => true,
            "limit" => fact.is_tighter(before),
            _ => false,
        };
        if is_break && was_there(&fact) {
            note(&fact, format!("new: {line}"));
        }
    }
    found
}

/// The parts of a line.
struct Fact<'a> {
    kind: &'a str,
    place: &'a str,
    what: &'a str,
}

impl<'a> Fact<'a> {
    fn parse(line: &'a str) -> Fact<'a> {
        let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
        let (place, what) = rest.split_once(": ").unwrap_or((rest, ""));
        Fact { kind, place, what }
    }

    /// The operation or the schema of its place.
    fn owner(&self) -> String {
        let mut words = self.place.split(' ');
        let (first, second) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        if matches!(first, "request" | "answer") {
            return second.split(['.', '[', '{', '|']).next().unwrap_or_default().to_owned();
        }
        format!("{first} {second}")
    }

    /// Returns whether this limit is tighter than that of the same place before, or there was none.
    fn is_tighter(&self, before: &Facts) -> bool {
        let (name, limit) = self.what.split_once(' ').unwrap_or_default();
        let smaller = LIMITS.contains(&(name, true));
        let start = format!("limit {}: {name} ", self.place);
        let earlier = before.range(start.clone()..).next().and_then(|line| line.strip_prefix(&start));
        let number = |text: &str| text.parse::<f64>().unwrap_or(f64::NAN);
        earlier.is_none_or(|earlier| (number(limit) < number(earlier)) == smaller)
    }
}

/// The facts of a document.
pub fn facts(document: &Value) -> Facts {
    let mut reader = Reader { document, facts: Facts::new(), named: BTreeSet::new() };
    for (path, item) in entries(&document["paths"]) {
        for (method, operation) in entries(item).filter(|(_, operation)| operation["operationId"].is_string()) {
            reader.operation(&format!("{} {path}", method.to_uppercase()), operation);
        }
    }
    reader.facts
}

struct Reader<'a> {
    document: &'a Value,
    facts: Facts,
    /// The named schemas that were read already.
    named: BTreeSet<(Side, &'a str)>,
}

impl<'a> Reader<'a> {
    fn add(&mut self, fact: String) {
        self.facts.insert(fact);
    }

    fn operation(&mut self, name: &str, operation: &'a Value) {
        self.add(format!("has {name}"));
        for field in ["operationId", "x-required-scope"] {
            if let Some(text) = operation[field].as_str() {
                self.add(format!("is {name}: {field} {text}"));
            }
        }
        for one in list(&operation["parameters"]) {
            let parameter = one["name"].as_str().unwrap_or_default();
            if one["required"] == true {
                self.add(format!("needs {name}: parameter {parameter}"));
            }
            self.schema(&format!("{name} ?{parameter}"), &one["schema"], Side::Request);
        }
        if operation["requestBody"]["required"] == true {
            self.add(format!("needs {name}: body"));
        }
        self.contents(&format!("{name} body"), &operation["requestBody"], Side::Request);
        for (status, answer) in entries(&operation["responses"]).filter(|(status, _)| status.starts_with('2')) {
            let shared = answer["$ref"].as_str().and_then(|path| self.document.pointer(path.strip_prefix('#')?));
            self.add(format!("has {name} {status}"));
            self.contents(&format!("{name} {status}"), shared.unwrap_or(answer), Side::Answer);
        }
    }

    fn contents(&mut self, place: &str, holder: &'a Value, side: Side) {
        for (kind, content) in entries(&holder["content"]) {
            self.schema(&format!("{place} {kind}"), &content["schema"], side);
        }
    }

    fn schema(&mut self, place: &str, schema: &'a Value, side: Side) {
        self.add(format!("has {place}"));
        if let Some(name) = schema["$ref"].as_str().and_then(|path| path.strip_prefix("#/components/schemas/")) {
            self.add(format!("has {place}: {name}"));
            if self.named.insert((side, name)) {
                self.schema(&format!("{side} {name}"), &self.document["components"]["schemas"][name], side);
            }
            return;
        }
        self.value(place, schema, side);
        for (name, inner) in entries(&schema["properties"]) {
            self.schema(&format!("{place}.{name}"), inner, side);
        }
        for name in list(&schema["required"]).iter().filter_map(Value::as_str) {
            self.add(match side {
                Side::Request => format!("needs {place}: field {name}"),
                Side::Answer => format!("has {place}: field {name} always"),
            });
        }
        for (inner, mark) in [("items", "[]"), ("additionalProperties", "{}")] {
            if schema[inner].is_object() {
                self.schema(&format!("{place}{mark}"), &schema[inner], side);
            }
        }
        for (at, variant) in
            ["allOf", "oneOf", "anyOf"].into_iter().flat_map(|all| list(&schema[all]).iter().enumerate())
        {
            let is_own = variant["properties"].is_object();
            let place = if is_own { format!("{place}|{at}") } else { place.to_owned() };
            self.schema(&place, variant, side);
        }
    }

    /// The facts of a value itself: its types, its words and its limits.
    fn value(&mut self, place: &str, schema: &Value, side: Side) {
        let types = schema["type"].as_str().into_iter().chain(list(&schema["type"]).iter().filter_map(Value::as_str));
        let verb = if side == Side::Request { "has" } else { "needs" };
        types.for_each(|name| self.add(format!("{verb} {place}: type {name}")));
        for word in list(&schema["enum"]) {
            self.add(format!("has {place}: word {word}"));
        }
        if !schema["const"].is_null() {
            self.add(format!("is {place}: const {}", schema["const"]));
        }
        if side == Side::Answer {
            return;
        }
        if !schema["enum"].is_null() {
            self.add(format!("needs {place}: a word"));
        }
        if let Some(pattern) = schema["pattern"].as_str() {
            self.add(format!("needs {place}: pattern {pattern}"));
        }
        for (name, _) in LIMITS.iter().filter(|(name, _)| schema[*name].is_number()) {
            self.add(format!("limit {place}: {name} {}", schema[*name]));
        }
    }
}

fn entries(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}
