//! Answers with an entity tag, and 304 if the client has the present one (RFC 9110, section 13).

use actix_web::http::StatusCode;
use actix_web::http::header::{self, ETag, EntityTag, Header, IfNoneMatch};
use actix_web::{HttpRequest, HttpResponse};
use serde::Serialize;

use super::problem::Problem;
use crate::secrets::{hash, hex};

/// The body as JSON with an entity tag made from it; 304 without a body if the client has it already.
pub fn answer(request: &HttpRequest, status: StatusCode, body: &impl Serialize) -> HttpResponse {
    let text = match serde_json::to_string(body) {
        Ok(text) => text,
        Err(why) => return actix_web::ResponseError::error_response(&Problem::internal(why)),
    };
    let tag = EntityTag::new_strong(hex(&hash(&text)[..12]));
    // For reads only: the answer to a move is always complete.
    let unchanged = request.method().is_safe() && status == StatusCode::OK && has(request, &tag);
    let mut answer = HttpResponse::build(if unchanged { StatusCode::NOT_MODIFIED } else { status });
    answer.insert_header(ETag(tag)).insert_header((header::CACHE_CONTROL, "private, no-cache"));
    answer.insert_header((header::VARY, "Authorization"));
    if unchanged { answer.finish() } else { answer.content_type("application/json").body(text) }
}

/// Returns whether the client has the body with this tag already (RFC 9110, section 13.1.2).
fn has(request: &HttpRequest, tag: &EntityTag) -> bool {
    match IfNoneMatch::parse(request) {
        Ok(IfNoneMatch::Any) => true,
        Ok(IfNoneMatch::Items(tags)) => tags.iter().any(|known| known.weak_eq(tag)),
        Err(_) => false,
    }
}
