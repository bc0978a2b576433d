//! Responses with an entity tag, and 304 if the client has the present one (RFC 9110, section 13).

use actix_web::http::StatusCode;
use actix_web::http::header::{self, ETag, EntityTag, Header, IfNoneMatch};
use actix_web::web::Bytes;
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
    let unchanged = request.method().is_safe() && status == StatusCode::OK && Known::from_request(request).has(&tag);
    let mut answer = HttpResponse::build(if unchanged { StatusCode::NOT_MODIFIED } else { status });
    answer.insert_header(ETag(tag)).insert_header((header::CACHE_CONTROL, "private, no-cache"));
    answer.insert_header((header::VARY, "Authorization"));
    if unchanged { answer.finish() } else { answer.content_type("application/json").body(text) }
}

/// A text with its entity tag, the same for all who read it.
#[derive(Debug)]
pub struct Tagged {
    text: Bytes,
    tag: EntityTag,
}

impl Tagged {
    /// The text, with a tag made from it.
    pub fn new(text: String) -> Tagged {
        Tagged { tag: EntityTag::new_strong(hex(&hash(&text)[..12])), text: text.into() }
    }

    /// The text as a response of this media type; 304 without a body if the client has it already.
    pub fn answer(&self, request: &HttpRequest, kind: &'static str) -> HttpResponse {
        let unchanged = Known::from_request(request).has(&self.tag);
        let mut answer = if unchanged { HttpResponse::NotModified() } else { HttpResponse::Ok() };
        answer.insert_header(ETag(self.tag.clone())).insert_header((header::CACHE_CONTROL, "no-cache"));
        if unchanged { answer.finish() } else { answer.content_type(kind).body(Bytes::clone(&self.text)) }
    }
}

/// The entity tag of a picture in a form, made from the text that it is drawn from: it is known before the picture is drawn, and changes with
/// what the picture shows and with nothing else.
pub fn of_picture(form: &str, text: &str) -> EntityTag {
    EntityTag::new_strong(format!("{}-{form}", hex(&hash(text)[..12])))
}

/// The bodies that the client has already (RFC 9110, section 13.1.2).
pub struct Known(Option<IfNoneMatch>);

impl Known {
    /// None.
    pub const NOTHING: Known = Known(None);

    /// Reads them from the request.
    pub fn from_request(request: &HttpRequest) -> Known {
        Known(IfNoneMatch::parse(request).ok())
    }

    /// Returns whether the one with this tag is among them.
    pub fn has(&self, tag: &EntityTag) -> bool {
        match &self.0 {
            Some(IfNoneMatch::Any) => true,
            Some(IfNoneMatch::Items(tags)) => tags.iter().any(|known| known.weak_eq(tag)),
            None => false,
        }
    }
}
