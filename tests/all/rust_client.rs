//! The generated part of the package for Rust: the types of requests and responses, and a method for each operation, from the document.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::{Value, json};

const HEAD: &str = "\
//! The types of requests and responses, and a method for each operation.
//!
//! Generated: from the OpenAPI document, by `UPDATE=1 cargo test -p tests rust_client`.
//!
//! Fields that a later server adds are ignored. Words that it adds are the variant `Other` of their enum.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::client::{Client, Request, part};
use crate::problem::Error;
";

/// Writes the file `openapi/rust/src/api.rs`.
pub(crate) fn generate(document: &Value) -> String {
    let mut module = Module { schemas: &document["components"]["schemas"], items: BTreeMap::new() };
    for (name, schema) in entries(module.schemas) {
        module.item(name, schema);
    }
    let mut methods = String::new();
    for (path, item) in entries(&document["paths"]).into_iter().filter(|(path, _)| path.starts_with("/v1/")) {
        for (method, operation) in entries(item) {
            let is_method = ["get", "post", "put", "patch", "delete"].contains(&method.as_str());
            if is_method && operation["requestBody"]["content"].get("application/octet-stream").is_none() {
                methods += &module.operation(method, path, operation);
            }
        }
    }
    let items: String = module.items.into_values().collect();
    format!("{HEAD}{items}\n/// The operations of the API.\nimpl Client {{{methods}}}\n")
}

struct Module<'a> {
    schemas: &'a Value,
    /// The text of each type, by its name.
    items: BTreeMap<String, String>,
}

impl Module<'_> {
    /// Adds a type for a schema that has a name. Returns the name.
    fn item(&mut self, name: &str, schema: &Value) -> String {
        let text = self.type_of(schema, name);
        if text != name {
            // Words and lists of another type.
            self.items.insert(name.to_owned(), format!("\n{}pub type {name} = {text};\n", doc(schema, "")));
        }
        name.to_owned()
    }

    /// The type of a schema, as text. What needs a type of its own becomes one, with this name.
    fn type_of(&mut self, schema: &Value, name: &str) -> String {
        if let Some(known) = schema["$ref"].as_str() {
            return last(known).to_owned();
        }
        if let Some(inner) = without_null(schema) {
            return format!("Option<{}>", self.type_of(&inner, name));
        }
        if let Some(words) = schema["enum"].as_array().or(schema["x-extensible-enum"].as_array()) {
            return self.words(name, schema, words);
        }
        if let Some(options) = schema["oneOf"].as_array().or(schema["anyOf"].as_array()) {
            return self.union(name, schema, options);
        }
        match schema["type"].as_str() {
            _ if schema.get("properties").is_some() || schema.get("allOf").is_some() => self.object(name, schema),
            Some("array") => format!("Vec<{}>", self.type_of(&schema["items"], name)),
            Some("string") => "String".to_owned(),
            Some("integer") => "i64".to_owned(),
            Some("number") => "f64".to_owned(),
            Some("boolean") => "bool".to_owned(),
            Some("object") => "Map<String, Value>".to_owned(),
            _ => "Value".to_owned(),
        }
    }

    /// An enum of words. Those of responses are open: later servers add some.
    fn words(&mut self, name: &str, schema: &Value, words: &[Value]) -> String {
        let words: Vec<&str> = words.iter().filter_map(Value::as_str).collect();
        let is_open = schema.get("x-extensible-enum").is_some();
        let about = doc(schema, "");
        let mut text = format!("\n{}", if about.is_empty() { "/// A word.\n" } else { &about });
        let default = if words.len() == 1 && !is_open { "Default, " } else { "" };
        let _ = writeln!(text, "#[derive(Clone, {default}PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]");
        if is_open {
            text += "#[non_exhaustive]\n";
        }
        let _ = writeln!(text, "pub enum {name} {{");
        for word in &words {
            let default = if default.is_empty() { "" } else { "    #[default]\n" };
            let variant = camel(last(word));
            let _ = writeln!(text, "    /// `{word}`\n{default}    #[serde(rename = \"{word}\")]\n    {variant},");
        }
        if is_open {
            text += "    /// A word of a later server.\n    #[serde(untagged)]\n    Other(String),\n";
        }
        let _ = writeln!(text, "}}\n\nimpl {name} {{\n    /// The word.\n    pub fn as_str(&self) -> &str {{");
        text += "        match self {\n";
        for word in words {
            let _ = writeln!(text, "            Self::{} => \"{word}\",", camel(last(word)));
        }
        if is_open {
            text += "            Self::Other(word) => word,\n";
        }
        text += "        }\n    }\n}\n";
        if is_open {
            let _ = writeln!(text, "\nimpl Default for {name} {{\n    fn default() -> Self {{");
            text += "        Self::Other(String::new())\n    }\n}\n";
        }
        self.items.insert(name.to_owned(), text);
        name.to_owned()
    }

    /// An enum of objects, each with its own `kind`. A variant that begins with `Other` takes what comes from the future.
    fn union(&mut self, name: &str, schema: &Value, options: &[Value]) -> String {
        let mut text = format!("\n{}#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]\n", doc(schema, ""));
        let _ = writeln!(text, "#[serde(untagged)]\n#[non_exhaustive]\npub enum {name} {{");
        for (at, option) in options.iter().enumerate() {
            let inner = self.type_of(option, &format!("{name}{at}"));
            let variant = if inner.starts_with("Other") { "Other" } else { &inner };
            let _ = writeln!(text, "{}    {variant}({inner}),", doc(self.resolved(option), "    "));
        }
        self.items.insert(name.to_owned(), text + "}\n");
        name.to_owned()
    }

    fn object(&mut self, name: &str, schema: &Value) -> String {
        let (mut properties, mut required) = (BTreeMap::new(), Vec::new());
        self.gather(schema, &mut properties, &mut required);
        let default = if self.has_default(schema) { "Default, " } else { "" };
        let mut text =
            format!("\n{}#[derive(Clone, {default}PartialEq, Debug, Serialize, Deserialize)]\n", doc(schema, ""));
        let _ = writeln!(text, "pub struct {name} {{");
        for (field, inner) in &properties {
            let kind = self.type_of(inner, &format!("{name}{}", camel(field)));
            let is_optional = !required.iter().any(|one| one == field);
            let kind = if is_optional && !kind.starts_with("Option<") { format!("Option<{kind}>") } else { kind };
            text += &self.field_doc(field, inner);
            if is_optional {
                text += "    #[serde(skip_serializing_if = \"Option::is_none\")]\n";
            }
            if snake(field) != *field {
                let _ = writeln!(text, "    #[serde(rename = \"{field}\")]");
            }
            let _ = writeln!(text, "    pub {}: {kind},", identifier(field));
        }
        if schema["additionalProperties"] == true {
            text += "    /// Everything else.\n    #[serde(flatten)]\n    pub rest: Map<String, Value>,\n";
        }
        self.items.insert(name.to_owned(), text + "}\n");
        name.to_owned()
    }

    /// The fields of an object and of those that it extends.
    fn gather(&self, schema: &Value, properties: &mut BTreeMap<String, Value>, required: &mut Vec<Value>) {
        for part in schema["allOf"].as_array().into_iter().flatten() {
            self.gather(self.resolved(part), properties, required);
        }
        properties
            .extend(entries(&schema["properties"]).into_iter().map(|(name, inner)| (name.clone(), inner.clone())));
        required.extend(schema["required"].as_array().into_iter().flatten().cloned());
    }

    fn resolved<'b>(&'b self, schema: &'b Value) -> &'b Value {
        schema["$ref"].as_str().map_or(schema, |name| &self.schemas[last(name)])
    }

    /// The doc comment of a field. If it may be null, the description stands at what it is otherwise.
    fn field_doc(&self, field: &str, schema: &Value) -> String {
        let inner = without_null(schema).unwrap_or_default();
        let mut said = [schema, &inner, self.resolved(&inner)].map(|schema| doc(schema, "    ")).into_iter();
        said.find(|text| !text.is_empty()).unwrap_or_else(|| format!("    /// The {field}.\n"))
    }

    /// True if the type has a default: a request then needs to name only what differs from it.
    fn has_default(&self, schema: &Value) -> bool {
        let schema = self.resolved(schema);
        let (mut properties, mut required) = (BTreeMap::new(), Vec::new());
        self.gather(schema, &mut properties, &mut required);
        let is_union = schema.get("oneOf").is_some() || schema.get("anyOf").is_some();
        let is_choice = schema["enum"].as_array().is_some_and(|words| words.len() > 1);
        without_null(schema).is_some()
            || !is_union
                && !is_choice
                && required.iter().all(|name| self.has_default(&properties[name.as_str().unwrap_or_default()]))
    }

    /// The method for an operation. Headers are left to `Client::call`, except the key by which a repeated request takes effect once.
    fn operation(&mut self, method: &str, path: &str, operation: &Value) -> String {
        let id = operation["operationId"].as_str().expect("an id");
        let (mut arguments, mut sent) = ("&self".to_owned(), String::new());
        let (mut query, mut required, mut key) = (BTreeMap::new(), Vec::new(), "");
        let (mut path, mut values) = (path.to_owned(), String::new());
        for one in operation["parameters"].as_array().into_iter().flatten() {
            let name = one["name"].as_str().expect("a name");
            match one["in"].as_str() {
                Some("path") => {
                    let kind = if one["schema"]["type"] == "integer" { "i64" } else { "&str" };
                    let _ = write!(arguments, ", {}: {kind}", identifier(name));
                    let _ = write!(values, ", part(&{})", identifier(name));
                    path = path.replace(&format!("{{{name}}}"), "{}");
                }
                Some("query") => {
                    let mut schema = one["schema"].clone();
                    schema["description"] = one["description"].clone();
                    query.insert(name.to_owned(), schema);
                    if one["required"] == true {
                        required.push(name);
                    }
                }
                _ if name == "Idempotency-Key" => key = ", key: Option<&str>",
                _ => {}
            }
        }
        if let Some(body) = operation.pointer("/requestBody/content/application~1json/schema") {
            let _ = write!(arguments, ", body: &{}", self.type_of(body, &format!("{}Body", camel(id))));
            sent += ".body(body)?";
        }
        if !query.is_empty() {
            let name = format!("{}Query", camel(id));
            let about = format!("The query of [`Client::{id}`].");
            self.object(&name, &json!({"description": about, "properties": query, "required": required}));
            let _ = write!(arguments, ", query: &{name}");
            sent += ".query(query)?";
        }
        arguments += key;
        sent += if key.is_empty() { "" } else { ".key(key)" };
        let (call, result) = self.result(id, operation, &mut arguments, &mut sent);
        let summary = operation["summary"].as_str().unwrap_or_default();
        let about = operation["description"].as_str().map_or(summary.to_owned(), |more| format!("{summary}\n\n{more}"));
        let about = doc(&json!({"description": about}), "    ");
        let method = method.to_uppercase();
        let path = if values.is_empty() { format!("\"{path}\"") } else { format!("format!(\"{path}\"{values})") };
        let head = format!("\n{about}    pub fn {id}({arguments}) -> Result<{result}, Error> {{\n");
        format!("{head}        self.{call}(&Request::new(\"{method}\", {path}){sent})\n    }}\n")
    }

    /// How an operation is called, and the type of its result. Bytes come in the media type for which the caller asks.
    fn result(
        &mut self,
        id: &str,
        operation: &Value,
        arguments: &mut String,
        sent: &mut String,
    ) -> (&'static str, String) {
        let answer = entries(&operation["responses"]).into_iter().find(|(status, _)| status.starts_with('2'));
        let media = &answer.expect("a success").1["content"];
        if let Some(json) = media.get("application/json") {
            return ("call", self.type_of(&json["schema"], &format!("{}Answer", camel(id))));
        }
        let kinds: Vec<&String> = entries(media).into_keys().collect();
        match kinds[..] {
            [] => return ("call", "()".to_owned()),
            [kind] => *sent += &format!(".header(\"Accept\", \"{kind}\")"),
            _ => {
                *arguments += ", accept: &str";
                *sent += ".header(\"Accept\", accept)";
            }
        }
        ("call_for_bytes", "Vec<u8>".to_owned())
    }
}

/// The members of an object, in alphabetical order.
fn entries(value: &Value) -> BTreeMap<&String, &Value> {
    value.as_object().into_iter().flatten().collect()
}

fn last(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// What a schema is if it is not null, if it may be null.
fn without_null(schema: &Value) -> Option<Value> {
    if let Some([inner, null]) = schema["oneOf"].as_array().map(Vec::as_slice) {
        return (null["type"] == "null").then(|| inner.clone());
    }
    let types = schema["type"].as_array()?;
    let mut inner = schema.clone();
    inner["type"] = types.iter().find(|one| *one != "null")?.clone();
    Some(inner)
}

/// The doc comment for the description of a schema.
fn doc(schema: &Value, indent: &str) -> String {
    let lines = schema["description"].as_str().unwrap_or_default().lines();
    lines.map(|line| format!("{indent}/// {line}").trim_end().to_owned() + "\n").collect()
}

fn camel(words: &str) -> String {
    let parts = words.split(|letter: char| !letter.is_alphanumeric());
    parts
        .map(|part| part.chars().take(1).flat_map(char::to_uppercase).chain(part.chars().skip(1)).collect::<String>())
        .collect()
}

fn snake(name: &str) -> String {
    let letter =
        |letter: char| if letter.is_uppercase() { format!("_{}", letter.to_lowercase()) } else { letter.into() };
    name.chars().map(letter).collect()
}

fn identifier(name: &str) -> String {
    let raw = if ["type", "move", "match", "in", "for", "as", "use", "ref"].contains(&name) { "r#" } else { "" };
    format!("{raw}{}", snake(name))
}

#[test]
fn the_committed_client_for_rust_is_the_one_of_the_document() {
    const COMMITTED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../openapi/rust/src/api.rs");
    let document = std::fs::read_to_string(crate::generators::DOCUMENT).unwrap();
    let text = generate(&serde_json::from_str(&document).unwrap());
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(COMMITTED, &text).unwrap();
    }
    let committed = std::fs::read_to_string(COMMITTED).unwrap();
    assert!(committed == text, "openapi/rust/src/api.rs is stale: UPDATE=1 cargo test -p tests rust_client");
}
