//! A reply that is written on the page of kept emails, without a mail server.

use super::receive::{self, NotTaken};
use crate::app::App;
use crate::mail;

/// Takes a reply to a kept email as if the mail server of its reader had delivered it.
pub async fn reply(app: &App, email: &[u8], text: &str) -> Result<(), NotTaken> {
    let reply = mail::reply(email, text).ok_or(NotTaken::NoSuchAddress)?;
    let recipient = receive::recipient(app, &reply.to)?;
    receive::store(app, &recipient, Some(&reply.from), &reply.raw).await
}
