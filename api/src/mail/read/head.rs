//! The header of a message or of a part (RFC 5322, 2.2; RFC 2045).

use mail_parser::parsers::MessageStream;
use mail_parser::{ContentType, HeaderValue};

use super::decode;
use super::lines;

/// Fields after these are not read.
const FIELDS: usize = 1_000;

/// Bytes of a field's value that are read.
const VALUE: usize = 16 * 1024;

/// The fields of a header, in order.
#[derive(Default)]
pub(super) struct Head<'a> {
    fields: Vec<(&'a [u8], &'a [u8])>,
}

impl<'a> Head<'a> {
    /// The header at the start of `raw`, and the offset of what follows it.
    pub(super) fn parse(raw: &'a [u8]) -> (Self, usize) {
        let mut head = Head::default();
        let mut at = 0;
        let mut open: Option<(&'a [u8], usize, usize)> = None;
        while at < raw.len() {
            let end = raw[at..].iter().position(|&byte| byte == b'\n').map_or(raw.len(), |length| at + length + 1);
            let line = raw[at..end].trim_ascii_end();
            if line.is_empty() {
                // A line of blanks inside a header is a fold (RFC 5322, 4.2) only if more folded text follows.
                let blanks_only = matches!(raw[at], b' ' | b'\t');
                let folded = blanks_only && matches!(raw.get(end), Some(b' ' | b'\t'));
                if !folded {
                    at = end;
                    break;
                }
            } else if matches!(line[0], b' ' | b'\t') {
                if let Some((_, _, stop)) = &mut open {
                    *stop = end;
                }
            } else if let Some((name, value)) = field(line) {
                head.push(raw, open.take());
                open = Some((name, at + value, end));
            } else if !(line.starts_with(b"From ") || line.starts_with(b">From ")) {
                // Not a field: the blank line is missing and the body begins.
                break;
            }
            at = end;
        }
        head.push(raw, open);
        (head, at)
    }

    fn push(&mut self, raw: &'a [u8], field: Option<(&'a [u8], usize, usize)>) {
        if let Some((name, start, end)) = field
            && self.fields.len() < FIELDS
        {
            self.fields.push((name, &raw[start..end.min(start + VALUE)]));
        }
    }

    /// No field was found.
    pub(super) fn is_empty(&self) -> bool {
        self.fields.is_empty()
    }

    fn values(&self, name: &str) -> impl Iterator<Item = &'a [u8]> {
        self.fields.iter().filter(move |field| field.0.eq_ignore_ascii_case(name.as_bytes())).map(|field| field.1)
    }

    /// Whether there is a field of this name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.values(name).next().is_some()
    }

    /// The value of the first field of this name, unfolded.
    pub(super) fn get(&self, name: &str) -> Option<String> {
        self.values(name).next().map(unfolded)
    }

    /// The type of the content, if there is one that can be read.
    pub(super) fn content_type(&self) -> Option<ContentType<'static>> {
        self.media("Content-Type")
    }

    /// The disposition of the content (RFC 2183).
    pub(super) fn disposition(&self) -> Option<ContentType<'static>> {
        self.media("Content-Disposition")
    }

    fn media(&self, name: &str) -> Option<ContentType<'static>> {
        let value = terminated(self.values(name).next()?);
        match MessageStream::new(&value).parse_content_type().into_owned() {
            HeaderValue::ContentType(content) => Some(content),
            HeaderValue::Address(_)
            | HeaderValue::Text(_)
            | HeaderValue::TextList(_)
            | HeaderValue::DateTime(_)
            | HeaderValue::Received(_)
            | HeaderValue::Empty => None,
        }
    }

    /// The subject, decoded (RFC 2047), on one line, of at most 250 characters.
    pub(super) fn subject(&self) -> String {
        let Some(value) = self.values("Subject").next() else { return String::new() };
        let value = terminated(value);
        let text = MessageStream::new(&value).parse_unstructured();
        let text: String = text.as_text().unwrap_or_default().chars().filter(|char| *char != '\u{fffd}').collect();
        let clean: String = text.chars().map(|char| if char.is_control() { ' ' } else { char }).collect();
        lines::collapsed(&clean).chars().take(250).collect()
    }

    /// The name and the address of the first mailbox in From.
    pub(super) fn sender(&self) -> (String, String) {
        let Some(value) = self.values("From").next() else { return Default::default() };
        let mailboxes = mailboxes(value);
        mailboxes.into_iter().next().unwrap_or_default()
    }

    /// The address in From; `None` if there is none or more than one.
    pub(super) fn author(&self) -> Option<String> {
        let mut values = self.values("From");
        let value = values.next()?;
        if values.next().is_some() {
            return None;
        }
        let mut mailboxes = mailboxes(value).into_iter();
        let (_, address) = mailboxes.next()?;
        (mailboxes.next().is_none() && address.contains('@') && address.len() <= 320).then_some(address)
    }

    /// The Message-ID with its angle brackets.
    pub(super) fn message_id(&self) -> Option<String> {
        let value = self.get("Message-ID").unwrap_or_default();
        let pieces = value.split('<').skip(1).filter_map(|piece| piece.split_once('>'));
        let sound = |id: &&str| !id.is_empty() && id.len() <= 250 && id.bytes().all(|byte| byte.is_ascii_graphic());
        pieces.map(|(id, _)| id.trim()).find(sound).map(|id| format!("<{id}>"))
    }
}

/// The name of the field in `line` and the offset of its value.
fn field(line: &[u8]) -> Option<(&[u8], usize)> {
    let colon = line.iter().take(100).position(|&byte| byte == b':')?;
    let name = line[..colon].trim_ascii_end();
    let sound = !name.is_empty() && name.iter().all(u8::is_ascii_graphic);
    sound.then_some((name, colon + 1))
}

/// The value as mail-parser takes it: with an end of line, and as UTF-8.
fn terminated(value: &[u8]) -> Vec<u8> {
    let mut value = decode::without_charset(value.trim_ascii()).into_bytes();
    value.extend_from_slice(b"\r\n");
    value
}

fn unfolded(value: &[u8]) -> String {
    lines::collapsed(&decode::without_charset(value))
}

/// The names and addresses of a list of mailboxes. Of a group its members.
fn mailboxes(value: &[u8]) -> Vec<(String, String)> {
    let value = terminated(value);
    let parsed = MessageStream::new(&value).parse_address();
    let Some(list) = parsed.as_address() else { return Vec::new() };
    let owned = |text: Option<&str>| text.unwrap_or_default().trim().to_owned();
    list.iter().take(20).map(|mailbox| (owned(mailbox.name()), owned(mailbox.address()))).collect()
}
