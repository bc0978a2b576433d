//! The parts of a message (RFC 2046), found in one pass over its lines.
//!
//! mail-parser takes a boundary inside a line for one, cuts the text there, gives the rest of a message to a part that has no end, and
//! looks for each boundary that does not come as far as the end of the message, which takes seconds.

use super::head::Head;

/// Multiparts inside one another; deeper ones are not opened.
const NESTING: usize = 20;

/// Parts that are read; the rest is dropped.
const PARTS: usize = 200;

/// A part that is no multipart. What an attached message holds is not looked into.
pub(super) struct Part<'a> {
    pub(super) head: Head<'a>,
    /// The type in lower case, such as `text/plain`, which is the default (RFC 2045, 5.2).
    pub(super) media: String,
    /// The body, as it was sent.
    pub(super) body: &'a [u8],
    /// The number of the multipart/alternative that it stands in, if it does.
    pub(super) alternative: Option<usize>,
}

/// A message: its header and its parts in order.
pub(super) struct Mail<'a> {
    pub(super) head: Head<'a>,
    /// The type in lower case; `None` without a Content-Type.
    pub(super) media: Option<String>,
    pub(super) parts: Vec<Part<'a>>,
}

impl<'a> Mail<'a> {
    pub(super) fn parse(raw: &'a [u8]) -> Self {
        let raw = raw.strip_prefix(b"\xef\xbb\xbf").unwrap_or(raw);
        // Empty lines before the header are none of its.
        let start = raw.iter().position(|byte| !byte.is_ascii_whitespace()).unwrap_or(0);
        let start = raw[..start].iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let raw = &raw[start..];
        let (head, at) = Head::parse(raw);
        let body = &raw[at..];
        let (media, boundary) = media(&head);
        let mut parts =
            boundary.map(|boundary| Walk::new(body, boundary, media.as_deref()).parts()).unwrap_or_default();
        if parts.is_empty() {
            // A single part, or a multipart without its parts: then all of it is text.
            let kind = media.clone().filter(|media| !media.starts_with("multipart/"));
            let media = kind.unwrap_or_else(|| "text/plain".to_owned());
            let (head, _) = Head::parse(raw);
            parts.push(Part { head, media, body, alternative: None });
        }
        Mail { head, media, parts }
    }

    /// The first part of one of these types.
    pub(super) fn part(&self, types: &[&str]) -> Option<&Part<'a>> {
        self.parts.iter().find(|part| types.contains(&part.media.as_str()))
    }
}

/// The type and, of a multipart, the boundary.
fn media(head: &Head<'_>) -> (Option<String>, Option<Vec<u8>>) {
    let Some(content) = head.content_type() else { return (None, None) };
    let mut media = content.c_type.to_ascii_lowercase();
    if let Some(subtype) = &content.c_subtype {
        media = format!("{media}/{}", subtype.to_ascii_lowercase());
    } else if media == "text" {
        media.push_str("/plain");
    }
    let boundary = content.attribute("boundary").filter(|boundary| !boundary.is_empty());
    let boundary = boundary.filter(|_| media.starts_with("multipart")).map(|boundary| boundary.as_bytes().to_vec());
    (Some(media), boundary)
}

/// An open multipart.
struct Multipart {
    boundary: Vec<u8>,
    /// Its number, if it is a multipart/alternative.
    alternative: Option<usize>,
}

/// The walk over the lines of a multipart.
struct Walk<'a> {
    raw: &'a [u8],
    /// The open multiparts, the outermost first.
    open: Vec<Multipart>,
    /// Multiparts that were opened.
    opened: usize,
    /// The part that is being read and the offset of its body.
    current: Option<(Head<'a>, String, usize)>,
    parts: Vec<Part<'a>>,
}

impl<'a> Walk<'a> {
    fn new(raw: &'a [u8], boundary: Vec<u8>, media: Option<&str>) -> Self {
        let mut walk = Walk { raw, open: Vec::new(), opened: 0, current: None, parts: Vec::new() };
        walk.enter(boundary, media);
        walk
    }

    fn enter(&mut self, boundary: Vec<u8>, media: Option<&str>) {
        self.opened += 1;
        let alternative = (media == Some("multipart/alternative")).then_some(self.opened);
        self.open.push(Multipart { boundary, alternative });
    }

    fn parts(mut self) -> Vec<Part<'a>> {
        let mut at = 0;
        while at < self.raw.len() && self.parts.len() < PARTS {
            let rest = &self.raw[at..];
            let end = rest.iter().position(|&byte| byte == b'\n').map_or(self.raw.len(), |length| at + length + 1);
            match self.delimiter(&self.raw[at..end]) {
                None => at = end,
                Some((level, closes)) => {
                    self.finish(at);
                    self.open.truncate(if closes { level } else { level + 1 });
                    at = if closes { end } else { self.begin(end) };
                    if self.open.is_empty() {
                        break;
                    }
                }
            }
        }
        self.finish(self.raw.len());
        self.parts
    }

    /// The multipart that `line` delimits, and whether it closes it. An inner one that is not closed ends with an outer one.
    fn delimiter(&self, line: &[u8]) -> Option<(usize, bool)> {
        let line = line.strip_prefix(b"--")?.trim_ascii_end();
        let matching = |multipart: &Multipart| match line.strip_prefix(multipart.boundary.trim_ascii_end()) {
            Some(b"") => Some(false),
            Some(b"--") => Some(true),
            Some(_) | None => None,
        };
        let mut levels = self.open.iter().enumerate().rev();
        levels.find_map(|(level, multipart)| Some((level, matching(multipart)?)))
    }

    /// Reads the header of the part at `at`; returns the offset of its body.
    fn begin(&mut self, at: usize) -> usize {
        // A part without a header begins with its blank line; a delimiter where the header should be is not a header.
        let (head, length) = Head::parse(&self.raw[at..]);
        let (media, boundary) = media(&head);
        match boundary {
            Some(boundary) if self.open.len() < NESTING => self.enter(boundary, media.as_deref()),
            Some(_) | None => {
                let media = media.unwrap_or_else(|| "text/plain".to_owned());
                self.current = Some((head, media, at + length));
            }
        }
        at + length
    }

    fn finish(&mut self, end: usize) {
        if let Some((head, media, start)) = self.current.take() {
            // The end of line before a delimiter belongs to the delimiter (RFC 2046, 5.1.1).
            let body = &self.raw[start.min(end)..end];
            let body = body.strip_suffix(b"\n").map_or(body, |body| body.strip_suffix(b"\r").unwrap_or(body));
            let alternative = self.open.last().and_then(|multipart| multipart.alternative);
            self.parts.push(Part { head, media, body, alternative });
        }
    }
}
