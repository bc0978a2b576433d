//! An answer that is written on the page of kept letters, where there is no mail server.

use super::receive::{self, NotTaken};
use crate::app::App;
use crate::mail;

/// Takes an answer to a kept letter as if the mail server of its reader had brought it.
pub async fn answer(app: &App, letter: &[u8], text: &str) -> Result<(), NotTaken> {
    let answer = mail::answer(letter, text).ok_or(NotTaken::NoSuchAddress)?;
    let recipient = receive::recipient(app, &answer.to)?;
    receive::store(app, &recipient, Some(&answer.from), &answer.raw).await
}
