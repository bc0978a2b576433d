//! The text that the sender wrote, out of the lines of a body.

use super::cut::{self, Cut};
use super::lines::{Line, trim};
use super::{banners, labels, signature};

/// The text of a person.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Written {
    /// What the person wrote, without empty lines at its ends.
    pub(super) text: String,
    /// A forwarded message follows.
    pub(super) forwarded: bool,
}

/// Lines between an introduction and the quotation: the header that some programs set there.
const HEADER: usize = 15;

/// The widest quoted line that a program may have wrapped.
const WIDTH: usize = 80;

/// The text that the sender wrote: what stands above the cut or, if nothing does, below and between quoted lines.
pub(super) fn written(mut lines: Vec<Line>) -> Written {
    mend(&mut lines);
    banners::cut(&mut lines);
    let lines = lines.as_slice();
    let cut = cut::find(lines);
    let forwarded = cut.as_ref().is_some_and(|cut| cut.forwarded);
    let end = cut.as_ref().map_or(lines.len(), |cut| cut.at);
    let mut above = around(unsigned(&lines[..end]), 0);
    if let Some(Cut { at, kept, .. }) = cut
        && kept > 0
    {
        above = text(&[above.as_str(), &lines[at].text[..kept]]);
    }
    // A signature on top of a leading quotation: the answer may stand below.
    if above.is_empty() && lines[..end].iter().any(Line::is_quoted) {
        above = around(&lines[..end], 0);
    }
    if !above.is_empty() {
        return Written { text: above, forwarded };
    }
    let below = cut.filter(|cut| !cut.unmarked && !cut.forwarded).and_then(|cut| quotation(lines, cut.body));
    Written { text: below.map(|first| around(lines, first)).unwrap_or_default(), forwarded }
}

/// The `>` that closes an address may begin a line when a program wraps "NAME <ADDRESS> wrote:". It is no mark of quotation
/// there.
fn mend(lines: &mut [Line]) {
    let unclosed = |line: &Line| !line.is_quoted() && line.text.rfind('<') > line.text.rfind('>');
    for at in 1..lines.len() {
        let line = &lines[at];
        let ends = line.depth == 1 && line.text.len() <= 60 && line.text.trim_end().ends_with([':', '：']);
        if ends && lines[at.saturating_sub(3)..at].iter().any(unclosed) {
            lines[at] = Line { depth: 0, text: format!(">{}", lines[at].text) };
        }
    }
}

/// The first quoted line after an introduction. Only the fields of a header may stand between them.
fn quotation(lines: &[Line], body: usize) -> Option<usize> {
    // The introduction may have gone on for a line or two.
    let rest = lines[body..].iter().take(4).take_while(|line| line.is_text());
    let body = body
        + rest
            .enumerate()
            .filter(|(_, line)| line.text.trim_end().ends_with([':', '：']))
            .map(|(at, _)| at + 1)
            .last()
            .unwrap_or(0);
    let mut others = 0;
    for (at, line) in lines.iter().enumerate().skip(body) {
        if line.is_quoted() {
            return Some(at);
        }
        if line.is_text() {
            others += 1;
            if others > HEADER || !labels::is_field(line) {
                return None;
            }
        }
    }
    None
}

/// The lines up to the signature.
fn unsigned(lines: &[Line]) -> &[Line] {
    let end = lines.iter().position(|line| line.is_text() && signature::begins(&line.text));
    &lines[..end.unwrap_or(lines.len())]
}

/// The unquoted text from line `first` on, without the ends of wrapped quoted lines.
fn around(lines: &[Line], first: usize) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let width = width(&lines[first..]);
    let mut ends = (first..lines.len()).filter(|&at| is_wrapped(lines, at, width)).take(2);
    let broken = ends.next().is_some_and(|at| lines.get(at + 1).is_some_and(Line::is_quoted) || ends.next().is_some());
    let mut at = first;
    while at < lines.len() {
        if lines[at].is_quoted() {
            at += 1;
            continue;
        }
        let end = lines[at..].iter().position(Line::is_quoted).map_or(lines.len(), |length| at + length);
        // Lines were wrapped in other places too: then each line that follows a quoted one directly may be the end of it.
        let follows = at > first && lines[at].is_text() && broken;
        let skip = follows || is_wrapped(lines, at, width);
        let begin = at + if skip { lines[at..end].iter().take_while(|line| line.is_text()).count() } else { 0 };
        kept.extend(segment(&lines[begin..end]));
        kept.push("");
        at = end;
    }
    text(&kept)
}

/// The text of unquoted lines after a quotation: up to a signature or another cut.
fn segment(lines: &[Line]) -> impl Iterator<Item = &str> {
    let end = cut::find(lines).map_or(lines.len(), |cut| cut.at);
    unsigned(&lines[..end]).iter().map(|line| line.text.as_str())
}

/// The width of the widest quoted line of several words. A few short lines do not tell where a program breaks lines.
fn width(lines: &[Line]) -> usize {
    let words = lines.iter().filter(|line| line.is_quoted() && line.text.contains(' '));
    let widths = words.map(|line| line.depth + 1 + line.text.chars().count());
    let (count, widest) = widths.fold((0, 0), |(count, widest), width| (count + 1, widest.max(width)));
    widest.clamp(if count < 8 { 60 } else { 0 }, WIDTH)
}

/// Line `at` may be the end of the quoted line before it.
///
/// A program that wraps lines without regard to quotation breaks a line where the next word would have made it wider than all
/// others.
fn is_wrapped(lines: &[Line], at: usize, width: usize) -> bool {
    let Some(before) = at.checked_sub(1).map(|before| &lines[before]).filter(|before| before.is_quoted()) else {
        return false;
    };
    if !lines[at].is_text() {
        return false;
    }
    let word = trim(&lines[at].text).split_whitespace().next().unwrap_or_default().chars().count();
    // `> > ` takes two characters for each mark, `>> ` one less.
    let length = 2 * before.depth + before.text.chars().count();
    let several = before.text.contains(' ') || before.is_blank();
    // One line directly between two quoted ones, of which the first is long, is more often the end of it than an answer.
    let between = lines.get(at + 1).is_some_and(Line::is_quoted) && length >= 50;
    // Up to three blanks stood between the words.
    several && (between || length + 3 + word > width)
}

/// The lines as one text, without empty lines at its ends.
fn text(lines: &[&str]) -> String {
    let visible = |line: &&str| !trim(line).is_empty();
    let Some(first) = lines.iter().position(visible) else { return String::new() };
    let last = lines.iter().rposition(visible).unwrap_or(first);
    let mut text = String::new();
    let mut empty = 0;
    for line in &lines[first..=last] {
        if trim(line).is_empty() {
            empty += 1;
            continue;
        }
        if !text.is_empty() {
            text.push_str(if empty > 0 { "\n\n" } else { "\n" });
        }
        // A blank before the first line is of the program.
        text.push_str(if text.is_empty() { line.trim() } else { line.trim_end() });
        empty = 0;
    }
    text
}
