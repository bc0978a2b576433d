//! The headers of responses that do not depend on the operation.

use serde_json::json;

use super::tree::Document;

/// The headers, each with its meaning.
const ALL: [(&str, &str); 6] = [
    ("X-Request-Id", "The id of the request, for questions to the host."),
    (
        "RateLimit-Policy",
        "The limit: `\"account\";q=600;w=60` permits 600 requests in 60 seconds (draft-ietf-httpapi-ratelimit-headers).",
    ),
    (
        "RateLimit",
        "What is left of the limit: with `\"account\";r=599;t=1` 599 requests, and the full limit in one second.",
    ),
    ("Retry-After", "The number of seconds to wait before the next attempt (RFC 9110, section 10.2.3)."),
    ("Deprecation", "The time since which the operation is deprecated, if it is (RFC 9745)."),
    ("Sunset", "The time at which the operation will be removed, if it is deprecated (RFC 8594)."),
];

/// Returns whether a response with this status may have a header.
fn comes(header: &str, path: &str, status: &str) -> bool {
    match header {
        "Retry-After" => status == "429" || status == "5XX",
        "Deprecation" | "Sunset" => status.starts_with('2'),
        "RateLimit" | "RateLimit-Policy" => path.starts_with(crate::http::API),
        _ => true,
    }
}

/// Declares them at each response that may have them.
pub(super) fn declare(document: &mut Document) {
    for (path, item) in &mut document.paths {
        for operation in item.as_object_mut().into_iter().flat_map(|item| item.values_mut()) {
            for (status, response) in operation["responses"].as_object_mut().into_iter().flatten() {
                for (name, _) in ALL.iter().filter(|(name, _)| comes(name, path, status)) {
                    response["headers"][*name] = json!({ "$ref": format!("#/components/headers/{name}") });
                }
            }
        }
    }
    for (name, description) in ALL {
        let schema = match name {
            "Retry-After" => json!({"type": "integer", "minimum": 1}),
            _ => json!({"type": "string"}),
        };
        document.components.headers.insert(name.to_owned(), json!({"description": description, "schema": schema}));
    }
}
