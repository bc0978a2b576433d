//! The requests that the server sends: calls of webhooks (Standard Webhooks).

use serde_json::{Value, json};

use super::tree::{Document, reference};
use crate::http::hooks::CallKind;

/// Adds a call for each type, with the schemas of their bodies. A call is a named part, because generators of clients make methods of
/// calls that stand in the section itself.
pub(super) fn add(document: &mut Document) {
    for kind in CallKind::ALL {
        let word = serde_json::to_value(kind).unwrap_or_default();
        let word = word.as_str().unwrap_or_default();
        let name = format!("Call{}", super::variants::camel_case(word));
        document.webhooks.insert(word.to_owned(), json!({ "$ref": format!("#/components/pathItems/{name}") }));
        document.components.path_items.insert(name, call(kind, word));
    }
}

fn call(kind: CallKind, word: &str) -> Value {
    let body = reference(if kind == CallKind::Test { "HookTest" } else { "HookCall" });
    let id = format!("receive_{}", word.replace('-', "_"));
    json!({"post": {
        "operationId": id,
        "tags": ["account"],
        "summary": kind.summary(),
        "description": "The headers `webhook-id`, `webhook-timestamp` and `webhook-signature` sign the request (Standard Webhooks).",
        "security": [],
        "requestBody": {"required": true, "content": {"application/json": {"schema": body}}},
        "responses": {
            "2XX": {"description": "The delivery succeeded"},
            "410": {"description": "The webhook is disabled"},
            "default": {"description": "The delivery is retried"},
        },
    }})
}
