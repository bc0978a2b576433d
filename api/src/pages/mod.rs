//! The few web pages that the links of letters lead to. No scripts: a page says what its one button does, and nothing
//! happens before it is pressed, as mail scanners open every link.

use actix_web::http::{StatusCode, header};
use actix_web::{HttpResponse, ResponseError, Route, web};
use askama::Template;

use crate::http::problem::{Answer, Kind, Problem};
use crate::routes;

/// What the browser may do with a page: show it and send its form.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; form-action 'self'; \
                      base-uri 'none'; frame-ancestors 'none'";

pub mod confirm_address;
mod home;
pub mod invitation;
mod mailbox;
mod match_page;
pub mod move_page;
mod problems;
pub mod sign_in;
pub mod unsubscribe;

/// The pages that nobody's program needs, so they are not in the OpenAPI document.
pub fn register(config: &mut web::ServiceConfig) {
    let mut page = |path: &str, handler: fn() -> Route| {
        config.service(routes::page(path, handler));
    };
    page("/", || web::to(home::show));
    page("/docs", || web::to(home::to_docs));
    page("/matches/{match_id}", || web::to(match_page::show));
    page("/problems", || web::to(problems::list));
    page("/problems/{slug}", || web::to(problems::show));
    page("/mailbox", || web::to(mailbox::list));
    page("/mailbox.json", || web::to(mailbox::list_json));
    page("/mailbox/{letter_id}", || web::to(mailbox::show));
    page("/mailbox/{letter_id}/html", || web::to(mailbox::show_html));
}

/// A template as an answer.
fn html(template: &impl Template) -> Answer<HttpResponse> {
    let body = template.render().map_err(Problem::internal)?;
    Ok(HttpResponse::Ok()
        .content_type("text/html; charset=utf-8")
        .insert_header((header::CONTENT_SECURITY_POLICY, POLICY))
        .body(body))
}

/// A page.
#[derive(Template, Default)]
#[template(path = "pages/page.html")]
pub struct Page {
    /// The heading.
    pub title: String,
    /// Paragraphs.
    pub lines: Vec<String>,
    /// What is to be copied: what it is, and the text.
    pub copies: Vec<(&'static str, String)>,
    /// What can be read at a glance, an entry each.
    pub list: Vec<String>,
    /// The buttons: where each sends its form, if not to this very address, and its words.
    pub buttons: Vec<(Option<String>, &'static str)>,
    /// A link at the end: where to, and its words.
    pub link: Option<(String, &'static str)>,
}

impl Page {
    /// A page with a heading and a paragraph.
    pub fn new(title: &str, line: impl Into<String>) -> Page {
        Page { title: title.to_owned(), lines: vec![line.into()], ..Page::default() }
    }

    /// One paragraph more.
    #[must_use]
    pub fn and(mut self, line: impl Into<String>) -> Page {
        self.lines.push(line.into());
        self
    }

    /// With a button.
    #[must_use]
    pub fn button(mut self, words: &'static str) -> Page {
        self.buttons.push((None, words));
        self
    }

    /// With a button that sends its form elsewhere.
    #[must_use]
    pub fn button_to(mut self, path: String, words: &'static str) -> Page {
        self.buttons.push((Some(path), words));
        self
    }

    /// With a link at the end.
    #[must_use]
    pub fn link(mut self, path: impl Into<String>, words: &'static str) -> Page {
        self.link = Some((path.into(), words));
        self
    }

    /// As an answer.
    pub fn answer(&self) -> HttpResponse {
        self.with_status(StatusCode::OK)
    }

    fn with_status(&self, status: StatusCode) -> HttpResponse {
        unstored(self, status)
    }
}

/// A page, or the page of a refusal.
fn shown(page: Answer<Page>) -> HttpResponse {
    page.map_or_else(|problem| refusal(&problem), |page| page.answer())
}

/// A template as an answer that is never stored, and whose address, which is a secret, is told to nobody.
fn unstored(template: &impl Template, status: StatusCode) -> HttpResponse {
    match template.render() {
        Ok(body) => HttpResponse::build(status)
            .content_type("text/html; charset=utf-8")
            .insert_header((header::CONTENT_SECURITY_POLICY, POLICY))
            .insert_header((header::CACHE_CONTROL, "no-store"))
            .insert_header((header::REFERRER_POLICY, "no-referrer"))
            .insert_header((header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
            .body(body),
        Err(why) => Problem::internal(why).error_response(),
    }
}

/// A refusal as a page for people, with the status of the problem.
pub fn refusal(problem: &Problem) -> HttpResponse {
    let page = match problem.kind() {
        Kind::BAD_CODE => Page::new("This link is of no use", "It has been used, has expired, or is not complete.")
            .and("Letters are good for a short time only. Ask for a new one."),
        Kind::NOT_FOUND => Page::new("This link leads nowhere", "It is not complete, or was not made by this server.")
            .and("Open it from the letter itself, or copy all of it."),
        kind => Page::new(kind.title, problem.detail()),
    };
    let mut answer = page.with_status(problem.status_code());
    for (name, value) in problem.error_response().headers().iter().filter(|(name, _)| *name != header::CONTENT_TYPE) {
        answer.headers_mut().insert(name.clone(), value.clone());
    }
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_page_is_taken_for_markup() {
        let mut page = Page::new("<b>", "a & b").button("Go");
        page.copies.push(("token", "<script>".to_owned()));
        let text = page.render().unwrap();
        assert!(!text.contains("<script") && !text.contains("<b>") && text.contains("a &#38; b"), "{text}");
        assert!(text.contains("<form method=\"post\">"));
        assert!(!Page::new("t", "l").render().unwrap().contains("<form"));
    }
}
