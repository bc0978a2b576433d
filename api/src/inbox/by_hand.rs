//! Messages that are written on the page of kept emails, without a mail server.

use super::receive::{self, NotTaken};
use crate::app::App;
use crate::mail;

/// Takes a message to the standing address as if the mail server of its writer had delivered it.
pub async fn write(app: &App, from: &str, text: &str) -> Result<(), NotTaken> {
    let addresses = app.addresses.as_ref().ok_or(NotTaken::NoSuchAddress)?;
    let message = mail::written(from, &addresses.standing, text).ok_or(NotTaken::NoSuchAddress)?;
    receive::store(app, &receive::Recipient::Standing, Some(&message.from), &message.raw).await
}

/// Takes a reply to a kept email as if the mail server of its reader had delivered it.
pub async fn reply(app: &App, email: &[u8], text: &str) -> Result<(), NotTaken> {
    let reply = mail::reply(email, text).ok_or(NotTaken::NoSuchAddress)?;
    let recipient = receive::recipient(app, &reply.to)?;
    receive::store(app, &recipient, Some(&reply.from), &reply.raw).await
}
