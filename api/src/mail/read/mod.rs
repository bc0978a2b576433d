//! Reads a received message: its kind, and what a person wrote above the quoted text. Pure.
//!
//! * [`read()`] takes any bytes, does not panic, and its time is linear in their number. Nesting, parts, header fields and
//!   lines are bounded.
//! * In doubt it returns less: a line that may be quoted text, a signature or our own email is not text of the sender.
//! * The steps, one file each: `mime` finds the parts, `kind` tells persons from machines, `body` chooses and decodes a part,
//!   `flowed` and `html` make lines with a depth of quotation, `cut` finds the end of the written text, `written` collects it.

mod attribution;
mod banners;
mod body;
mod cut;
mod dashes;
mod dates;
mod decode;
mod delivery;
mod der;
mod entities;
mod flowed;
mod head;
mod html;
mod kind;
mod labels;
mod lines;
mod mime;
mod quotes;
mod sealed;
mod signature;
mod status;
mod subject;
mod tags;
#[cfg(test)]
mod tests;
mod words;
mod written;

pub use self::delivery::Delivery;
pub use self::kind::Kind;
pub use self::lines::trim;
pub use self::sealed::Sealed;

use self::mime::Mail;

/// The first line of each email to which the reader can reply. Text from this line on is our own.
pub const MARK: &str = "Reply above this line with your move.";

/// A received message, read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Received {
    /// A person or a machine wrote it.
    pub kind: Kind,
    /// What the person wrote; empty for the other kinds.
    pub text: String,
    /// The enhanced status codes of a bounce (RFC 3463), each once; empty for the other kinds.
    pub status: Vec<String>,
    /// What a bounce reports (RFC 3464, 2.3.3); `None` for the other kinds.
    pub delivery: Option<Delivery>,
    /// The address in From, as written; `None` if there is none or more than one.
    pub from: Option<String>,
    /// The Message-ID with its angle brackets.
    pub message_id: Option<String>,
    /// The subject, decoded, on one line.
    pub subject: String,
    /// The message is forwarded, by its subject or a mark in its text.
    pub forwarded: bool,
    /// The reason why a person's message has no text, if it is known.
    pub sealed: Option<Sealed>,
}

impl Received {
    /// The first line that is not empty, without blanks and invisible characters at its ends; empty if there is none.
    pub fn first(&self) -> &str {
        self.text.lines().map(trim).find(|line| !line.is_empty()).unwrap_or_default()
    }

    /// The first line or, if nothing could be read, the name of what was sent.
    pub fn line(&self) -> &str {
        match self.sealed {
            Some(sealed) => sealed.name(),
            None => self.first(),
        }
    }
}

/// The address in From of a raw message, as written; `None` if there is none or more than one.
pub fn author(raw: &[u8]) -> Option<String> {
    Mail::parse(raw).head.author()
}

/// Reads a raw message (RFC 5322). The return path is taken from its Return-Path field.
pub fn read(raw: &[u8]) -> Received {
    let mail = Mail::parse(raw);
    let kind = kind::kind(&mail);
    let mut received = Received {
        kind,
        text: String::new(),
        status: Vec::new(),
        delivery: None,
        from: mail.head.author(),
        message_id: mail.head.message_id(),
        forwarded: subject::is_forwarded(&mail.head.subject()),
        subject: mail.head.subject(),
        sealed: None,
    };
    match kind {
        Kind::Reply => {
            let signed = sealed::signed(&mail);
            let inner = signed.as_deref().map(Mail::parse);
            let mail = inner.as_ref().unwrap_or(&mail);
            let written = body::written(mail);
            received.forwarded |= written.forwarded;
            received.text = written.text;
            if received.text.is_empty() {
                received.sealed = sealed::sealed(mail);
            }
        }
        Kind::Bounce => {
            let report = status::report(&mail);
            received.status = report.codes;
            received.delivery = Some(report.delivery);
        }
        Kind::Auto | Kind::Complaint => {}
    }
    received
}
