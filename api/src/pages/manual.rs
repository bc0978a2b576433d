//! The manual: the files of `api/docs/` as pages.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use askama::Template;

use super::markdown::of_markdown;
use super::{KEPT, answer};

/// The path of the page for authors of clients.
pub const WRITE_A_CLIENT: &str = "/docs/write-a-client";

/// The paths in code that are links in the manual: a code host has no such pages.
pub(super) const LINKED: [&str; 7] =
    ["/account", "/account/apps", "/account/bots", "/docs/", "/import", "/openapi.json", "/problems"];

/// The files, each by the name of its page. The file with the contents is `README.md`, which code hosts show with the folder.
const FILES: [(&str, &str); 12] = [
    ("manual", include_str!("../../docs/README.md")),
    ("clocks", include_str!("../../docs/clocks.md")),
    ("commands", include_str!("../../docs/commands.md")),
    ("email", include_str!("../../docs/email.md")),
    ("hosting", include_str!("../../docs/hosting.md")),
    ("moderation", include_str!("../../docs/moderation.md")),
    ("more-machines", include_str!("../../docs/more-machines.md")),
    ("play-by-email", include_str!("../../docs/play-by-email.md")),
    ("play-in-a-browser", include_str!("../../docs/play-in-a-browser.md")),
    ("records", include_str!("../../docs/records.md")),
    ("try-the-api", include_str!("../../docs/try-the-api.md")),
    ("write-a-client", include_str!("../../docs/write-a-client.md")),
];

/// The bot at the end of "Write a client".
const BOT: &str = include_str!("../../../openapi/python/examples/bot.py");

#[derive(Template)]
#[template(path = "pages/manual.html")]
struct ManualPage {
    title: &'static str,
    is_contents: bool,
    /// Made from our own text; markup in it is shown as text.
    html: String,
    /// The headings of its parts, each with the id of its place.
    headings: Vec<(String, String)>,
}

static PAGES: LazyLock<BTreeMap<&str, ManualPage>> = LazyLock::new(|| {
    let page = |(name, text): (&'static str, &'static str)| {
        let title = text.lines().next().unwrap_or_default().trim_start_matches("# ");
        let text = unlinked(text);
        let (html, headings) = match name {
            "write-a-client" => of_markdown(&format!("{text}\n```python\n{BOT}```\n")),
            _ => of_markdown(&text),
        };
        (name, ManualPage { title, is_contents: name == "manual", html, headings })
    };
    FILES.into_iter().map(page).collect()
});

/// The text without links to files outside the manual, which code hosts show and this server does not. Their words stay.
fn unlinked(text: &str) -> String {
    let mut parts = text.split("](../");
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        if let Some(start) = kept.rfind('[') {
            kept.remove(start);
        }
        kept.push_str(part.split_once(')').map_or("", |(_, rest)| rest));
    }
    kept
}

/// The paths of all pages.
pub fn paths() -> impl Iterator<Item = String> {
    FILES.iter().map(|(name, _)| format!("/docs/{name}"))
}

/// Shows a page; `None` if there is none with this name.
pub(super) fn page(name: &str) -> Option<HttpResponse> {
    PAGES.get(name).map(|page| answer(page, StatusCode::OK, KEPT))
}

/// The path of the page to which a link to a file of the manual leads; `None` for any other link.
pub(super) fn target(link: &str) -> Option<String> {
    let (file, place) = link.split_at(link.find('#').unwrap_or(link.len()));
    let name = file.strip_suffix(".md").filter(|name| !name.contains('/'))?;
    let name = if name == "README" { "manual" } else { name };
    Some(format!("/docs/{name}{place}"))
}
