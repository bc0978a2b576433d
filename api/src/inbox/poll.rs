//! Polling of a mailbox of the host: messages that reply to emails are stored, all others are moved out of the way.

use std::time::Duration;

use tokio_util::sync::CancellationToken;

use super::receive::{self, NotTaken, Recipient};
use crate::app::App;
use crate::mail::imap::{self, Fetched, Mailbox, Taken};

/// Polls until `stop`. Several servers may poll one mailbox: a message that comes twice is known.
pub async fn run(app: App, mailbox: Mailbox, stop: CancellationToken) {
    let pause = Duration::from_secs(u64::from(app.config.imap_seconds));
    let store = move |message| {
        let app = app.clone();
        async move { take(&app, message).await }
    };
    imap::run(mailbox, pause, stop, store).await;
}

async fn take(app: &App, Fetched { recipients, sender, raw }: Fetched) -> Taken {
    let email = |address: &String| match receive::recipient(app, address) {
        Ok(recipient @ Recipient::Email { .. }) => Some(recipient),
        // The mailbox is one of the host's own.
        Ok(Recipient::Standing | Recipient::Postmaster) | Err(_) => None,
    };
    // Mail programs name the standing address beside the key, if both are in a message.
    let is_standing = |address: &&String| receive::recipient(app, address) == Ok(Recipient::Standing);
    let standing = || recipients.iter().find(is_standing).map(|_| Recipient::Standing);
    let Some(recipient) = recipients.iter().find_map(email).or_else(standing) else { return Taken::Refused };
    match receive::store(app, &recipient, sender.as_deref(), &raw).await {
        Ok(()) => Taken::Stored,
        Err(NotTaken::TooMany | NotTaken::Unavailable) => Taken::TryAgain,
        Err(NotTaken::NoSuchAddress | NotTaken::TooLarge | NotTaken::BareNewline | NotTaken::Circle) => Taken::Refused,
    }
}
