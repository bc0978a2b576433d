//! The operations of the OpenAPI document, as a table for tests.

use std::sync::LazyLock;

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
    /// Its object in the document.
    pub spec: Value,
}

/// The whole document.
pub fn document() -> Value {
    serde_json::from_str(&turnpost::routes::document_text()).unwrap()
}

/// Every operation of the document.
pub fn all() -> Vec<Operation> {
    static DOCUMENT: LazyLock<Value> = LazyLock::new(document);
    let document = &*DOCUMENT;
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

/// The method and the path of every route: the operations of the document, and the pages beside them.
pub fn routes() -> Vec<(String, String)> {
    let operations = all().into_iter().map(|operation| (operation.method, operation.path));
    operations.chain(turnpost::routes::pages_beside_document()).collect()
}

/// A path with its `{names}` filled in.
pub fn filled(path: &str, fill: impl Fn(&str) -> String) -> String {
    let mut filled = String::new();
    let mut rest = path;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}').unwrap();
        filled.push_str(before);
        filled.push_str(&fill(name));
        rest = after;
    }
    filled + rest
}

/// Fails if an operation answers a problem that the document does not list for it.
pub fn expect_listed(method: &str, path: &str, problem: &Value) {
    static ALL: LazyLock<Vec<Operation>> = LazyLock::new(all);
    let method = if method == "HEAD" { "GET" } else { method };
    let Some(operation) = ALL.iter().find(|operation| operation.method == method && operation.is_at(path)) else {
        return;
    };
    let status = problem["status"].as_u64().unwrap();
    let status = if status >= 500 { "5XX".to_owned() } else { status.to_string() };
    let listed = operation.spec["responses"][&status]["description"].as_str().unwrap_or_default();
    let slug = problem["type"].as_str().unwrap().trim_start_matches("/problems/");
    assert!(
        listed.contains(&format!("`{slug}`")),
        "{}: {slug} is not among the problems {status} {listed}",
        operation.id
    );
}

/// The target of a `$ref` of the document, or the schema itself.
pub fn resolved<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
    match schema["$ref"].as_str() {
        Some(to) => document.pointer(to.strip_prefix('#').unwrap()).unwrap_or_else(|| panic!("{to} leads nowhere")),
        None => schema,
    }
}

impl Operation {
    /// Returns whether the operation reads the token of a person.
    pub fn takes_token(&self) -> bool {
        let security = self.spec["security"].as_array();
        security.is_some_and(|list| list.iter().any(|one| one.get("bearer").is_some()))
    }

    /// Returns whether the operation refuses a request without a token.
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

    /// Returns whether a path is one of this operation's.
    fn is_at(&self, path: &str) -> bool {
        let (mut own, mut found) = (self.path.split('/'), path.split('/'));
        loop {
            match (own.next(), found.next()) {
                (None, None) => return true,
                (Some(own), Some(found)) => {
                    let fits = match own.split_once('{') {
                        Some((before, _)) => found.len() > before.len() && found.starts_with(before),
                        None => own == found,
                    };
                    if !fits {
                        return false;
                    }
                }
                _ => return false,
            }
        }
    }

    /// The address with its parameters filled in.
    pub fn at(&self, fill: impl Fn(&str) -> String) -> String {
        filled(&self.path, fill)
    }
}
