//! Samples of code in the manual: each with a button that copies it, and of the same in several languages the one that the reader chose.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, CowStr, Event, Tag, TagEnd};

use super::markdown::shown;

/// A language of samples.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Language {
    Curl,
    Python,
    TypeScript,
    Rust,
}

impl Language {
    pub(super) const ALL: [Language; 4] = [Language::Curl, Language::Python, Language::TypeScript, Language::Rust];

    /// The name that readers know, the one in addresses, and the one of blocks in Markdown.
    const fn names(self) -> [&'static str; 3] {
        match self {
            Language::Curl => ["curl", "curl", "sh"],
            Language::Python => ["Python", "python", "python"],
            Language::TypeScript => ["TypeScript", "typescript", "typescript"],
            Language::Rust => ["Rust", "rust", "rust"],
        }
    }

    /// The language with this name in an address; the first one for any other.
    pub(super) fn named(name: &str) -> Language {
        Language::ALL.into_iter().find(|one| one.names()[1] == name).unwrap_or(Language::Curl)
    }
}

/// A block of code: its language, if samples are in it, and its events.
struct Block {
    language: Option<Language>,
    at: Range<usize>,
}

impl Block {
    /// The block that begins with this event.
    fn at(events: &[Event<'_>], start: usize) -> Option<Block> {
        let Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(name))) = events.get(start)? else { return None };
        let length = events[start..].iter().position(|event| matches!(event, Event::End(TagEnd::CodeBlock)))? + 1;
        let language = Language::ALL.into_iter().find(|one| one.names()[2] == &**name);
        Some(Block { language, at: start..start + length })
    }
}

/// The page as it is shown. Of blocks in several languages that follow one another, it has the one in this language, with links to the others.
pub(super) fn in_language<'a>(events: &[Event<'a>], language: Language) -> Vec<Event<'a>> {
    let (mut page, mut place, mut count, mut at) = (Vec::new(), String::new(), 0, 0);
    while let Some(event) = events.get(at) {
        if let Event::Start(Tag::Heading { id: Some(id), .. }) = event {
            place = id.to_string();
        }
        let mut blocks = Vec::new();
        while let Some(block) = Block::at(events, at) {
            at = block.at.end;
            blocks.push(block);
        }
        if blocks.is_empty() {
            page.extend(shown(event.clone()));
            at += 1;
        }
        let are_same = blocks.len() > 1 && blocks.iter().all(|block| block.language.is_some());
        // Not every sample is in every language.
        let language = blocks
            .iter()
            .find(|block| block.language == Some(language))
            .or(blocks.first())
            .and_then(|block| block.language);
        let links: String = blocks.iter().filter(|_| are_same).map(|block| link(block, language, &place)).collect();
        for block in blocks.iter().filter(|block| !are_same || block.language == language) {
            count += 1;
            let button = format!(
                "<p class=\"filters\">{links}<button type=\"button\" class=\"quiet\" data-copy=\"code-{count}\" hidden>Copy</button></p>\n\
                 <pre id=\"code-{count}\" tabindex=\"0\"><code>"
            );
            page.push(Event::Html(CowStr::from(button)));
            page.extend(events[block.at.start + 1..block.at.end].iter().cloned().flat_map(shown));
        }
    }
    page
}

/// The link that shows the page in the language of a block.
fn link(block: &Block, shown: Option<Language>, place: &str) -> String {
    let Some(language) = block.language else { return String::new() };
    let [words, name, _] = language.names();
    let current = if block.language == shown { " aria-current=\"true\"" } else { "" };
    format!("<a href=\"?in={name}#{place}\"{current}>{words}</a>")
}

#[cfg(test)]
mod tests {
    use super::super::markdown::of_manual;
    use super::*;

    #[test]
    fn samples_are_in_the_chosen_language() {
        let text = "# Title\n\n## A step\n\n```sh\ncurl\n```\n```python\nsnake <b>\n```\n\nwords\n\n```sh\nalone\n```\n\n```json\n{}\n```\n";
        let (html, _) = of_manual(text, Language::named("python"));
        for part in [
            "<a href=\"?in=curl#a-step\">curl</a><a href=\"?in=python#a-step\" aria-current=\"true\">Python</a><button",
            "data-copy=\"code-1\" hidden>Copy</button></p>\n<pre id=\"code-1\" tabindex=\"0\"><code>snake &lt;b&gt;\n</code></pre>",
            "<pre id=\"code-2\" tabindex=\"0\"><code>alone\n",
            "<pre id=\"code-3\" tabindex=\"0\"><code>{}\n",
        ] {
            assert!(html.contains(part), "{part}: {html}");
        }
        assert!(!html.contains("<code>curl"), "{html}");
        let (html, _) = of_manual(text, Language::named("cobol"));
        assert!(html.contains("<code>curl\n") && !html.contains("snake"), "{html}");
    }
}
