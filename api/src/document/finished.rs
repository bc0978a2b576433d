//! The finished document: what is done to all of it at once, after its parts were made from the code.

use serde_json::json;
use utoipa::openapi::OpenApi;

use super::tree::{Document, Members};
use super::{answers, calls, examples, headers, limits, variants};
use crate::http::problem::{Kind, type_path};

/// The document of these operations, ready for clients.
pub(super) fn finished(operations: &OpenApi) -> Document {
    // As text, in which the paths stay in their order.
    let document = serde_json::to_string(operations).and_then(|text| serde_json::from_str(&text));
    let mut document: Document = document.unwrap_or_default();
    calls::add(&mut document);
    problems(&mut document.components.schemas);
    variants::name(&mut document.components.schemas);
    document.each_schema(plain_maps);
    answers::open(&mut document);
    headers::declare(&mut document);
    limits::set(&mut document);
    examples::fill(&mut document.components.schemas);
    document
}

/// Makes maps of anything plain maps: generators make a type of its own for `{}`.
fn plain_maps(schema: &mut Members) {
    if schema.get("additionalProperties").is_some_and(|values| *values == json!({})) {
        schema.insert("additionalProperties".to_owned(), json!(true));
        schema.remove("propertyNames");
    }
}

/// Lists the problems, each with its page.
fn problems(schemas: &mut Members) {
    let Some(schema) = schemas.get_mut("ProblemDocument") else { return };
    let line =
        |kind: &Kind| format!("\n* [`{}`]({}): {} ({})", kind.slug, type_path(kind.slug), kind.title, kind.status);
    let description = schema["description"].as_str().unwrap_or_default();
    let lines: String = Kind::ALL.iter().map(line).collect();
    schema["description"] = format!("{description}\n\nThe kinds, each with its page and status:\n{lines}").into();
    schema["properties"]["type"]["enum"] = Kind::ALL.iter().map(|kind| type_path(kind.slug)).collect();
}
