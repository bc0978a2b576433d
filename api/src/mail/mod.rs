//! Emails: their content, their form and their delivery. A library: it knows no database. No other module uses lettre.
//!
//! * An [`Email`] is data; it gives a list of blocks, and the text part and the HTML part are two paintings of that one list. So
//!   they cannot say different things, and neither says more of a match than the [`engine::Page`] its [`Board`] was made from.
//! * [`compose()`] is a pure function of an [`Envelope`] and an email. An email that is tried again is drawn again, as things are
//!   by then; its Message-ID alone says that it is the same.
//! * [`Post`] hands it to an SMTP server and says whether a failure is worth another try.
//! * [`read`] reads a message that has come, and [`imap`] fetches messages from a mailbox.
//!
//! Codes, links and addresses are for the reader alone: no `Debug` or `Display` of this module shows them.

mod address;
mod board;
mod compose;
mod dkim;
mod emails;
pub mod imap;
mod post;
mod postmaster;
pub mod read;
mod reply;
mod sheet;
#[cfg(test)]
mod tests;

pub use lettre::message::Mailbox;

pub use self::address::{BadLink, Link, mailbox};
pub use self::board::{Board, Shown};
pub use self::compose::{Attached, Envelope, Message, Thread, compose, is_message_id};
pub use self::dkim::Signer;
pub use self::emails::*;
pub use self::post::{BadSetting, Failure, Post};
pub use self::postmaster::{POSTMASTER_SUBJECT, servers_passed, to_postmaster};
pub use self::read::MARK;
pub use self::reply::{Reply, reply, written};

/// The Message-ID of a message (RFC 5322, section 3.6.4), if it has one.
pub fn message_id(raw: &[u8]) -> Option<String> {
    mail_parser::MessageParser::new().parse_headers(raw)?.message_id().map(str::to_owned)
}

/// A sender, such as `Turnpost <turnpost@example.org>`, with an address as [`mailbox()`] takes it: emails carry it in ASCII.
pub fn sender(text: &str) -> Result<Mailbox, String> {
    let read: Mailbox = text.parse().map_err(|why| format!("{why}"))?;
    let address = mailbox("", read.email.as_ref()).map_err(|why| why.to_string())?.email;
    Ok(Mailbox::new(read.name, address))
}
