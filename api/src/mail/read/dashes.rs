//! Lines that announce an original or a forwarded message: "-----Original Message-----" and the like.

use super::dates::facts;
use super::labels;
use super::lines::{Line, plain_words};
use super::words::{BEGINS_FORWARD, FORWARDED, ORIGINAL};

/// The kind of message that is announced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Announced {
    /// The message that is replied to.
    Original,
    /// A message that is forwarded.
    Forwarded,
}

/// Characters of such a line.
const LENGTH: usize = 200;

/// What line `at` announces, if anything.
pub(super) fn announced(lines: &[Line], at: usize) -> Option<Announced> {
    let line = &lines[at];
    if !line.is_text() {
        return None;
    }
    // The header of the message may follow on the same line.
    let words: String = plain_words(&line.text[..line.text.floor_char_boundary(LENGTH)]);
    if line.text.len() > LENGTH && !words.starts_with("---") {
        return None;
    }
    if BEGINS_FORWARD.iter().any(|start| words.starts_with(start)) && words.ends_with([':', '：', '-']) {
        return Some(Announced::Forwarded);
    }
    between_dashes(&words)
        .and_then(|(title, framed)| titled(title, framed))
        .or_else(|| header_follows(lines, at, &words))
}

fn is_dash(char: char) -> bool {
    matches!(char, '-' | '_' | '=' | '–' | '—' | '─' | '━' | '―' | '~' | '+' | '#' | '>' | '<' | '*')
}

/// The words between dashes, and whether there are dashes on both sides. At least two stand before them, four if none follow.
fn between_dashes(words: &str) -> Option<(&str, bool)> {
    let rest = words.trim_start_matches(is_dash);
    let before = words[..words.len() - rest.len()].chars().count();
    if before < 2 {
        return None;
    }
    let row = if before >= 4 { ["---", "___", "==="].iter().filter_map(|row| rest.find(row)).min() } else { None };
    let title = row.map_or_else(|| rest.trim_end_matches([':', ' ']).trim_end_matches(is_dash), |end| &rest[..end]);
    let after = rest[title.len()..].chars().filter(|char| is_dash(*char)).count();
    let title = title.trim();
    let framed = after >= 2;
    (!title.is_empty() && (framed || before >= 4)).then_some((title, framed))
}

fn titled(title: &str, framed: bool) -> Option<Announced> {
    let contains = |words: &[&str]| words.iter().any(|word| title.contains(word));
    let starts = |words: &[&str]| words.iter().any(|word| title.starts_with(word));
    // Dashes on one side alone may begin a list: the words have to begin the line.
    let found = |words: &[&str]| if framed { contains(words) } else { starts(words) };
    if found(&FORWARDED) {
        return Some(Announced::Forwarded);
    }
    let facts = facts(title);
    let origin = framed && facts.date && (facts.time || facts.address);
    (found(&ORIGINAL) || origin).then_some(Announced::Original)
}

/// A row of dashes or underscores, with or without words in it, directly above the header of a message.
fn header_follows(lines: &[Line], at: usize, words: &str) -> Option<Announced> {
    let dashes = words.chars().filter(|char| is_dash(*char)).count();
    let row = dashes >= 4 && words.starts_with(is_dash) && words.ends_with(is_dash);
    let next = (at + 1..lines.len()).take(3).find(|&next| !lines[next].is_blank())?;
    (row && labels::begins(lines, next)).then_some(Announced::Original)
}
