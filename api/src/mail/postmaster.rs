//! Messages to the postmaster: passed on as a file of an email.

use chrono::{DateTime, Utc};
use lettre::message::header::ContentType;
use lettre::message::{Attachment, Mailbox, MultiPart, SinglePart};
use uuid::Uuid;

use super::Message;
use crate::address::Address;

/// The subject of emails with which messages to the postmaster are passed on.
pub const POSTMASTER_SUBJECT: &str = "Message to the postmaster";

/// An email (RFC 5322) to the person who runs the server, with a message from this sender as its file. It names no address to which it
/// returns, so it cannot run in a circle. The error says what is wrong with an address.
pub fn to_postmaster(
    from: &str,
    to: &Address,
    (sender, raw): (&str, &[u8]),
    date: DateTime<Utc>,
) -> Result<Message, lettre::error::Error> {
    let id = Uuid::now_v7();
    let from = super::sender(from).map_err(|_| lettre::error::Error::MissingFrom)?;
    let recipient: lettre::Address = to.as_str().parse().map_err(|_| lettre::error::Error::MissingTo)?;
    let sender = if sender.is_empty() { "An unknown sender".to_owned() } else { crate::brief::clean::line(sender) };
    let words = format!(
        "{sender} sent the attached message to the postmaster of Turnpost, or to the address that its emails come from.\r\n"
    );
    let file = Attachment::new("message.eml".to_owned()).body(raw.to_vec(), ContentType::TEXT_PLAIN);
    let inner = lettre::Message::builder()
        .message_id(Some(format!("<{id}@{}>", from.email.domain())))
        .date(date.into())
        .envelope(lettre::address::Envelope::new(None, vec![recipient.clone()])?)
        .from(from)
        .to(Mailbox::new(None, recipient))
        .subject(POSTMASTER_SUBJECT)
        .multipart(MultiPart::mixed().singlepart(SinglePart::plain(words)).singlepart(file))?;
    Ok(Message { inner, subject: POSTMASTER_SUBJECT.to_owned() })
}

/// The number of servers that a message has passed (RFC 5321, section 4.4).
pub fn servers_passed(raw: &[u8]) -> usize {
    let head = raw.split(|byte| *byte == b'\n').take_while(|line| !line.trim_ascii().is_empty());
    head.filter(|line| line.len() > 9 && line[..9].eq_ignore_ascii_case(b"received:")).count()
}
