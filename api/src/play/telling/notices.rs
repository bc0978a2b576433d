//! Notices to the owner of an account: a sign-in from a new network, a new token, an app with access, a copied refresh token, the end of the account.
//! The emails say what happened and what to do if it was another person.

use chrono::{DateTime, Utc};

use crate::db::notices::{self, Notice};
use crate::db::words::NoticeKind;
use crate::db::{self, Connection};
use crate::ids::UserId;
use crate::limits::Asker;

/// At most this many emails of one kind to one person in a day: a program that signs in again and again must not fill a mailbox.
const MAX_IN_A_DAY: i64 = 5;

/// Where a request comes from, in words that a person can recognise.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The name that the client gives.
    pub client: String,
    /// The network.
    pub from: Asker,
}

/// What was done in the name of an account.
#[derive(Clone, Copy, Debug)]
pub(in crate::play) enum Done<'a> {
    /// A sign-in from a network from which its owner had not signed in.
    NewNetwork,
    /// A token with this name.
    NewToken(&'a str),
    /// A refresh token came a second time.
    TokenReuse,
    /// The end of the account with this handle, to this address.
    Deleted(&'a str, &'a str),
    /// The access of the app with this name.
    NewApp(&'a str),
    /// A code or refresh token of the app with this name came a second time.
    AppReuse(&'a str),
}

/// Owes the email about it, in a transaction in which the person is locked.
pub(in crate::play) async fn owe(
    connection: &mut Connection,
    user: UserId,
    done: Done<'_>,
    origin: &Origin,
    at: DateTime<Utc>,
) -> db::Result<()> {
    let (kind, name, address) = match done {
        Done::NewNetwork => (NoticeKind::NewNetwork, "", None),
        Done::NewToken(name) => (NoticeKind::NewToken, name, None),
        Done::TokenReuse => (NoticeKind::TokenReuse, "", None),
        Done::NewApp(name) => (NoticeKind::NewApp, name, None),
        Done::AppReuse(name) => (NoticeKind::AppReuse, name, None),
        Done::Deleted(handle, address) => (NoticeKind::Deleted, handle, Some(address.to_owned())),
    };
    let (network, client) = (origin.from.beginning(), origin.client.clone());
    let notice = Notice { user_id: user, kind, at, network, client, name: name.to_owned(), address };
    notices::owe(connection, &notice, MAX_IN_A_DAY).await
}
