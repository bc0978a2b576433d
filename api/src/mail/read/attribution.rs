//! The line that introduces a quotation: "On DATE, NAME wrote:", in any language.

use super::dates::{begins_with_date, facts};
use super::labels;
use super::lines::{Line, plain_words};
use super::words::{ends_with_verb, holds_verb, is_day, is_lead, is_verb};

/// Lines over which it may be wrapped.
const LINES: usize = 5;

/// Characters that it may have.
const LENGTH: usize = 500;

/// A line that is shorter was not wrapped.
const WRAPPED: usize = 60;

/// The first line of the introduction that ends with line `last`, if one does.
pub(super) fn start(lines: &[Line], last: usize) -> Option<usize> {
    let end = &lines[last];
    if !end.is_text() || end.text.len() > LENGTH {
        return None;
    }
    if !ends(&end.text) {
        return whole(lines, last).then_some(last);
    }
    let quoted = followed_by_quote(lines, last);
    let mut start = last;
    let mut joined = plain_words(&end.text);
    while !introduces(&joined, quoted) {
        start = above(lines, start, last)?;
        joined = format!("{} {joined}", plain_words(&lines[start].text));
        if joined.len() > LENGTH * 2 {
            return None;
        }
    }
    Some(completed(lines, start, last, joined))
}

/// The start of an introduction in any form directly above line `at`, which is quoted or one of our emails.
///
/// It has an address with a date or a time, or a date with a time and a colon.
pub(super) fn above_quotation(lines: &[Line], at: usize) -> Option<usize> {
    let blank = lines[..at].iter().rev().take(3).take_while(|line| line.is_blank() && !line.is_quoted()).count();
    let last = at.checked_sub(blank + 1)?;
    let (mut start, mut joined) = (last, String::new());
    loop {
        if !lines[start].is_text() || lines[start].text.len() > LENGTH {
            return None;
        }
        joined = format!("{} {joined}", plain_words(&lines[start].text));
        let facts = facts(&joined);
        let dated = facts.date && facts.time && joined.trim_end().ends_with([':', '：']);
        if (facts.address && (facts.year || (facts.date && facts.time))) || dated {
            return Some(completed(lines, start, last, joined));
        }
        start = start.checked_sub(1).filter(|start| last - start < LINES)?;
    }
}

/// A whole introduction without a colon: "DATE NAME <ADDRESS>", or "On DATE at TIME NAME wrote" above a header or a
/// quotation.
fn whole(lines: &[Line], at: usize) -> bool {
    if old_gmail(&plain_words(&lines[at].text)) {
        return true;
    }
    let Some(next) = lines.get(at + 1).filter(|next| !next.is_blank()) else { return false };
    if !next.is_quoted() && !labels::is_field(next) {
        return false;
    }
    let text = plain_words(&lines[at].text);
    let facts = facts(&text);
    leads(&text) && facts.date && facts.time && has_verb(&text)
}

/// "2016-03-03 17:21 GMT+01:00 NAME" and "2013/7/20 NAME <ADDRESS>", as Gmail once wrote.
fn old_gmail(text: &str) -> bool {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if digits != 4 || !matches!(text.as_bytes().get(4), Some(b'-' | b'/')) {
        return false;
    }
    let facts = facts(text);
    facts.date
        && ((facts.address && text.ends_with('>'))
            || (facts.time && (text.contains(" gmt+") || text.contains(" gmt-"))))
}

/// The start of the introduction, if the rest of it stands on the lines above `start`.
fn completed(lines: &[Line], start: usize, last: usize, mut joined: String) -> usize {
    let mut start = start;
    loop {
        let known = facts(&joined);
        let (when, who) = (known.date, known.address || has_verb(&joined));
        let begins = who && dated(&plain_words(&lines[start].text), true);
        let near = (start.saturating_sub(LINES)..start).rev().take_while(|&line| lines[line].is_text());
        // The date on one of the lines above begins it.
        let first = near.clone().find(|&line| dated(&plain_words(&lines[line].text), true));
        if let Some(first) = first.filter(|_| !(begins || when && who)) {
            return first;
        }
        let Some(before) = above(lines, start, last) else { break };
        let text = plain_words(&lines[before].text);
        let facts = facts(&text);
        let named = facts.address && text.contains('<') && !known.address;
        if begins && !named {
            break;
        }
        let lacking = (!when && dated(&text, false)) || (!who && (facts.address || has_verb(&text)));
        // The line is broken before or after the `<` of an address; a name stands before it.
        let lacking = lacking || text.rfind('<') > text.rfind('>') || lines[start].text.trim_start().starts_with('<');
        let lacking = lacking || (facts.address && text.contains('<'));
        let wrapped = !(when && who) && text.chars().count() >= WRAPPED && !text.ends_with(['.', '!', '?']);
        if !(dated(&text, true) || lacking || wrapped) {
            break;
        }
        start = before;
        joined = format!("{text} {joined}");
    }
    start
}

/// The line before `start`, if it can belong to an introduction that ends with line `last`.
fn above(lines: &[Line], start: usize, last: usize) -> Option<usize> {
    let mut before = start.checked_sub(1)?;
    // Some programs set an empty line before the address, which then begins with `<`.
    if lines[before].is_blank() && lines[start].text.trim_start().starts_with('<') {
        before = before.checked_sub(1).filter(|&line| dated(&plain_words(&lines[line].text), true))?;
    }
    (last - before <= LINES && lines[before].is_text() && lines[before].text.len() <= LENGTH).then_some(before)
}

/// The next line with text is quoted. At most two empty lines may stand before it.
fn followed_by_quote(lines: &[Line], last: usize) -> bool {
    let mut next = lines[last + 1..].iter().take(3).skip_while(|line| !line.is_quoted() && line.is_blank());
    next.next().is_some_and(Line::is_quoted)
}

/// It ends as introductions do: with a colon, or with a verb.
fn ends(text: &str) -> bool {
    if text.len() > LENGTH {
        return false;
    }
    let words = plain_words(text);
    let text = words.trim_end_matches(['"', '”', '\'', '>', '_', ' ']);
    text.ends_with([':', '：', '﹕', '︰']) || ends_with_verb(text)
}

/// The joined lines, in lower case, introduce a quotation.
fn introduces(text: &str, quoted: bool) -> bool {
    let facts = facts(text);
    let colon = text.trim_end_matches(['"', '”', '\'', '>', '_', ' ']).ends_with([':', '：', '﹕', '︰']);
    let verb = has_verb(text);
    if !colon {
        // Without a colon all else has to be there.
        return verb && leads(text) && facts.date && (facts.time || facts.address) && (quoted || facts.address);
    }
    let origin = facts.address && (facts.year || facts.time);
    let sentence = verb
        && leads(text)
        && (facts.digit || facts.address)
        && (facts.date || facts.year || facts.time || facts.address);
    let dated = facts.date && (facts.time || verb || facts.year);
    let short = text.chars().count() <= 100;
    // "NAME <ADDRESS> wrote:".
    let named = verb && facts.address && text.contains('<');
    origin
        || named
        || sentence
        || (verb && facts.date && facts.time)
        || (quoted && (dated || facts.address || (verb && short)))
}

/// A line with a date: one that begins as introductions do or, if that is not asked for, one with a time too.
fn dated(text: &str, must_lead: bool) -> bool {
    let facts = facts(text);
    (facts.date || facts.year) && (leads(text) || (!must_lead && facts.time))
}

/// A word for "wrote" stands in the text.
fn has_verb(text: &str) -> bool {
    let mut words =
        text.split(|char: char| char.is_whitespace() || matches!(char, ':' | ',' | '：' | '(' | ')' | '<' | '>'));
    words.any(is_verb) || holds_verb(text)
}

/// The text begins as introductions do: with On, Am, Le ..., a weekday or a number.
fn leads(text: &str) -> bool {
    let text = text.trim_start_matches(['-', '"', '“', '«', '>', '|', '[', '(', '_', '\'', ' ']);
    let first = text.split([' ', ',']).next().unwrap_or_default();
    is_lead(first) || begins_with_date(text) || text.starts_with(['在', '于', '於', 'ב'])
}

/// The offset at which an introduction begins inside the line, after text of the sender.
pub(super) fn inside(lines: &[Line], at: usize) -> Option<usize> {
    const WORDS: &[&str] = &[" On ", " Am ", " Le ", " El ", " Il ", " Op ", " Em ", " Den "];
    let line = &lines[at];
    if !line.is_text() || !ends(&line.text) || leads(&plain_words(&line.text)) {
        return None;
    }
    let starts = WORDS.iter().filter_map(|word| line.text.find(word));
    // Marks of a list before it are no text.
    let starts = starts.filter(|&start| line.text[..start].contains(char::is_alphanumeric));
    let found = starts.filter(|&start| {
        let text = plain_words(&line.text[start..]);
        let second = text.split(' ').nth(1).unwrap_or_default();
        let facts = facts(&text);
        has_verb(&text) && facts.date && (facts.time || facts.address) && begins_with_date_or_month(second)
    });
    found.min()
}

fn begins_with_date_or_month(word: &str) -> bool {
    begins_with_date(word) || is_day(word.trim_matches(|char: char| !char.is_alphanumeric()))
}
