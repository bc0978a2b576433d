//! The part of a message that is read, and its lines.

use super::decode;
use super::flowed;
use super::html;
use super::lines::trim;
use super::mime::{Mail, Part};
use super::written::{Written, written as written_in};

/// What the person wrote: in the first text/plain part that is not blank, else in the first such HTML part.
pub(super) fn written(mail: &Mail<'_>) -> Written {
    let Some((part, text)) = chosen(mail) else { return Written::default() };
    if part.media != "text/html" && !is_page(&text) {
        return written_in(flowed::lines(&text, flowed::form(part)));
    }
    let html::Reading { lines, framed, .. } = html::lines(&text, true);
    let written = written_in(lines);
    if !written.text.is_empty() || !framed {
        return written;
    }
    // Gmail sets an answer below the quotation into the same frame. The quotation itself is a blockquote.
    written_in(html::lines(&text, false).lines)
}

/// The text of the message as it is shown, quotations included; for the recognition of machines.
pub(super) fn shown(mail: &Mail<'_>) -> String {
    let Some((part, text)) = chosen(mail) else { return String::new() };
    if part.media != "text/html" {
        return text;
    }
    let lines = html::lines(&text, false).lines;
    lines.iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join("\n")
}

/// The part that stands first, but for texts that are blank and files beside a text.
pub(super) fn leading<'m, 'a>(mail: &'m Mail<'a>) -> Option<&'m Part<'a>> {
    mail.parts.iter().find(|part| !part.media.starts_with("text/") || !is_blank(part, &decode::text(part)))
}

/// The part that is read, with its text.
///
/// Parts after the first text are footers of lists and files, so plain text that follows HTML counts only as its
/// alternative. Files come last; a message may consist of one.
fn chosen<'m, 'a>(mail: &'m Mail<'a>) -> Option<(&'m Part<'a>, String)> {
    let texts = || mail.parts.iter().filter(|part| !is_attachment(part));
    let is_body = |part: &&Part<'a>| matches!(part.media.as_str(), "text/plain" | "text/html");
    let unnamed = texts().filter(is_body).filter(|part| !is_named(part));
    let found = first(unnamed);
    if let Some((html, _)) = found.as_ref().filter(|(part, _)| part.media == "text/html") {
        let group = html.alternative;
        let plain = texts().filter(|part| part.media == "text/plain" && group.is_some() && part.alternative == group);
        if let Some(plain) = first(plain) {
            return Some(of_alternatives(mail, plain));
        }
    }
    let other = |part: &&Part<'a>| {
        part.media.starts_with("text/") && !matches!(part.media.as_str(), "text/calendar" | "text/vcard")
    };
    match found {
        Some(plain) if plain.0.media == "text/plain" => Some(of_alternatives(mail, plain)),
        Some(found) => Some(found),
        None => first(texts().filter(is_body)).or_else(|| first(texts().filter(other))),
    }
}

/// The HTML beside a plain text, if it has text that is struck out: the plain text does not show that.
fn of_alternatives<'m, 'a>(mail: &'m Mail<'a>, plain: (&'m Part<'a>, String)) -> (&'m Part<'a>, String) {
    if plain.0.alternative.is_none() {
        return plain;
    }
    let is_other = |part: &&Part<'a>| part.media == "text/html" && !is_attachment(part) && !is_named(part);
    let html = mail.parts.iter().find(is_other).map(|part| (part, decode::text(part)));
    match html.filter(|(_, text)| html::may_strike(text) && html::lines(text, true).struck) {
        Some(html) => html,
        None => plain,
    }
}

/// The first part that is not blank, with its text.
fn first<'m, 'a: 'm>(parts: impl Iterator<Item = &'m Part<'a>>) -> Option<(&'m Part<'a>, String)> {
    let mut texts = parts.map(|part| (part, decode::text(part)));
    texts.find(|(part, text)| !is_blank(part, text))
}

/// Plain text that is a page of HTML; some programs declare it so.
fn is_page(text: &str) -> bool {
    let start = trim(text).get(..14).unwrap_or_default().to_ascii_lowercase();
    start.starts_with("<html") || start.starts_with("<!doctype html")
}

/// The part has the name of a file.
fn is_named(part: &Part<'_>) -> bool {
    let content = part.head.content_type();
    let disposition = part.head.disposition();
    content.is_some_and(|content| content.attribute("name").is_some())
        || disposition.is_some_and(|disposition| disposition.attribute("filename").is_some())
}

/// The part is a file of its own.
pub(super) fn is_attachment(part: &Part<'_>) -> bool {
    part.head.disposition().is_some_and(|disposition| disposition.c_type.eq_ignore_ascii_case("attachment"))
}

/// Nothing can be seen in the text.
fn is_blank(part: &Part<'_>, text: &str) -> bool {
    if part.media == "text/html" {
        return html::lines(text, false).lines.iter().all(super::lines::Line::is_blank);
    }
    trim(text).is_empty()
}
