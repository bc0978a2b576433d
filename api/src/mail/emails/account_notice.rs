//! A notice to the owner of an account about activity in it.

use chrono::{DateTime, Utc};
use chrono_tz::Tz;

use super::Email;
use crate::brief::clean::{name, tame};
use crate::brief::{device, moment};
use crate::mail::sheet::Block;
use crate::mail::{Envelope, Link};

/// The kind of activity.
pub enum Noticed {
    /// A sign-in from a network from which its owner had not signed in.
    NewNetwork,
    /// A token for programs with this name.
    NewToken(String),
    /// A refresh token came a second time, which has ended its session.
    TokenReuse,
    /// The access of the app with this name.
    NewApp(String),
    /// A code or refresh token of the app with this name came a second time, which has ended its access.
    AppReuse(String),
    /// The end of the account.
    Deleted {
        /// The handle.
        handle: String,
        /// The days for which it is kept for the reader's address, if it is.
        kept_days: Option<i64>,
    },
}

/// A notice to the owner of an account.
pub struct AccountNotice {
    /// The name of the reader; empty if the account is deleted.
    pub reader: String,
    /// The kind of activity.
    pub what: Noticed,
    /// When.
    pub at: DateTime<Utc>,
    /// The time zone of the reader.
    pub zone: Tz,
    /// The beginning of the network address.
    pub network: String,
    /// The name that the client gave.
    pub client: String,
    /// The page on which sessions and tokens are ended, or for a deleted account that on which one signs in.
    pub link: Link,
}

impl Email for AccountNotice {
    fn subject(&self) -> String {
        match self.what {
            Noticed::NewNetwork => "New sign-in to your Turnpost account",
            Noticed::NewToken(_) => "New token for your Turnpost account",
            Noticed::TokenReuse => "A session of your Turnpost account ended",
            Noticed::NewApp(_) => "New app with access to your Turnpost account",
            Noticed::AppReuse(_) => "An app lost access to your Turnpost account",
            Noticed::Deleted { .. } => "Your Turnpost account was deleted",
        }
        .to_owned()
    }

    fn blocks(&self, _: &Envelope) -> Vec<Block<'_>> {
        let reader = name(&self.reader);
        let lead = match &self.what {
            Noticed::NewNetwork => {
                format!("Someone signed in to your Turnpost account from a new network, {reader}.")
            }
            Noticed::NewToken(token) => {
                format!("Your Turnpost account has a new token for programs, {reader}: {}.", name(token))
            }
            Noticed::TokenReuse => format!(
                "The server ended a session of your Turnpost account, {reader}. Its refresh token was used twice, so someone may have \
                 copied it."
            ),
            Noticed::NewApp(app) => {
                format!("A new app has access to your Turnpost account, {reader}: {}.", name(app))
            }
            Noticed::AppReuse(app) => format!(
                "An app lost access to your Turnpost account, {reader}: {}. Its one-time code or refresh token was used twice, so \
                 someone may have copied it.",
                name(app)
            ),
            Noticed::Deleted { handle, .. } => {
                format!("Your Turnpost account {} was deleted.", tame(handle))
            }
        };
        let (when, client) = (moment(self.at, self.zone, self.at), name(&device(&self.client)));
        let mut blocks = vec![
            Block::Lead(lead),
            Block::words(format!(
                "When: {when}. From: {client}, at a network address that begins with {}.",
                self.network
            )),
        ];
        if !matches!(self.what, Noticed::AppReuse(_)) {
            blocks.push(Block::words("If this was you, you don't need to do anything."));
        }
        let (words, label) = match self.what {
            Noticed::NewNetwork | Noticed::NewToken(_) | Noticed::TokenReuse => (
                "If it wasn't you, sign out everywhere on your account page and revoke every token that you don't know. Also change the \
                 password of your mailbox, because sign-in codes go there.",
                "See your sessions and tokens",
            ),
            Noticed::NewApp(_) => (
                "If it wasn't you, revoke the app's access on your account page and sign out everywhere there. Also change the password of \
                 your mailbox, because sign-in codes go there.",
                "See the apps with access",
            ),
            Noticed::AppReuse(_) => (
                "You can give the app access again. If this keeps happening, contact the app's developer.",
                "See the apps with access",
            ),
            Noticed::Deleted { .. } => (
                "If it wasn't you, someone else reads your email or uses your device: change the password of your mailbox. The account \
                 cannot be restored, because its name and address are erased. You can create a new one with this address.",
                "Create a new account",
            ),
        };
        blocks.push(Block::words(words));
        if let Noticed::Deleted { handle, kept_days: Some(days) } = &self.what {
            let handle = tame(handle);
            blocks.push(Block::words(format!(
                "The server reserves the handle {handle} for this address for {days} days. After that, others can take it."
            )));
        }
        blocks.extend([Block::Button(label, self.link.as_str())]);
        blocks
    }

    fn reason(&self) -> &'static str {
        match self.what {
            Noticed::NewNetwork
            | Noticed::NewToken(_)
            | Noticed::TokenReuse
            | Noticed::NewApp(_)
            | Noticed::AppReuse(_) => {
                "You have an account on Turnpost. You cannot unsubscribe from these emails, because they protect it."
            }
            Noticed::Deleted { .. } => "This address had an account on Turnpost. This is the last email about it.",
        }
    }
}
