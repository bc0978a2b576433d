//! Handlers that respond with HTML, each with its template. A page of an email says what its one button does, and nothing happens before
//! it is pressed, because mail scanners open every link. Every page works without scripts.

use actix_web::body::BoxBody;
use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, Responder, ResponseError};
use askama::Template;
use engine::players::Level;
use engine::scene::Scene;
use engine::svg::Style;

use self::refusal::RefusalPage;
use crate::http::problem::Problem;

/// The content security policy of pages: scripts, style sheets and requests of this server only, and no markup made by scripts but by the
/// policy `turnpost`, which reads pages of this server.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; \
                      require-trusted-types-for 'script'; trusted-types turnpost";

/// The level of computer players if no other is chosen.
const LEVEL: Level = Level::Three;

pub mod account;
pub mod apps;
pub mod around;
pub mod authorize;
mod board;
pub mod bots;
pub mod calendar;
pub mod cards;
pub mod confirm_address;
pub mod decks;
pub mod docs;
pub mod emails_again;
mod first_move;
pub mod games;
pub mod home;
pub mod how_to_play;
pub mod import;
pub mod introduce;
pub mod invitation;
pub mod join_link;
pub mod lesson;
pub mod lobby;
pub mod mailbox;
pub mod manual;
mod markdown;
pub mod match_page;
pub mod move_page;
mod nav;
pub mod new_match;
pub mod open_match;
pub mod own_cards;
pub mod past;
pub mod problems;
pub mod profile;
mod proof;
pub mod proposal;
pub mod ratings;
pub mod refusal;
pub mod report;
pub mod rules;
mod samples;
pub mod sign_in;
mod signed_in;
pub mod story;
mod summary;
pub mod thumb;
pub mod tournament;
pub mod tournaments;
pub mod try_moves;
pub mod unsubscribe;
pub mod web;
pub mod well_known;

pub use self::signed_in::page_of_form;

/// The result of a handler of a page.
pub type Result<T, E = RefusalPage> = std::result::Result<T, E>;

/// A page that is the same for everyone who may see it.
fn html(template: &impl Template) -> Result<HttpResponse> {
    Ok(answer(template, StatusCode::OK, "no-store"))
}

/// The time for which browsers keep what changes with the server only.
const KEPT: &str = "public, max-age=3600";

/// A page that changes with the server only.
fn kept(template: &impl Template) -> Result<HttpResponse> {
    Ok(answer(template, StatusCode::OK, KEPT))
}

/// A page that depends on who is signed in. Browsers ask again before they load it once more; the button Back may show it as it was,
/// and then scripts fetch it again.
fn own(template: &impl Template, status: StatusCode) -> HttpResponse {
    let mut answer = answer(template, status, "private, no-cache");
    answer.headers_mut().insert(header::VARY, header::HeaderValue::from_static("Cookie"));
    answer
}

/// A page.
#[derive(Template, Default)]
#[template(path = "pages/page.html")]
pub struct Page {
    /// The heading.
    pub title: String,
    /// The game whose board is shown: its id and its name.
    pub game: Option<(&'static str, &'static str)>,
    /// The path to go to after signing in, where the page has the form for it.
    pub sign_in: Option<String>,
    /// The paragraphs.
    pub lines: Vec<String>,
    /// Texts to copy, each with its heading.
    pub copies: Vec<(&'static str, String)>,
    /// The entries of a list.
    pub list: Vec<String>,
    /// The buttons: the path to which each sends its form, if not to this address, and its label.
    pub buttons: Vec<(Option<String>, &'static str)>,
    /// A link at the end: its path and its label.
    pub link: Option<(String, &'static str)>,
}

impl Page {
    /// A page with a heading and a paragraph.
    pub fn new(title: &str, line: impl Into<String>) -> Page {
        Page { title: title.to_owned(), lines: vec![line.into()], ..Page::default() }
    }

    /// The page with one more paragraph.
    #[must_use]
    pub fn and(mut self, line: impl Into<String>) -> Page {
        self.lines.push(line.into());
        self
    }

    /// The page with a button.
    #[must_use]
    pub fn button(mut self, words: &'static str) -> Page {
        self.buttons.push((None, words));
        self
    }

    /// The page with a button that sends its form to another path.
    #[must_use]
    pub fn button_to(mut self, path: String, words: &'static str) -> Page {
        self.buttons.push((Some(path), words));
        self
    }

    /// The page with a link at the end.
    #[must_use]
    pub fn link(mut self, path: impl Into<String>, words: &'static str) -> Page {
        self.link = Some((path.into(), words));
        self
    }
}

impl Responder for Page {
    type Body = BoxBody;

    fn respond_to(self, _: &HttpRequest) -> HttpResponse {
        unstored(&self, StatusCode::OK)
    }
}

/// The board of a scene as SVG, without the texts beside it. Our own renderer escapes every name.
fn board_of(scene: &Scene) -> String {
    let svg = engine::svg::paint(&scene.alone(), Style::Full);
    // A picture without a name is nothing to a screen reader; the sentence above it says more.
    svg.replacen("<title></title>", "<title>The board</title>", 1)
}

/// Redirects to a page, which shows the present state and can be reloaded without sending the form again.
fn see_other(path: &str) -> HttpResponse {
    HttpResponse::SeeOther().insert_header((header::LOCATION, path)).finish()
}

/// A template as a response that is not stored.
fn unstored(template: &impl Template, status: StatusCode) -> HttpResponse {
    answer(template, status, "no-store")
}

fn answer(template: &impl Template, status: StatusCode, stored: &'static str) -> HttpResponse {
    match template.render() {
        Ok(body) => HttpResponse::build(status)
            .content_type("text/html; charset=utf-8")
            .insert_header((header::CONTENT_SECURITY_POLICY, POLICY))
            .insert_header((header::CACHE_CONTROL, stored))
            // Without any referrer, browsers send `Origin: null` with forms, and one that sends no `Sec-Fetch-Site` would be refused.
            .insert_header((header::REFERRER_POLICY, "same-origin"))
            .insert_header((header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
            .body(body),
        Err(why) => Problem::internal(why).error_response(),
    }
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
