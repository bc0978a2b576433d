//! The header `Prefer` (RFC 7240): a client can do without the match in the response to a move, or have more of it.

use std::convert::Infallible;
use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::http::header::HeaderName;
use actix_web::{FromRequest, HttpRequest, HttpResponse};
use utoipa::IntoParams;

use super::parts::Part;

/// The header of a request.
pub const PREFER: HeaderName = HeaderName::from_static("prefer");
/// The header of a response that says what was heeded.
pub const APPLIED: HeaderName = HeaderName::from_static("preference-applied");

/// The only preference that is heeded.
const MINIMAL: &str = "return=minimal";

/// What the client wants in the response. Preferences that are not known are ignored, as the RFC asks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Prefer {
    /// All that the operation responds with, and these parts of the match.
    Whole(Vec<Part>),
    /// The status alone.
    Minimal,
}

impl Prefer {
    /// The response with the status alone.
    pub fn minimal() -> HttpResponse {
        HttpResponse::NoContent().insert_header((APPLIED, MINIMAL)).finish()
    }

    /// Reads a preference with its parameters; `None` for one about something else than what is returned.
    fn read(text: &str) -> Option<Prefer> {
        let mut all = text.split(';').map(|part| part.trim().to_ascii_lowercase().replace('"', ""));
        let preference: String = all.next()?.split_whitespace().collect();
        if !preference.starts_with("return=") {
            return None;
        }
        if preference == MINIMAL {
            return Some(Prefer::Minimal);
        }
        let included = all.find_map(|parameter| {
            let (name, words) = parameter.split_once('=')?;
            (name.trim() == "include").then(|| words.split_whitespace().filter_map(Part::named).collect())
        });
        Some(Prefer::Whole(included.unwrap_or_default()))
    }
}

impl FromRequest for Prefer {
    type Error = Infallible;
    type Future = Ready<Result<Prefer, Infallible>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let texts = request.headers().get_all(PREFER).filter_map(|value| value.to_str().ok());
        // The first of several preferences about the same counts.
        let wish = texts.flat_map(|text| text.split(',')).find_map(Prefer::read);
        ready(Ok(wish.unwrap_or(Prefer::Whole(Vec::new()))))
    }
}

/// The header, for the document.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
pub struct PreferHeader {
    /// `return=minimal` asks for a response with status 204 and no body (RFC 7240), which is faster. `return=representation;
    /// include="choices view"` asks for the match with these parts of it: `view`, `scene`, `text`, or `choices`, which are left out if you
    /// are not awaited, and if your limit is reached.
    #[param(rename = "Prefer", required = false, example = "return=minimal")]
    #[allow(dead_code, reason = "read by `Prefer`")]
    prefer: Option<String>,
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    #[actix_web::test]
    async fn the_first_preference_about_what_is_returned_counts() {
        let whole = |parts: &[Part]| Prefer::Whole(parts.to_vec());
        for (text, expected) in [
            ("return=minimal", Prefer::Minimal),
            ("respond-async, Return = \"minimal\"; x=y, return=representation", Prefer::Minimal),
            ("return=representation; include=choices", whole(&[Part::Choices])),
            ("return=representation;include=\"Choices  view unknown\"", whole(&[Part::Choices, Part::View])),
            ("return=minimal; include=choices", Prefer::Minimal),
            ("include=choices", whole(&[])),
            ("return=other; include", whole(&[])),
            ("", whole(&[])),
        ] {
            let request = TestRequest::default().insert_header((PREFER, text)).to_http_request();
            assert_eq!(Prefer::extract(&request).await, Ok(expected), "{text}");
        }
    }
}
