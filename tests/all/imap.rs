//! Tests of polling, most of them against a real Dovecot, which needs root: the Debian package dovecot-imapd. Where it is missing
//! they are skipped, and a line says so.

mod faults;
mod folders;
mod script;

use std::sync::Mutex;

use tests::dovecot::Dovecot;

use turnpost::mail::imap::{Fetched, Mailbox, Taken};

/// Messages that were handed over.
#[derive(Default)]
struct Handing(Mutex<Vec<Fetched>>);

impl Handing {
    /// Keeps the message. The result is by its text: "refuse", "later" or other words.
    fn take(&self, handed: Fetched) -> Taken {
        let text = String::from_utf8_lossy(&handed.raw).into_owned();
        self.0.lock().unwrap().push(handed);
        match text {
            text if text.contains("refuse") => Taken::Refused,
            text if text.contains("later") => Taken::TryAgain,
            _ => Taken::Stored,
        }
    }

    /// The texts that came since the last call, in their order.
    fn texts(&self) -> Vec<String> {
        let text = |handed: Fetched| {
            let raw = String::from_utf8(handed.raw).unwrap();
            raw.split_once("\r\n\r\n").unwrap().1.trim().to_owned()
        };
        self.all().into_iter().map(text).collect()
    }

    fn all(&self) -> Vec<Fetched> {
        std::mem::take(&mut *self.0.lock().unwrap())
    }
}

/// A message with a text.
fn message(text: &str) -> String {
    format!(
        "Return-Path: <anna@example.org>\r\nTo: play+key@turnpost.example\r\nSubject: Re: Your turn\r\n\r\n{text}\r\n"
    )
}

/// A server with all its capabilities.
fn dovecot() -> Option<Dovecot> {
    Dovecot::start(None)
}

fn mailbox(dovecot: &Dovecot) -> Mailbox {
    mailbox_with(dovecot, "", 10_000)
}

fn mailbox_with(dovecot: &Dovecot, parameters: &str, max_bytes: u32) -> Mailbox {
    Mailbox::new(dovecot.url(parameters).parse().unwrap(), None, max_bytes).unwrap()
}
