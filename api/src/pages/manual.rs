//! The manual: the files of `api/docs/` as pages.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use askama::Template;
use serde::Deserialize;

use super::markdown::of_manual;
use super::samples::Language;

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

/// The pages whose samples of code are in several languages.
const IN_LANGUAGES: [&str; 1] = ["write-a-client"];

/// What the address of a page chooses.
#[derive(Deserialize)]
pub(super) struct Shown {
    /// The language of samples of code.
    #[serde(default)]
    r#in: String,
}

/// The address of a server in samples, as code hosts show them.
const LOCAL: &str = "http://127.0.0.1:8080";

#[derive(Template, Clone)]
#[template(path = "pages/manual.html")]
pub(super) struct ManualPage {
    title: &'static str,
    is_contents: bool,
    /// Made from our own text; markup in it is shown as text.
    html: String,
    /// The headings of its parts, each with the id of its place.
    headings: Vec<(String, String)>,
}

/// The pages by their names, each in the languages of its samples.
static PAGES: LazyLock<BTreeMap<&str, Vec<(Language, ManualPage)>>> = LazyLock::new(|| {
    let page = |(name, text): (&'static str, &'static str), language| {
        let title = text.lines().next().unwrap_or_default().trim_start_matches("# ");
        let (html, headings) = of_manual(&unlinked(text), language);
        (language, ManualPage { title, is_contents: name == "manual", html, headings })
    };
    let pages = |file: (&'static str, &'static str)| {
        let count = if IN_LANGUAGES.contains(&file.0) { Language::ALL.len() } else { 1 };
        (file.0, Language::ALL.into_iter().take(count).map(|language| page(file, language)).collect())
    };
    FILES.into_iter().map(pages).collect()
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

/// The page with this name, if there is one. Samples of code call the server at this address.
pub(super) fn page(name: &str, shown: &Shown, url: &str) -> Option<ManualPage> {
    let pages = PAGES.get(name)?;
    let language = Language::named(&shown.r#in);
    let (_, page) = pages.iter().find(|(one, _)| *one == language).or(pages.first())?;
    let html = if IN_LANGUAGES.contains(&name) { page.html.replace(LOCAL, url) } else { page.html.clone() };
    Some(ManualPage { html, ..page.clone() })
}

/// The path of the page to which a link to a file of the manual leads; `None` for any other link.
pub(super) fn target(link: &str) -> Option<String> {
    let (file, place) = link.split_at(link.find('#').unwrap_or(link.len()));
    let name = file.strip_suffix(".md").filter(|name| !name.contains('/'))?;
    let name = if name == "README" { "manual" } else { name };
    Some(format!("/docs/{name}{place}"))
}
