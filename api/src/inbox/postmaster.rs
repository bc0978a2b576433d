//! Mail to the person who runs the server.

use crate::app::App;
use crate::db;
use crate::ids::EmailId;
use crate::mail;

use super::receive::NotTaken;

/// A message that has passed more servers than this runs in a circle (RFC 5321, section 6.3).
const MAX_SERVERS: usize = 50;

/// Passes a message on, as a file of an email of our own: a copy under the name of its sender would look forged to most servers. It is
/// kept where emails are kept.
pub(super) async fn pass_on(app: &App, sender: &str, raw: &[u8]) -> Result<(), NotTaken> {
    let to = app.config.postmaster.as_ref().ok_or(NotTaken::NoSuchAddress)?;
    app.limits.bounce("postmaster").map_err(|_| NotTaken::TooMany)?;
    if mail::servers_passed(raw) > MAX_SERVERS {
        return Err(NotTaken::Circle);
    }
    let now = app.clock.now();
    let email = mail::to_postmaster(&app.config.mail_from, to, (sender, raw), now).map_err(|why| {
        tracing::error!(%why, "cannot forward an email to the postmaster");
        NotTaken::Unavailable
    })?;
    match &app.post {
        Some(post) => post.send(&email).await.map(drop).map_err(|failure| {
            tracing::warn!(%failure, "the mail server did not accept an email to the postmaster");
            NotTaken::Unavailable
        }),
        None => {
            let mut connection = app.db.get().await?;
            let subject = mail::POSTMASTER_SUBJECT;
            Ok(db::kept_emails::keep(&mut connection, EmailId::new(), (to.as_str(), subject), &email.raw(), now)
                .await?)
        }
    }
}
