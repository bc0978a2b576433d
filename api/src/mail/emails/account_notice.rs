//! What was done in the name of an account, told to its owner.

use chrono::{DateTime, Utc};
use chrono_tz::Tz;

use super::Email;
use crate::brief::clean::{name, tame};
use crate::brief::{device, moment};
use crate::category::Category;
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
    /// None: a thief must not be able to stop it.
    fn category(&self) -> Option<Category> {
        None
    }

    fn of_a_match(&self) -> bool {
        false
    }

    fn subject(&self) -> String {
        match self.what {
            Noticed::NewNetwork => "Your account: a sign-in from a new network",
            Noticed::NewToken(_) => "Your account: a new token for a program",
            Noticed::TokenReuse => "Your account: a session was ended",
            Noticed::NewApp(_) => "Your account: an app has access",
            Noticed::AppReuse(_) => "Your account: the access of an app was ended",
            Noticed::Deleted { .. } => "Your account is deleted",
        }
        .to_owned()
    }

    fn blocks(&self, _: &Envelope) -> Vec<Block<'_>> {
        let reader = name(&self.reader);
        let lead = match &self.what {
            Noticed::NewNetwork => {
                format!("A sign-in to your Turnpost account came from a network that is new to it, {reader}.")
            }
            Noticed::NewToken(token) => {
                format!("A token for a program was made in your Turnpost account, {reader}: {}.", name(token))
            }
            Noticed::TokenReuse => format!(
                "A session of your Turnpost account was ended, {reader}: its refresh token came twice, so it may have been copied."
            ),
            Noticed::NewApp(app) => {
                format!("An app was given access to your Turnpost account, {reader}: {}.", name(app))
            }
            Noticed::AppReuse(app) => format!(
                "The access of an app to your Turnpost account was ended, {reader}: {}. Its code or refresh token came twice, so it may have \
                 been copied.",
                name(app)
            ),
            Noticed::Deleted { handle, .. } => {
                format!("The Turnpost account {} of this address is deleted.", tame(handle))
            }
        };
        let (when, client) = (moment(self.at, self.zone, self.at), name(&device(&self.client)));
        let mut blocks = vec![
            Block::Lead(lead),
            Block::words(format!("When: {when}. From: {client}, at an address that begins with {}.", self.network)),
        ];
        if !matches!(self.what, Noticed::AppReuse(_)) {
            blocks.push(Block::words("Was it you? Then you need do nothing."));
        }
        let (words, label) = match self.what {
            Noticed::NewNetwork | Noticed::NewToken(_) | Noticed::TokenReuse => (
                "Was it not you? Then sign out everywhere on the page of your account, and revoke every token there that you do not \
                 know. Change the password of your mailbox, too: each code to sign in goes there.",
                "Sessions and tokens of the account",
            ),
            Noticed::NewApp(_) => (
                "Was it not you? Then take its access back on the page of your account, and sign out everywhere there. Change the \
                 password of your mailbox, too: each code to sign in goes there.",
                "Apps with access to the account",
            ),
            Noticed::AppReuse(_) => (
                "If it goes on to happen, tell the author of the app. You can give the app access again.",
                "Apps with access to the account",
            ),
            Noticed::Deleted { .. } => (
                "Was it not you? Then another person reads your mail or uses your device: change the password of your mailbox. The \
                 account cannot be had back, as its name and address are erased. You can sign in with this address and begin anew.",
                "Begin anew",
            ),
        };
        blocks.push(Block::words(words));
        if let Noticed::Deleted { handle, kept_days: Some(days) } = &self.what {
            let handle = tame(handle);
            blocks.push(Block::words(format!(
                "The handle {handle} is kept for this address for {days} days. Others can have it after that."
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
                "You have an account on Turnpost. Such emails cannot be stopped, as they protect it."
            }
            Noticed::Deleted { .. } => "This address had an account on Turnpost. This is the last email about it.",
        }
    }
}
