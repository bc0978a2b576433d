//! The page for authors of clients.

use std::sync::LazyLock;

use actix_web::HttpResponse;
use askama::Template;

use super::markdown::of_markdown;
use super::{Result, kept};

/// The path of the page.
pub const PATH: &str = "/docs/write-a-client";

/// The text, and the bot at its end.
static TEXT: LazyLock<(String, Vec<(String, String)>)> = LazyLock::new(|| {
    let (text, bot) = (include_str!("write_a_client.md"), include_str!("../../../tests/kits/bot.py"));
    of_markdown(&format!("{text}\n```python\n{bot}```\n"))
});

#[derive(Template)]
#[template(path = "pages/guide.html")]
struct GuidePage {
    /// Made from our own text; markup in it is shown as text.
    html: &'static str,
    /// The headings of its parts, each with the id of its place.
    headings: &'static [(String, String)],
}

/// Shows the page.
pub async fn show() -> Result<HttpResponse> {
    let (html, headings) = &*TEXT;
    kept(&GuidePage { html, headings })
}
