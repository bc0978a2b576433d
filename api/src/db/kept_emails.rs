//! Emails that are kept where there is no mail server.

use chrono::{DateTime, Utc};
use diesel::{OptionalExtension, QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;

use super::schema::kept_emails;
use super::{Connection, Result, statement};
use crate::ids::EmailId;

statement! {
    KeepEmail<'a> {
        id: EmailId => sql::Uuid, recipient: &'a str => sql::Text, subject: &'a str => sql::Text,
        now: DateTime<Utc> => sql::Timestamptz, message: &'a [u8] => sql::Binary,
    } = "INSERT INTO kept_emails (id, recipient, subject, kept_at, message) VALUES ($id, $recipient, $subject, $now, $message)
         ON CONFLICT (id) DO NOTHING"
}

/// Keeps an email where there is no mail server.
pub async fn keep(
    connection: &mut Connection,
    id: EmailId,
    (recipient, subject): (&str, &str),
    message: &[u8],
    now: DateTime<Utc>,
) -> Result<()> {
    KeepEmail { id, recipient, subject, now, message }.execute(connection).await?;
    Ok(())
}

/// A kept email in the list.
#[derive(QueryableByName, Clone, Debug)]
#[diesel(table_name = kept_emails)]
pub struct KeptRow {
    pub id: EmailId,
    pub recipient: String,
    pub subject: String,
    pub kept_at: DateTime<Utc>,
    /// The whole message (RFC 5322); empty in lists.
    pub message: Vec<u8>,
}

/// So many kept emails are listed.
const MAX_KEPT: i64 = 200;

statement! {
    ListKept { max: i64 => sql::BigInt } =
    "SELECT id, recipient, subject, kept_at, ''::bytea AS message FROM kept_emails ORDER BY id DESC LIMIT $max"
}

statement! {
    /// A statement of its own: one for both would be planned for all recipients and pass by the index.
    ListKeptFor<'a> { recipient: &'a str => sql::Text, max: i64 => sql::BigInt } =
    "SELECT id, recipient, subject, kept_at, ''::bytea AS message FROM kept_emails
     WHERE recipient = $recipient ORDER BY id DESC LIMIT $max"
}

/// The emails kept last, the newest first, of all recipients or of one.
pub async fn list(connection: &mut Connection, recipient: Option<&str>) -> Result<Vec<KeptRow>> {
    Ok(match recipient {
        None => ListKept { max: MAX_KEPT }.load(connection).await?,
        Some(recipient) => ListKeptFor { recipient, max: MAX_KEPT }.load(connection).await?,
    })
}

statement! {
    FindKept { id: EmailId => sql::Uuid } =
    "SELECT id, recipient, subject, kept_at, message FROM kept_emails WHERE id = $id"
}

/// A kept email with its message.
pub async fn find(connection: &mut Connection, id: EmailId) -> Result<Option<KeptRow>> {
    Ok(FindKept { id }.get_result(connection).await.optional()?)
}

statement! {
    ForgetKept { now: DateTime<Utc> => sql::Timestamptz } =
    "DELETE FROM kept_emails WHERE kept_at < $now - interval '30 days'"
}

/// Forgets kept emails after thirty days: they hold codes, links and addresses.
pub async fn forget_old(connection: &mut Connection, now: DateTime<Utc>) -> Result<()> {
    ForgetKept { now }.execute(connection).await?;
    Ok(())
}
