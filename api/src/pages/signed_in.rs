//! The extractor of pages that only signed-in readers see: all others are sent to the sign-in page and come back.

use std::fmt;
use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::http::{Method, StatusCode};
use actix_web::{FromRequest, HttpRequest, HttpResponse, ResponseError};

use super::refusal::RefusalPage;
use super::see_other;
use super::sign_in::with_next;
use crate::http::caller::Visitor;
use crate::play::caller::Caller;

/// A reader who is signed in.
pub struct SignedIn(pub Caller);

/// The answer to a reader who is not, or to a request that another site may have sent.
#[derive(Debug)]
pub enum NotSignedIn {
    /// To the sign-in page, and from there to this path.
    SignIn(String),
    /// The request is refused.
    Refused(RefusalPage),
}

impl fmt::Display for NotSignedIn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotSignedIn::SignIn(next) => write!(f, "not signed in: {next}"),
            NotSignedIn::Refused(page) => write!(f, "{page}"),
        }
    }
}

impl ResponseError for NotSignedIn {
    fn status_code(&self) -> StatusCode {
        match self {
            NotSignedIn::SignIn(_) => StatusCode::SEE_OTHER,
            NotSignedIn::Refused(page) => page.status_code(),
        }
    }

    fn error_response(&self) -> HttpResponse {
        match self {
            NotSignedIn::SignIn(next) => see_other(&with_next("/sign-in", next)),
            NotSignedIn::Refused(page) => page.error_response(),
        }
    }
}

/// The page with the form that is sent to this path; `None` for paths to which no page sends forms.
pub fn page_of_form(path: &str) -> Option<String> {
    let mut parts = path.trim_start_matches('/').split('/');
    match (parts.next()?, parts.next()?) {
        ("account", _) => Some("/account".to_owned()),
        ("me", _) => Some("/".to_owned()),
        (first @ ("matches" | "new"), second) => Some(format!("/{first}/{second}")),
        _ => None,
    }
}

impl FromRequest for SignedIn {
    type Error = NotSignedIn;
    type Future = Ready<Result<SignedIn, NotSignedIn>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let visitor = Visitor::from_request(request, payload).into_inner();
        ready(match visitor {
            Ok(Visitor(Some(caller))) => Ok(SignedIn(caller)),
            Ok(Visitor(None)) => {
                // What a form sent is lost, so the reader goes back to the page of the form.
                let path = request.uri().path_and_query().map_or("/", |path| path.as_str());
                let next = if request.method() == Method::GET {
                    path.to_owned()
                } else {
                    page_of_form(request.path()).unwrap_or("/".to_owned())
                };
                Err(NotSignedIn::SignIn(next))
            }
            Err(problem) => Err(NotSignedIn::Refused(problem.into())),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_the_sign_in_the_reader_sees_the_page_of_the_form() {
        for (path, page) in [
            ("/account/tokens", Some("/account")),
            ("/matches/17", Some("/matches/17")),
            ("/matches/17/propose", Some("/matches/17")),
            ("/new/magma", Some("/new/magma")),
            ("/me/invitations/3/accept", Some("/")),
            ("/watch/17", None),
        ] {
            assert_eq!(page_of_form(path).as_deref(), page);
        }
    }
}
