//! The operations of the OpenAPI document, as a table for tests.

use serde_json::Value;

/// One operation.
#[derive(Clone, Debug)]
pub struct Operation {
    /// Its `operationId`.
    pub id: String,
    /// In capitals.
    pub method: String,
    /// With `{names}` where ids stand.
    pub path: String,
    /// What the document says of it.
    pub spec: Value,
}

/// The whole document.
pub fn document() -> Value {
    serde_json::from_str(&turnpost::routes::document_text()).unwrap()
}

/// Every operation of the document.
pub fn all() -> Vec<Operation> {
    let document = document();
    let paths = document["paths"].as_object().unwrap();
    let each = paths.iter().flat_map(|(path, item)| {
        item.as_object().unwrap().iter().map(|(method, spec)| Operation {
            id: spec["operationId"].as_str().unwrap_or_default().to_owned(),
            method: method.to_uppercase(),
            path: path.clone(),
            spec: spec.clone(),
        })
    });
    each.collect()
}

/// What a `$ref` of the document leads to, or the schema itself.
pub fn resolved<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
    match schema["$ref"].as_str() {
        Some(to) => document.pointer(to.strip_prefix('#').unwrap()).unwrap_or_else(|| panic!("{to} leads nowhere")),
        None => schema,
    }
}

impl Operation {
    /// Is it for people who are signed in only?
    pub fn needs_token(&self) -> bool {
        let security = self.spec["security"].as_array();
        security.is_some_and(|list| !list.is_empty() && list.iter().all(|one| one.get("bearer").is_some()))
    }

    /// The schema of its JSON body, if it has one.
    pub fn body(&self, document: &Value) -> Option<Value> {
        let schema = &self.spec["requestBody"]["content"]["application/json"]["schema"];
        schema.is_object().then(|| resolved(document, schema).clone())
    }

    /// A request body as the document shows it.
    pub fn example(&self, document: &Value) -> Option<Value> {
        self.body(document).map(|schema| schema["example"].clone())
    }

    /// The address with its parameters filled in.
    pub fn at(&self, fill: impl Fn(&str) -> String) -> String {
        let mut path = String::new();
        let mut rest = self.path.as_str();
        while let Some((before, after)) = rest.split_once('{') {
            let (name, after) = after.split_once('}').unwrap();
            path.push_str(before);
            path.push_str(&fill(name));
            rest = after;
        }
        path + rest
    }
}
