//! From an email to the bytes that are sent.

use std::fmt;

use chrono::{DateTime, Utc};
use lettre::message::header::{ContentTransferEncoding, ContentType, HeaderName, HeaderValue};
use lettre::message::{Attachment, Body, Mailbox, MultiPart, SinglePart};
use uuid::Uuid;

use super::sheet::{Block, Sheet};
use super::{Email, Link};
use crate::category::Category;

/// The sender, the reader and the date of an email.
pub struct Envelope {
    /// The email. Its Message-ID is made of it, so that a second try carries the same one and mail programs show it once.
    pub id: Uuid,
    /// The sender. Its domain is the domain of every Message-ID.
    pub from: Mailbox,
    /// The reader.
    pub to: Mailbox,
    /// The time at which it is sent; the times in it count from then.
    pub date: DateTime<Utc>,
    /// The address for replies. Only an email that has one begins with the line above which the reply is written, and asks for a reply.
    pub reply_to: Option<Mailbox>,
    /// The address to which the email returns if it cannot be delivered; that of the sender if there is none (RFC 5321, section 3.6.3).
    pub return_to: Option<Mailbox>,
    /// The match that the email is about, if the reader plays in it: its emails form a thread.
    pub thread: Option<Thread>,
    /// The Message-ID of the reply that this email is about; one that [`is_message_id`] refuses, such as an empty one, is not named.
    pub in_reply_to: Option<String>,
    /// The page that emails the links of all open turns, for emails about a match in which the reader plays.
    pub again: Option<Link>,
    /// Takes the POST that stops emails of this kind (RFC 8058); a GET of it has to change nothing. None for an email that the reader has
    /// just asked for (RFC 8058, section 3).
    pub unsubscribe: Option<Link>,
    /// The address at which a message with the text `stop` or the subject `unsubscribe` does the same, for programs that follow no link
    /// (RFC 2369).
    pub unsubscribe_at: Option<Mailbox>,
    /// The category of emails of this kind, by which mail services count complaints.
    pub category: Option<Category>,
}

/// Shows the id of the email, which may be logged, and nothing else.
impl fmt::Debug for Envelope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Envelope").field("id", &self.id).finish_non_exhaustive()
    }
}

/// The emails about one match, to one reader.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thread {
    /// The match.
    pub match_id: Uuid,
    /// The email of it that this reader got last.
    pub earlier: Option<Uuid>,
}

/// An email ready to be sent. `Debug` shows its Message-ID and its size.
#[derive(Clone)]
pub struct Message {
    pub(super) inner: lettre::Message,
    pub(super) subject: String,
}

impl Message {
    /// The bytes that are sent (RFC 5322), with CR LF at the ends of lines. They hold codes, links and addresses.
    pub fn raw(&self) -> Vec<u8> {
        self.inner.formatted()
    }

    /// The subject, as people read it.
    pub fn subject(&self) -> &str {
        &self.subject
    }

    /// The Message-ID with its angle brackets.
    pub fn id(&self) -> &str {
        self.inner.headers().get_raw("Message-ID").unwrap_or_default()
    }
}

impl fmt::Debug for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Message").field("id", &self.id()).field("bytes", &self.raw().len()).finish()
    }
}

/// Writes an email: the text part first, then the HTML part with the board as inline picture (RFC 2046, RFC 2387, RFC 2392).
///
/// * The same arguments give the same bytes.
/// * A board is drawn here, which takes some milliseconds of computing; the other emails take none to speak of.
/// * Nothing in the email can add a header, a recipient or a part; this holds for any names and titles.
/// * `Auto-Submitted` keeps other programs from replying (RFC 3834); emails that can be stopped carry `List-Unsubscribe` and,
///   if the link is https, `List-Unsubscribe-Post` (RFC 8058, which counts only in mail signed by DKIM).
/// * Emails of one match and kind have one subject, and emails of one match name in `References` a root, which is no email, and the
///   email or message before (RFC 5322, 3.6.4): programs that thread by either keep them together, also when the reader has
///   deleted some.
/// * Bodies are ASCII on the wire and no line is longer than 998 characters, so any server takes them (RFC 5321, 4.5.3.1.6).
pub fn compose(envelope: &Envelope, email: &dyn Email) -> Message {
    let domain = envelope.from.email.domain();
    let id = |id: Uuid| format!("<{id}@{domain}>");
    let subject = email.subject();
    let mark = envelope.reply_to.as_ref().and_then(|_| email.mark()).map(Block::Mark);
    let sheet = Sheet {
        subject: subject.clone(),
        blocks: mark.into_iter().chain(email.blocks(envelope)).collect(),
        footer: footer(email, envelope),
        cid: format!("{}@{domain}", envelope.id),
    };

    let returns = envelope.return_to.as_ref().unwrap_or(&envelope.from);
    let mut builder = lettre::Message::builder()
        .message_id(Some(id(envelope.id)))
        .date(envelope.date.into())
        .from(envelope.from.clone())
        .to(Mailbox { name: envelope.to.name.as_deref().map(unencoded), email: envelope.to.email.clone() })
        .subject(unencoded(&subject))
        .envelope(
            lettre::address::Envelope::new(Some(returns.email.clone()), vec![envelope.to.email.clone()])
                .expect("there is a recipient"),
        );
    let why = if envelope.in_reply_to.is_some() { "auto-replied" } else { "auto-generated" };
    builder = builder
        .raw_header(header("Auto-Submitted", why.to_owned()))
        // Exchange looks for this one only. Reports of emails that cannot be delivered are wanted.
        .raw_header(header("X-Auto-Response-Suppress", "DR,RN,NRN,OOF,AutoReply".to_owned()))
        .raw_header(header("Feedback-ID", feedback_id(envelope.category, domain)));
    if let Some(reply_to) = &envelope.reply_to {
        builder = builder.reply_to(reply_to.clone());
    }
    let root = envelope.thread.map(|thread| format!("<match.{}@{domain}>", thread.match_id));
    let earlier = envelope.thread.and_then(|thread| thread.earlier).map(id);
    let answered = envelope.in_reply_to.clone().filter(|id| is_message_id(id));
    let before: Vec<String> = root.into_iter().chain(earlier).chain(answered).collect();
    if let Some(parent) = before.last() {
        builder = builder.in_reply_to(parent.clone()).references(before.join(" "));
    }
    if let Some(link) = &envelope.unsubscribe {
        // The link is first: programs take the first way that they know.
        let at = envelope.unsubscribe_at.as_ref().map(|at| format!(", <mailto:{}?{STOP}>", at.email));
        let ways = format!("<{}>{}", link.as_str(), at.unwrap_or_default());
        builder = builder.raw_header(header("List-Unsubscribe", ways));
        if link.as_str().starts_with("https:") {
            builder = builder.raw_header(header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".to_owned()));
        }
    }
    let parts = with_files(envelope.id, parts(envelope.id, &sheet), &email.attachments());
    let inner = builder.multipart(parts).expect("sender and reader are set, and their names can be read back");
    Message { inner, subject }
}

/// The subject and the text of the message that unsubscribes. Some programs fill in the subject only.
const STOP: &str = "subject=unsubscribe&body=stop";

/// By this Google counts complaints about emails that are alike: up to three identifiers, and last the same one of 5 to 15 characters in
/// all emails of a sender.
fn feedback_id(category: Option<Category>, domain: &str) -> String {
    format!("{}:{domain}:turnpost", category.map_or("account", Category::name))
}

/// Returns whether a Message-ID of another server may stand in the headers of an email: `<...@...>` in ASCII without blanks, at most
/// 250 characters (RFC 5322, section 3.6.4).
pub fn is_message_id(text: &str) -> bool {
    let inner = text.strip_prefix('<').and_then(|text| text.strip_suffix('>')).unwrap_or_default();
    text.len() <= 250 && inner.contains('@') && inner.bytes().all(|c| c.is_ascii_graphic() && !b"<>\"\\".contains(&c))
}

/// The reason of the email, and the links to all open turns and to unsubscribe.
fn footer<'a>(email: &dyn Email, envelope: &'a Envelope) -> Vec<Block<'a>> {
    let mut blocks = vec![Block::words(email.reason())];
    if let Some(link) = envelope.again.as_ref().filter(|_| !email.is_short()) {
        blocks.push(Block::Link("Email me all my open turns", link.as_str()));
    }
    if let Some(link) = &envelope.unsubscribe {
        blocks.push(Block::Link("Unsubscribe from these emails", link.as_str()));
    }
    blocks
}

/// Begins every boundary. Quoted-printable and base64 never hold it (RFC 2045, 6.7), and text that does is not sent as it is: so
/// no text ends a part, even if its writer could guess the email's id.
const BOUNDARY: &str = "=_";

fn parts(id: Uuid, sheet: &Sheet<'_>) -> MultiPart {
    let alternative = MultiPart::alternative().boundary(format!("{BOUNDARY}alternative-{id}"));
    let alternative = alternative.singlepart(part(ContentType::TEXT_PLAIN, sheet.text()));
    let html = sheet.html().expect("writing into a string does not fail");
    let html = part(ContentType::TEXT_HTML, html);
    let pictures = pictures(sheet);
    if pictures.is_empty() {
        return alternative.singlepart(html);
    }
    // The root has to be named (RFC 2387, 3.1), and lettre does not name it.
    let kind = format!("multipart/related; boundary=\"{BOUNDARY}related-{id}\"; type=\"text/html\"");
    let kind = ContentType::parse(&kind).expect("an id has no quotes");
    let related = MultiPart::builder().header(kind).singlepart(html);
    let related = pictures.into_iter().fold(related, |related, (number, png)| {
        let name = if number == 1 { "board.png".to_owned() } else { format!("board{number}.png") };
        let kind = ContentType::parse("image/png").expect("a well-known type");
        related.singlepart(Attachment::new_inline_with_name(Block::cid(&sheet.cid, &number), name).body(png, kind))
    });
    alternative.multipart(related)
}

/// A file that comes with an email.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attached {
    /// Its name, in ASCII.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// The parts of an email with its files, if there are any (RFC 2046, section 5.1.3).
fn with_files(id: Uuid, parts: MultiPart, files: &[&Attached]) -> MultiPart {
    if files.is_empty() {
        return parts;
    }
    let mixed = MultiPart::mixed().boundary(format!("{BOUNDARY}mixed-{id}")).multipart(parts);
    files.iter().fold(mixed, |mixed, file| {
        let body = Body::new(file.text.replace("\r\n", "\n").replace('\n', "\r\n"));
        mixed.singlepart(Attachment::new(file.name.clone()).body(body, ContentType::TEXT_PLAIN))
    })
}

/// The pictures with their numbers. Only one board of an email has a picture, which is the first; pictures that show how to play follow.
fn pictures(sheet: &Sheet<'_>) -> Vec<(usize, Vec<u8>)> {
    let picture = |block: &Block<'_>| match block {
        Block::Board(board) => Some((1, board.png()?.to_vec())),
        Block::Picture(shown, number) => Some((*number, shown.png()?.to_vec())),
        Block::Mark(_)
        | Block::Mistake(..)
        | Block::Lead(_)
        | Block::Code(..)
        | Block::Button(..)
        | Block::Link(..)
        | Block::Message { .. }
        | Block::Reply { .. }
        | Block::Lines(_)
        | Block::TextBoard(_)
        | Block::Passage(_) => None,
    };
    sheet.blocks.iter().filter_map(picture).collect()
}

/// Text that is short-lined ASCII goes as it is, so that a board can be read in the raw email too; all else is
/// quoted-printable (RFC 2045, 6.7), which gives back every line as it was. lettre would choose base64 for some names.
fn part(kind: ContentType, text: String) -> SinglePart {
    let plain = |line: &str| line.len() <= 78 && line.bytes().all(|c| c == b' ' || c.is_ascii_graphic());
    let body = if text.lines().all(plain) && !text.contains('\r') && !text.contains(BOUNDARY) {
        Body::dangerous_pre_encoded(text.replace('\n', "\r\n").into_bytes(), ContentTransferEncoding::SevenBit)
    } else {
        // It never refuses; should it, a panic would print the email.
        Body::new_with_encoding(text, ContentTransferEncoding::QuotedPrintable).unwrap_or_else(Body::new)
    };
    SinglePart::builder().header(kind).body(body)
}

/// A header whose value is ASCII without breaks by its making, so it must not be folded: some programs do not unfold links.
fn header(name: &'static str, value: String) -> HeaderValue {
    debug_assert!(value.bytes().all(|c| c == b' ' || c.is_ascii_graphic()));
    HeaderValue::dangerous_new_pre_encoded(HeaderName::new_from_ascii_str(name), value.clone(), value)
}

/// Text for a header that no mail program takes for an encoded word (RFC 2047). ASCII is written as it is, and names of earlier versions
/// may hold one.
fn unencoded(text: &str) -> String {
    text.replace("=?", "= ?")
}
