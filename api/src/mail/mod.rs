//! Letters: what they say, how they are put together, how they leave. Nothing else knows lettre.
//!
//! * [`Letter`] is what happened, as data; `words` turns it into a `Sheet`, a list of blocks, and the text part and the
//!   HTML part are two paintings of that one list. So they cannot say different things, and neither says more of a match
//!   than the [`engine::Page`] its [`Board`] was made from.
//! * [`compose()`] is a pure function of an [`Envelope`] and a letter. A letter that is tried again is drawn again, as things are
//!   by then; its Message-ID alone says that it is the same.
//! * [`Post`] hands it to an SMTP server and says whether a failure is worth another try.
//!
//! Codes, links and addresses are for the reader alone: no `Debug` or `Display` of this module shows them.

mod address;
mod clean;
mod compose;
mod draw;
mod letter;
mod post;
pub mod sending;
mod sheet;
mod standing;
#[cfg(test)]
mod tests;
mod words;

pub use lettre::message::Mailbox;

pub use self::address::{BadAddress, BadLink, Link, mailbox};
pub use self::compose::{Envelope, Message, Thread, compose};
pub use self::letter::{
    Board, ConfirmAddress, Deadline, Invitation, Lapse, Letter, MatchOver, MatchStarted, Player, SignIn, Story, Table,
    ToMove, YourTurn,
};
pub use self::post::{BadSetting, Failure, Post};

/// A sender, such as `Turnpost <turnpost@example.org>`, with an address as [`mailbox()`] takes it: letters carry it in ASCII.
pub fn sender(text: &str) -> Result<Mailbox, String> {
    let read: Mailbox = text.parse().map_err(|why| format!("{why}"))?;
    let address = mailbox("", read.email.as_ref()).map_err(|why| why.to_string())?.email;
    Ok(Mailbox::new(read.name, address))
}
