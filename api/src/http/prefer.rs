//! The header `Prefer` (RFC 7240): a client can do without the match in the response to a move.

use std::convert::Infallible;
use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::http::header::HeaderName;
use actix_web::{FromRequest, HttpRequest, HttpResponse};
use serde::Serialize;
use utoipa::IntoParams;

/// The header of a request.
pub const PREFER: HeaderName = HeaderName::from_static("prefer");
/// The header of a response that says what was heeded.
pub const APPLIED: HeaderName = HeaderName::from_static("preference-applied");

/// The only preference that is heeded.
const MINIMAL: &str = "return=minimal";

/// What the client wants in the response. Preferences that are not known are ignored, as the RFC asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Prefer {
    /// All that the operation responds with.
    Whole,
    /// The status alone.
    Minimal,
}

impl Prefer {
    /// The response: that of `make`, which is not called for a client that wants the status alone.
    pub fn answer<T: Serialize, E>(self, make: impl FnOnce() -> Result<T, E>) -> Result<HttpResponse, E> {
        Ok(match self {
            Prefer::Whole => HttpResponse::Ok().json(make()?),
            Prefer::Minimal => HttpResponse::NoContent().insert_header((APPLIED, MINIMAL)).finish(),
        })
    }
}

impl FromRequest for Prefer {
    type Error = Infallible;
    type Future = Ready<Result<Prefer, Infallible>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let texts = request.headers().get_all(PREFER).filter_map(|value| value.to_str().ok());
        // The first of several preferences about the same counts.
        let returns = texts.flat_map(|text| text.split(',')).map(wish).find(|wish| wish.starts_with("return="));
        ready(Ok(if returns.as_deref() == Some(MINIMAL) { Prefer::Minimal } else { Prefer::Whole }))
    }
}

/// A preference without its parameters, blanks and quotation marks, in small letters.
fn wish(text: &str) -> String {
    let bare = text.split(';').next().unwrap_or_default();
    bare.chars().filter(|c| !c.is_whitespace() && *c != '"').collect::<String>().to_ascii_lowercase()
}

/// The header, for the document.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
pub struct PreferHeader {
    /// `return=minimal` asks for a response with status 204 and no body (RFC 7240), which is faster.
    #[param(rename = "Prefer", required = false, example = "return=minimal")]
    #[allow(dead_code, reason = "read by `Prefer`")]
    prefer: Option<String>,
}
