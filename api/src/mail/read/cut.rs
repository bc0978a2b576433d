//! The place where the written text ends and the rest of the conversation begins.

use super::lines::{Line, emails};
use super::{MARK, attribution, dashes, labels};

/// The end of the written text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Cut {
    /// The first line that is not written by the sender.
    pub(super) at: usize,
    /// The first line after the words that introduce the quotation. If the quotation is marked, text of the sender may follow
    /// it.
    pub(super) body: usize,
    /// Bytes of line `at` that are text of the sender.
    pub(super) kept: usize,
    /// The line announces a forwarded message.
    pub(super) forwarded: bool,
    /// The line is one of our email that stands there without marks of quotation: nothing below is text of the sender.
    pub(super) unmarked: bool,
}

/// Lines that only our emails have, as letters and digits: the start, and a part of the rest. They are found where a mail program
/// has removed [`MARK`].
const OURS: &[(&str, &str)] = &[
    ("itisyourturn", "turn"),
    ("youranswerisneeded", ""),
    ("yourchoiceisneeded", ""),
    ("howtowriteamove", ""),
    ("yourmovecanstartwith", ""),
    ("youplayinthismatchonturnpost", ""),
    ("thematchiswaitingforyoualone", ""),
    ("turnpostrunsboardgamesbyemail", ""),
];

/// The first place at which the written text may end.
pub(super) fn find(lines: &[Line]) -> Option<Cut> {
    let trailing = trailing_quotation(lines);
    let end = trailing.unwrap_or(lines.len());
    let mark = emails(MARK);
    for at in 0..end {
        if lines[at].is_blank() {
            continue;
        }
        let cut = Cut { at, body: at + 1, kept: 0, forwarded: false, unmarked: false };
        if is_mark(lines, at, &mark) || is_ours(&lines[at].text) || is_foreign_mark(&lines[at].text) {
            let start = attribution::above_quotation(lines, at).unwrap_or(at);
            return Some(Cut { at: start, body: at, unmarked: !lines[at].is_quoted(), ..cut });
        }
        if lines[at].is_quoted() {
            continue;
        }
        if let Some(announced) = dashes::announced(lines, at) {
            return Some(Cut { forwarded: announced == dashes::Announced::Forwarded, ..cut });
        }
        if labels::begins(lines, at) {
            return Some(Cut { body: at, ..cut });
        }
        if let Some(start) = attribution::start(lines, at) {
            // The text above may end inside the first line of the introduction.
            let kept = if start == at { attribution::inside(lines, at).unwrap_or(0) } else { 0 };
            return Some(Cut { at: start, kept, ..cut });
        }
    }
    let start = |at: usize| attribution::above_quotation(lines, at).unwrap_or(at);
    trailing.map(|at| Cut { at: start(at), body: at, kept: 0, forwarded: false, unmarked: false })
}

/// The first line of a quotation that continues to the end.
fn trailing_quotation(lines: &[Line]) -> Option<usize> {
    let tail = lines.iter().rev().take_while(|line| line.is_quoted() || line.is_blank()).count();
    let first = lines.len() - tail;
    lines[first..].iter().position(Line::is_quoted).map(|skipped| first + skipped)
}

/// The mark begins on this line. It may be wrapped, and marks of quotation may stand before each of its lines.
fn is_mark(lines: &[Line], at: usize, mark: &str) -> bool {
    const LENGTH: usize = 1_000;
    if lines[at].text.len() > LENGTH {
        return false;
    }
    let mut text = emails(&lines[at].text);
    if text.contains(mark) {
        return true;
    }
    // The first words of the mark end the line.
    let begins = mark.char_indices().skip(5).any(|(end, _)| text.ends_with(&mark[..end]));
    if !begins {
        return false;
    }
    for line in lines[at + 1..].iter().filter(|line| !line.is_blank()).take(3) {
        if line.text.len() > LENGTH {
            return false;
        }
        text.push_str(&emails(&line.text));
        if text.contains(mark) {
            return true;
        }
    }
    false
}

/// A line of our emails.
fn is_ours(text: &str) -> bool {
    if text.len() > 400 || text.len() < 15 {
        return false;
    }
    let text = emails(text);
    if text.contains("hasbegunanditisyourturn") {
        return true;
    }
    OURS.iter().any(|(start, part)| text.starts_with(start) && text[start.len()..].contains(part))
}

/// The mark of another service, such as "Reply above this line".
fn is_foreign_mark(text: &str) -> bool {
    if text.len() > 200 {
        return false;
    }
    let text = text.to_lowercase();
    let above = text.contains("above this line")
        || text.contains("above the line")
        || text.contains("oberhalb dieser zeile")
        || text.contains("au-dessus de cette ligne");
    above && ["reply", "answer", "respond", "type", "write", "antwort", "répon"].iter().any(|word| text.contains(word))
}
