//! An answer that is written on the page of kept emails, where there is no mail server.

use super::receive::{self, NotTaken};
use crate::app::App;
use crate::mail;

/// Takes an answer to a kept email as if the mail server of its reader had brought it.
pub async fn answer(app: &App, email: &[u8], text: &str) -> Result<(), NotTaken> {
    let answer = mail::answer(email, text).ok_or(NotTaken::NoSuchAddress)?;
    let recipient = receive::recipient(app, &answer.to)?;
    receive::store(app, &recipient, Some(&answer.from), &answer.raw).await
}
