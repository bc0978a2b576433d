//! Our own texts in Markdown as HTML.

use pulldown_cmark::{Alignment, CowStr, Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd, html::push_html};

use super::manual;
use super::samples::{Language, in_language};

/// Headings of the second level, each with its id before its words.
type Headings = Vec<(String, String)>;

/// Markdown as HTML, and its headings of the second level with their ids.
///
/// Markup in the text is shown and not obeyed. A title at the beginning is left out. Headings can be linked to; wide tables and code
/// can be scrolled, also by keys. A link to another file of the manual leads to its page, and so does a path of this server in code.
pub(super) fn of_markdown(text: &str) -> (String, Headings) {
    let (events, headings) = with_places(text);
    (html_of(events.into_iter().flat_map(shown)), headings)
}

/// The same of a page of the manual, with [samples of code](super::samples) in this language.
pub(super) fn of_manual(text: &str, language: Language) -> (String, Headings) {
    let (events, headings) = with_places(text);
    (html_of(in_language(&events, language).into_iter()), headings)
}

fn html_of<'a>(events: impl Iterator<Item = Event<'a>>) -> String {
    let mut html = String::new();
    push_html(&mut html, events);
    html
}

/// The text without its title; headings have ids.
fn with_places(text: &str) -> (Vec<Event<'_>>, Headings) {
    let mut events: Vec<Event<'_>> = Parser::new_ext(text, Options::ENABLE_TABLES).collect();
    let end_of = |events: &[Event<'_>], start: usize| {
        let end = events[start..].iter().position(|event| matches!(event, Event::End(TagEnd::Heading(_))));
        end.map_or(events.len(), |end| start + end + 1)
    };
    if let Some(Event::Start(Tag::Heading { level: HeadingLevel::H1, .. })) = events.first() {
        events.drain(..end_of(&events, 0));
    }
    let mut headings = Vec::new();
    for start in 0..events.len() {
        if !matches!(events[start], Event::Start(Tag::Heading { .. })) {
            continue;
        }
        let words: String = events[start..end_of(&events, start)].iter().filter_map(text_of).collect();
        if let Event::Start(Tag::Heading { level, id, .. }) = &mut events[start] {
            *id = Some(slug(&words).into());
            if *level == HeadingLevel::H2 {
                headings.push((slug(&words), words));
            }
        }
    }
    (events, headings)
}

fn text_of<'a>(event: &'a Event<'_>) -> Option<&'a str> {
    if let Event::Text(words) | Event::Code(words) = event { Some(words) } else { None }
}

/// A piece of the text as it is shown.
pub(super) fn shown(event: Event<'_>) -> Vec<Event<'_>> {
    let own = |markup: &'static str| Event::Html(CowStr::Borrowed(markup));
    if let Event::Html(markup) | Event::InlineHtml(markup) = event {
        vec![Event::Text(markup)]
    } else if let Event::Start(Tag::Link { link_type, dest_url, title, id }) = event {
        let dest_url = manual::target(&dest_url).map_or(dest_url, CowStr::from);
        vec![Event::Start(Tag::Link { link_type, dest_url, title, id })]
    } else if let Event::Code(path) = &event
        && manual::LINKED.contains(&&**path)
    {
        let link = Tag::Link {
            link_type: LinkType::Inline,
            dest_url: path.clone(),
            title: CowStr::Borrowed(""),
            id: CowStr::Borrowed(""),
        };
        vec![Event::Start(link), event, Event::End(TagEnd::Link)]
    } else if let Event::Start(Tag::Table(columns)) = event {
        // Without alignment, so that no cell has a style of its own.
        let columns = Tag::Table(vec![Alignment::None; columns.len()]);
        vec![own("<div class=\"wide\" tabindex=\"0\">"), Event::Start(columns)]
    } else if let Event::End(TagEnd::Table) = event {
        vec![event, own("</div>\n")]
    } else if let Event::Start(Tag::CodeBlock(_)) = event {
        vec![own("<pre tabindex=\"0\"><code>")]
    } else if let Event::End(TagEnd::CodeBlock) = event {
        vec![own("</code></pre>\n")]
    } else {
        vec![event]
    }
}

/// The id of a heading, as other programs that show Markdown make it: small letters, with hyphens for blanks.
fn slug(words: &str) -> String {
    let kept = words.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-'));
    kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_becomes_html_without_foreign_markup() {
        let text = "# Title\n\nSee [below](#the-end), [the proxy](hosting.md#proxy), [there](https://x.example/a.md), `/account`. <b>x</b> & `a<b`\n\n<script>alert(1)</script>\n\n## The end!\n\n\
                    | a | b |\n|---|--:|\n| 1 | 2 |\n\n```\n<pre>\n```\n";
        let (html, headings) = of_markdown(text);
        assert_eq!(headings, [("the-end".to_owned(), "The end!".to_owned())]);
        for part in [
            "<a href=\"#the-end\">below</a>",
            "<a href=\"/docs/hosting#proxy\">the proxy</a>",
            "<a href=\"https://x.example/a.md\">there</a>",
            "<a href=\"/account\"><code>/account</code></a>",
            "<h2 id=\"the-end\">The end!</h2>",
            "&lt;b&gt;x&lt;/b&gt; &amp; <code>a&lt;b</code>",
            "&lt;script&gt;",
            "<div class=\"wide\" tabindex=\"0\"><table>",
            "</table>\n</div>",
            "<pre tabindex=\"0\"><code>&lt;pre&gt;\n</code></pre>",
        ] {
            assert!(html.contains(part), "{part}: {html}");
        }
        assert!(!html.contains("Title") && !html.contains("style=") && !html.contains("<script"), "{html}");
    }
}
