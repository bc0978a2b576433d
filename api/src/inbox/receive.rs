//! The receipt of a message: its address is a key that this server made, and it is stored before it counts as taken.

use sha2::{Digest, Sha256};

use crate::app::App;
use crate::db::Trouble;
use crate::db::incoming::{self, NewMessage};
use crate::db::words::IncomingKey;
use crate::events::Event;
use crate::ids::{Home, IncomingId};
use crate::play::links::Turn;
use crate::play::reply::Key;
use crate::{failpoint, mail};

/// The reason why a message is not taken. `Display` is the answer to the sending mail server: a code of SMTP, an enhanced code
/// (RFC 3463) and words.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotTaken {
    /// The address is none of ours.
    #[error("550 5.1.1 There is no such address here; answer the latest letter")]
    NoSuchAddress,
    /// The message has too many bytes.
    #[error("552 5.3.4 The message is too large; the move alone is enough")]
    TooLarge,
    /// A line ends with CR or LF alone.
    #[error("550 5.6.0 Lines of a message end with CR LF")]
    BareNewline,
    /// Too many messages have come for this letter, this person or this server.
    #[error("450 4.7.1 Too many messages; try again later")]
    TooMany,
    /// The database cannot be reached.
    #[error("451 4.3.0 The message cannot be stored now; try again later")]
    Unavailable,
}

impl NotTaken {
    /// Returns whether another try can succeed.
    pub fn is_temporary(self) -> bool {
        match self {
            NotTaken::TooMany | NotTaken::Unavailable => true,
            NotTaken::NoSuchAddress | NotTaken::TooLarge | NotTaken::BareNewline => false,
        }
    }
}

impl From<Trouble> for NotTaken {
    fn from(trouble: Trouble) -> NotTaken {
        tracing::error!(%trouble, "a message cannot be stored");
        NotTaken::Unavailable
    }
}

/// An address that this server has made, as a message names it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recipient {
    key: Key,
    address: String,
}

/// Returns the recipient of this address, if the address is a key that this server made.
pub fn recipient(app: &App, address: &str) -> Result<Recipient, NotTaken> {
    let key = app.addresses.as_ref().and_then(|addresses| Key::of(address, addresses, &app.secrets));
    let address = address.to_ascii_lowercase();
    key.map(|key| Recipient { key, address }).ok_or(NotTaken::NoSuchAddress)
}

/// Stores a message (RFC 5322) with the sender of its envelope, `""` for none. When this returns, it is durable, and a worker is
/// on its way to read it. A message that comes twice is stored once.
pub async fn store(app: &App, to: &Recipient, sender: &str, raw: &[u8]) -> Result<(), NotTaken> {
    let received_at = app.clock.now();
    if raw.len() > app.config.message_bytes as usize {
        return Err(NotTaken::TooLarge);
    }
    let mut connection = app.db.get().await?;
    let id = IncomingId::new();
    let (key, home, turn) = match to.key {
        Key::Turn(turn) => (IncomingKey::Turn, turn.match_id.0, Some(turn)),
        Key::Resign(turn) => (IncomingKey::Resign, turn.match_id.0, Some(turn)),
        Key::Invitation(invitation) => (IncomingKey::Invitation, invitation.0, None),
        Key::Bounce(letter) => (IncomingKey::Bounce, letter.0, None),
    };
    let user_id = match turn {
        Some(Turn { match_id, seat, .. }) => incoming::player(&mut connection, match_id, seat).await?,
        None => None,
    };
    let counted = match to.key {
        Key::Turn(_) | Key::Resign(_) | Key::Invitation(_) => app.limits.message(&to.address, user_id),
        Key::Bounce(_) => app.limits.bounce(&to.address),
    };
    counted.map_err(|_| NotTaken::TooMany)?;
    // Of the sender's own words: a line break would begin a header of its own.
    let sender: String = sender.chars().filter(|c| c.is_ascii_graphic() && !"<>".contains(*c)).collect();
    let raw = [format!("Return-Path: <{sender}>\r\n").as_bytes(), raw].concat();
    let new = NewMessage {
        home: Home(home),
        id,
        key,
        match_id: turn.map(|turn| turn.match_id),
        seat: turn.map(|turn| turn.seat),
        turn: turn.map(|turn| turn.turn),
        received_at,
        digest: digest(&to.address, &raw),
        raw: &raw,
        user_id,
    };
    let stored = incoming::store(&mut connection, &new).await?;
    failpoint::point("mail-stored");
    ::metrics::counter!("turnpost_messages_total", "result" => if stored { "stored" } else { "known" }).increment(1);
    app.hub.publish(Event::MessageStored);
    Ok(())
}

/// Equal for two copies of one message to one recipient: mail servers try again when an answer is lost.
fn digest(address: &str, raw: &[u8]) -> [u8; 32] {
    let by = Sha256::new().chain_update(address).chain_update([0]);
    match mail::message_id(raw) {
        Some(id) => by.chain_update(id).finalize().into(),
        None => by.chain_update(raw).finalize().into(),
    }
}
