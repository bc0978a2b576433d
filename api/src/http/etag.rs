//! Answers that say when nothing has changed (RFC 9110, section 13).

use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse};
use serde::Serialize;

use super::problem::Problem;
use crate::secrets::{hash, hex};

/// The body as JSON with an ETag made from it; 304 without a body if the client has that one already.
pub fn answer(request: &HttpRequest, status: StatusCode, body: &impl Serialize) -> HttpResponse {
    let text = match serde_json::to_string(body) {
        Ok(text) => text,
        Err(why) => return actix_web::ResponseError::error_response(&Problem::internal(why)),
    };
    let tag = format!("\"{}\"", hex(&hash(&text)[..12]));
    let known = request.headers().get_all(header::IF_NONE_MATCH).filter_map(|value| value.to_str().ok());
    // Only for what is merely read: a move that was played is answered in full.
    let unchanged = request.method().is_safe()
        && known.flat_map(|value| value.split(',')).any(|known| {
            let known = known.trim();
            known == "*" || known.strip_prefix("W/").unwrap_or(known) == tag
        });
    let mut answer =
        HttpResponse::build(if unchanged && status == StatusCode::OK { StatusCode::NOT_MODIFIED } else { status });
    answer.insert_header((header::ETAG, tag)).insert_header((header::CACHE_CONTROL, "private, no-cache"));
    answer.insert_header((header::VARY, "Authorization"));
    if unchanged && status == StatusCode::OK {
        answer.finish()
    } else {
        answer.content_type("application/json").body(text)
    }
}
