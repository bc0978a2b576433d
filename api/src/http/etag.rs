//! Responses with an entity tag, and 304 if the client has the present one (RFC 9110, section 13).

use std::convert::Infallible;
use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, ETag, EntityTag, Header, HeaderValue, IfNoneMatch};
use actix_web::web::Bytes;
use actix_web::{FromRequest, HttpRequest, HttpResponse};
use serde::Serialize;
use utoipa::IntoParams;

use super::problem::Problem;
use crate::secrets::{hash, hex};

/// The body as JSON with an entity tag made from it; 304 without a body if the client has it already.
pub fn answer(request: &HttpRequest, status: StatusCode, body: &impl Serialize) -> HttpResponse {
    let text = match serde_json::to_string(body) {
        Ok(text) => text,
        Err(why) => return actix_web::ResponseError::error_response(&Problem::internal(why)),
    };
    let tag = of_text(&text);
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
        Tagged { tag: of_text(&text), text: text.into() }
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

/// The entity tag of what [`answer`] shows.
pub fn of(shown: &impl Serialize) -> EntityTag {
    of_text(&serde_json::to_string(shown).unwrap_or_default())
}

/// The entity tag of a text.
fn of_text(text: &str) -> EntityTag {
    EntityTag::new_strong(hex(&hash(text)[..12]))
}

/// The states that a change may replace (RFC 9110, section 13.1.1).
#[derive(Debug)]
pub enum Replaced {
    /// Any state: the client does not say.
    Any,
    /// The states with these tags.
    Tagged(Vec<EntityTag>),
}

impl Replaced {
    /// Returns whether the change may replace what is shown like this.
    pub fn has(&self, shown: &impl Serialize) -> bool {
        let Replaced::Tagged(tags) = self else { return true };
        let present = of(shown);
        tags.iter().any(|tag| tag.strong_eq(&present))
    }
}

impl FromRequest for Replaced {
    type Error = Infallible;
    type Future = Ready<Result<Replaced, Infallible>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let values: Vec<&[u8]> = request.headers().get_all(header::IF_MATCH).map(HeaderValue::as_bytes).collect();
        if values.is_empty() || values == [b"*"] {
            return ready(Ok(Replaced::Any));
        }
        // What cannot be read is no present state.
        let texts = values.into_iter().filter_map(|value| std::str::from_utf8(value).ok());
        ready(Ok(Replaced::Tagged(
            texts.flat_map(|text| text.split(',')).filter_map(|tag| known_tag(tag.trim())).collect(),
        )))
    }
}

/// Reads a tag. Our own have no comma; many clients leave out the quotation marks.
fn known_tag(text: &str) -> Option<EntityTag> {
    let is_bare = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if is_bare { Some(EntityTag::new_strong(text.to_owned())) } else { text.parse().ok() }
}

/// The header, for the document.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
pub struct IfMatchHeader {
    /// The `ETag` of the state that you replace. If another device has changed it, the response is the problem `changed`.
    #[param(rename = "If-Match", required = false, example = "\"2c26b46b68ffc68ff99b453c\"")]
    #[allow(dead_code, reason = "read by `Replaced`")]
    tags: Option<String>,
}
