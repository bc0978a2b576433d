//! How to play a game, as passages of text and pictures.

use engine::Info;
use engine::how_to_play::{Part, Picture};

use super::Passage;

/// A part of how to play a game.
pub enum HowTo {
    /// Text.
    Passage(Passage),
    /// A picture with its caption.
    Picture(Box<Picture>),
}

/// How to play a game, for emails: the whole text, and those of its pictures that emails show. The text is our own Markdown.
pub fn how_to_play(info: &Info) -> Vec<HowTo> {
    let mut parts = Vec::new();
    // A test paints every picture, so none is missing.
    for part in engine::how_to_play::parts(info).unwrap_or_default() {
        match part {
            Part::Text(text) => parts.extend(passages(&text).map(HowTo::Passage)),
            Part::Picture(picture) if picture.in_emails => parts.push(HowTo::Picture(picture)),
            Part::Picture(_) => {}
        }
    }
    parts
}

/// What to aim for and what a turn is: the text up to its second heading, without pictures.
pub fn how_to_begin(info: &Info) -> Vec<Passage> {
    let text = without_pictures(info.how_to_play);
    let beginning = text.split("\n## ").take(2).collect::<Vec<_>>().join("\n## ");
    passages(&beginning).collect()
}

/// A game in three sentences: the first paragraph.
pub fn in_three_sentences(info: &Info) -> String {
    let paragraphs = info.how_to_play.split("\n\n").map(str::trim);
    plain(paragraphs.into_iter().find(|part| !part.is_empty() && !part.starts_with('#')).unwrap_or_default())
}

fn without_pictures(text: &str) -> String {
    let mut parts = text.split("```board\n");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once("```\n").map_or("", |(_, rest)| rest))
}

/// The passages of a text without its title.
fn passages(text: &str) -> impl Iterator<Item = Passage> {
    let parts = text.split("\n\n").map(str::trim);
    parts.filter(|part| !part.is_empty() && !part.starts_with("# ")).map(passage)
}

fn passage(part: &str) -> Passage {
    if let Some(words) = part.strip_prefix("## ") {
        return Passage::heading(plain(words));
    }
    if !part.starts_with("* ") {
        return Passage::Words(plain(part));
    }
    let items = part.split("\n* ").map(|item| plain(item.trim_start_matches("* ")));
    Passage::List(items.collect())
}

/// The words without marks, on one line.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, link)) = rest.split_once('[') {
        plain.push_str(before);
        let Some((words, after)) = link.split_once("](") else {
            plain.push('[');
            rest = link;
            continue;
        };
        plain.push_str(words);
        rest = after.split_once(')').map_or("", |(_, after)| after);
    }
    plain.push_str(rest);
    let words = plain.replace(['*', '`'], "");
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(passage: &Passage) -> String {
        match passage {
            Passage::Words(words) => words.clone(),
            Passage::Heading(words) => words.to_string(),
            Passage::List(items) => items.join(" "),
            Passage::Notation(_) | Passage::Examples(..) => panic!("{passage:?}"),
        }
    }

    #[test]
    fn the_text_is_plain_and_has_three_pictures() {
        for info in engine::newest().map(engine::Rules::info) {
            let parts = how_to_play(info);
            let passages: Vec<String> = parts
                .iter()
                .filter_map(|part| if let HowTo::Passage(one) = part { Some(words(one)) } else { None })
                .collect();
            assert_eq!(parts.len() - passages.len(), 3, "{}", info.id);
            assert!(passages.len() > 8, "{}", info.id);
            for words in &passages {
                assert!(!words.contains(['*', '`', '|', '[', '\n', '#']), "{}: {words}", info.id);
            }
            let begin: Vec<String> = how_to_begin(info).iter().map(words).collect();
            assert!((3..passages.len()).contains(&begin.len()), "{}: {begin:?}", info.id);
            assert!(begin.iter().all(|words| passages.contains(words)), "{}: {begin:?}", info.id);
            assert_eq!(in_three_sentences(info), begin[0], "{}", info.id);
        }
        assert_eq!(
            passages("# T\n\nOne [two](#x) `three`\nfour.\n\n## Five\n").collect::<Vec<_>>(),
            [Passage::Words("One two three four.".to_owned()), Passage::heading("Five")]
        );
        assert_eq!(without_pictures("One.\n```board\nx\n```\nTwo.\n```board\ny\n```\n"), "One.\nTwo.\n");
    }
}
