//! The receipt of a message: its address is a key that this server made, and it is stored before it counts as taken.

use chrono::{DateTime, Utc};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::postmaster;
use crate::app::App;
use crate::db::Trouble;
use crate::db::incoming::{self, NewMessage};
use crate::events::Event;
use crate::ids::{Home, IncomingId, UserId};
use crate::play::telling::links::{Turn, Vote};
use crate::play::telling::reply::Key;
use crate::secrets::hash;
use crate::{address, failpoint, mail};

/// The reason why a message is not accepted. `Display` is the reply to the sending mail server: a code of SMTP, an enhanced code
/// (RFC 3463) and words.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotTaken {
    /// The address is none of ours.
    #[error("550 5.1.1 No such address here; reply to the latest email")]
    NoSuchAddress,
    /// The message has too many bytes.
    #[error("552 5.3.4 Message too large; send only your move")]
    TooLarge,
    /// A line ends with CR or LF alone.
    #[error("550 5.6.0 Lines must end with CR LF")]
    BareNewline,
    /// Too many messages have come for this email, this person or this server.
    #[error("450 4.7.1 Too many messages; try again later")]
    TooMany,
    /// The message has been passed on too often.
    #[error("554 5.4.6 Mail loop detected")]
    Circle,
    /// The database or the mail server cannot be reached.
    #[error("451 4.3.0 Cannot store the message now; try again later")]
    Unavailable,
}

impl NotTaken {
    /// The reason without its codes, as a sentence.
    pub fn words(self) -> String {
        let told = self.to_string();
        format!("{}.", told.splitn(3, ' ').last().unwrap_or_default())
    }
}

impl From<Trouble> for NotTaken {
    fn from(trouble: Trouble) -> NotTaken {
        tracing::error!(%trouble, "cannot store an inbound email");
        NotTaken::Unavailable
    }
}

/// The recipient of a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Recipient {
    /// An address that this server has made, as the message names it.
    Email {
        /// The meaning of the address.
        key: Key,
        /// The address in small letters.
        address: String,
    },
    /// The address at which anyone can write commands.
    Standing,
    /// The person who runs the server (RFC 5321, section 4.5.1), by the name `postmaster` or by the address that emails come from.
    Postmaster,
}

/// Returns the recipient of this address: it is a key that this server made, or the standing address, or, if mail to the host is passed on,
/// that of the postmaster or of complaints (RFC 2142), or the mailbox of `mail_from`.
pub fn recipient(app: &App, address: &str) -> Result<Recipient, NotTaken> {
    let addresses = app.addresses.as_ref().ok_or(NotTaken::NoSuchAddress)?;
    let address = address.to_ascii_lowercase();
    if let Some(key) = Key::from_address(&address, addresses, &app.secrets) {
        return Ok(Recipient::Email { key, address });
    }
    if address == addresses.standing {
        return Ok(Recipient::Standing);
    }
    let (name, domain) = address.split_once('@').unwrap_or((&address, addresses.reply.domain()));
    let is_of_host = ["postmaster", "abuse"].contains(&name) || is_sender(app, &address);
    if is_of_host && domain == addresses.reply.domain() && app.config.postmaster.is_some() {
        Ok(Recipient::Postmaster)
    } else {
        Err(NotTaken::NoSuchAddress)
    }
}

/// True if emails of this server come from this address: people write to it, too.
fn is_sender(app: &App, address: &str) -> bool {
    mail::sender(&app.config.mail_from).is_ok_and(|from| address.eq_ignore_ascii_case(from.email.as_ref()))
}

/// Takes a message (RFC 5322) with the sender of its envelope: `""` for none, `None` if it is not known. When this returns, it is
/// durable: one that replies to an email is stored, and a worker is on its way to read it; one for the postmaster is passed on. A message
/// that comes twice is stored once.
pub async fn store(app: &App, to: &Recipient, sender: Option<&str>, raw: &[u8]) -> Result<(), NotTaken> {
    let received_at = app.clock.now();
    if raw.len() > app.config.message_bytes as usize {
        return Err(NotTaken::TooLarge);
    }
    match to {
        Recipient::Email { key, address } => {
            let user = reader(app, *key).await?;
            count(app, *key, address, user).map_err(|_| NotTaken::TooMany)?;
            store_for(app, (*key, address), (IncomingId::new(), user), received_at, sender, raw).await
        }
        Recipient::Standing => {
            let id = IncomingId::new();
            let from = mail::read::author(raw).unwrap_or_default();
            let mailbox = address::mailbox(&from.to_ascii_lowercase());
            app.limits.standing(&mailbox).map_err(|_| NotTaken::TooMany)?;
            let key = Key::Standing(home_of(&mailbox), id.end());
            store_for(app, (key, &mailbox), (id, None), received_at, sender, raw).await
        }
        Recipient::Postmaster => postmaster::pass_on(app, sender.unwrap_or_default(), raw).await,
    }
}

/// The home of messages from a mailbox to the standing address.
fn home_of(mailbox: &str) -> Home {
    let hash = hash(mailbox);
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&hash[..16]);
    Home(Uuid::from_bytes(bytes))
}

/// The person to whom an email with this key was sent, if the key says so.
async fn reader(app: &App, key: Key) -> Result<Option<UserId>, NotTaken> {
    let mut connection = app.db.get().await?;
    Ok(match key {
        Key::Turn(Turn { match_id, seat, holder, .. })
        | Key::Resign(Turn { match_id, seat, holder, .. })
        | Key::Proposal(Vote { match_id, seat, holder, .. }) => {
            incoming::player(&mut connection, match_id, (seat, holder)).await?
        }
        Key::Person(user, _) | Key::Lesson(user, _) => Some(user),
        Key::Invitation(_) | Key::Request(..) | Key::Standing(..) | Key::Bounce(_) => None,
    })
}

/// Counts a message to the address of an email.
fn count(app: &App, key: Key, address: &str, user: Option<UserId>) -> Result<(), u64> {
    match key {
        Key::Turn(_)
        | Key::Resign(_)
        | Key::Invitation(_)
        | Key::Proposal(_)
        | Key::Person(..)
        | Key::Lesson(..)
        | Key::Request(..)
        | Key::Standing(..) => app.limits.message(address, user),
        Key::Bounce(_) => app.limits.bounce(address),
    }
}

async fn store_for(
    app: &App,
    (key, address): (Key, &str),
    (id, user_id): (IncomingId, Option<UserId>),
    received_at: DateTime<Utc>,
    sender: Option<&str>,
    raw: &[u8],
) -> Result<(), NotTaken> {
    let seat = match key {
        Key::Turn(Turn { seat, .. }) | Key::Resign(Turn { seat, .. }) | Key::Proposal(Vote { seat, .. }) => Some(seat),
        Key::Person(..)
        | Key::Lesson(..)
        | Key::Invitation(_)
        | Key::Request(..)
        | Key::Standing(..)
        | Key::Bounce(_) => None,
    };
    let raw = [return_path(sender).as_bytes(), raw].concat();
    let new = NewMessage {
        home: key.home(),
        id,
        reply_key: key.bytes(),
        seat,
        received_at,
        digest: digest(address, &raw),
        raw: &raw,
        user_id,
    };
    let stored = incoming::store(&mut *app.db.get().await?, &new).await?;
    failpoint::point("mail-stored");
    ::metrics::counter!("turnpost_messages_total", "result" => if stored { "stored" } else { "known" }).increment(1);
    app.hub.publish(Event::MessageStored);
    Ok(())
}

/// The header of a sender (RFC 5321, section 4.4). Of the sender's own words: a line break would begin a header of its own.
fn return_path(sender: Option<&str>) -> String {
    let plain = |c: &char| c.is_ascii_graphic() && !"<>".contains(*c);
    sender
        .map(|sender| format!("Return-Path: <{}>\r\n", sender.chars().filter(plain).collect::<String>()))
        .unwrap_or_default()
}

/// Equal for two copies of one message to one recipient: mail servers try again when an answer is lost.
fn digest(address: &str, raw: &[u8]) -> [u8; 32] {
    let by = Sha256::new().chain_update(address).chain_update([0]);
    match mail::message_id(raw) {
        Some(id) => by.chain_update(id).finalize().into(),
        None => by.chain_update(raw).finalize().into(),
    }
}
