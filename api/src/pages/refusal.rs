//! A refusal as a page for people, with the status of the problem.

use std::fmt;

use actix_web::http::{StatusCode, header};
use actix_web::{HttpResponse, ResponseError};
use askama::Template;

use super::{Page, unstored};
use crate::http::problem::{Kind, Problem};

/// The error response of a page.
#[derive(Debug)]
pub struct RefusalPage(Problem);

impl RefusalPage {
    /// Returns whether the reader is not signed in, or not any more.
    pub(super) fn is_signed_out(&self) -> bool {
        self.0.kind() == Kind::UNAUTHENTICATED
    }
}

impl<E: Into<Problem>> From<E> for RefusalPage {
    fn from(why: E) -> RefusalPage {
        RefusalPage(why.into())
    }
}

impl fmt::Display for RefusalPage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl ResponseError for RefusalPage {
    fn status_code(&self) -> StatusCode {
        self.0.status_code()
    }

    fn error_response(&self) -> HttpResponse {
        let page = match self.0.kind() {
            Kind::BAD_CODE => Page::new("This link is not valid", "It has been used, has expired, or is incomplete.")
                .and("Links in emails are valid for a short time only. Ask for a new email."),
            Kind::NOT_FOUND => {
                Page::new("There is no such page", "The link is incomplete, or is not from this server.")
                    .and("If it is from an email, open it in the email itself or copy all of it.")
            }
            Kind::UNAUTHENTICATED => Page::new("You are not signed in", "Your session in this browser has ended.")
                .link("/sign-in", "Sign in"),
            kind => Page::new(kind.title, self.0.detail()),
        };
        respond_with(&self.0, &page)
    }
}

/// The response with status and headers of a problem, in the form of this page.
pub(super) fn respond_with(problem: &Problem, page: &impl Template) -> HttpResponse {
    let mut answer = unstored(page, problem.status_code());
    let problem = problem.error_response();
    for (name, value) in problem.headers().iter().filter(|(name, _)| *name != header::CONTENT_TYPE) {
        answer.headers_mut().insert(name.clone(), value.clone());
    }
    answer
}
