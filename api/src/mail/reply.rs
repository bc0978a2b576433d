//! A reply to an email, as a mail program writes it.

use lettre::Message;
use lettre::message::Mailbox;
use lettre::message::header::ContentType;
use mail_parser::MessageParser;
use uuid::Uuid;

/// A reply to an email.
#[derive(Clone)]
pub struct Reply {
    /// The sender: the reader of the email.
    pub from: String,
    /// The address for replies to the email.
    pub to: String,
    /// The message (RFC 5322).
    pub raw: Vec<u8>,
}

/// A message with this text that a person writes at one address to another; `None` if one of them is no address. The date comes from the
/// machine's clock.
pub fn written(from: &str, to: &str, text: &str) -> Option<Reply> {
    let message = Message::builder()
        .from(Mailbox::new(None, from.parse().ok()?))
        .to(Mailbox::new(None, to.parse().ok()?))
        .message_id(Some(format!("<{}@localhost>", Uuid::now_v7())))
        .header(ContentType::TEXT_PLAIN)
        .body(text.to_owned())
        .ok()?;
    Some(Reply { from: from.to_owned(), to: to.to_owned(), raw: message.formatted() })
}

/// A reply to an email (RFC 5322) with this text above the quoted email; `None` if the email has no address for replies. The date comes
/// from the machine's clock.
pub fn reply(email: &[u8], text: &str) -> Option<Reply> {
    let parsed = MessageParser::new().parse(email)?;
    let address = |address: &mail_parser::Address<'_>| address.first()?.address().map(str::to_owned);
    let (from, to) = (address(parsed.to()?)?, address(parsed.reply_to()?)?);
    let quoted: String = parsed.body_text(0)?.lines().map(|line| format!("> {line}\n")).collect();
    let attribution = format!("{} wrote:", address(parsed.from()?)?);
    let mailbox = |address: &str| address.parse().ok().map(|address| Mailbox::new(None, address));
    let message = Message::builder()
        .from(mailbox(&from)?)
        .to(mailbox(&to)?)
        .subject(format!("Re: {}", parsed.subject()?))
        .message_id(Some(format!("<{}@localhost>", Uuid::now_v7())))
        .in_reply_to(format!("<{}>", parsed.message_id()?))
        .header(ContentType::TEXT_PLAIN)
        .body(format!("{text}\n\n{attribution}\n{quoted}"))
        .ok()?;
    Some(Reply { from, to, raw: message.formatted() })
}
