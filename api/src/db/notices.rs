//! Notices to the owner of an account of what was done in its name, and the emails that tell them.

use chrono::{DateTime, Utc};
use diesel::{OptionalExtension, QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;

use super::schema::notices;
use super::types::Word;
use super::words::NoticeKind;
use super::{Connection, Result, statement};
use crate::ids::{EmailId, NoticeId, UserId};

/// A notice.
#[derive(QueryableByName, Clone, Debug)]
#[diesel(table_name = notices)]
pub struct Notice {
    /// The owner of the account.
    pub user_id: UserId,
    /// The kind of activity.
    pub kind: NoticeKind,
    /// When.
    pub at: DateTime<Utc>,
    /// The beginning of the network address.
    pub network: String,
    /// The name that the client gave.
    pub client: String,
    /// The name of the token, or the handle of the account that is deleted.
    pub name: String,
    /// The address that a deleted account had.
    pub address: Option<String>,
}

statement! {
    /// The email about a deletion is to no account: it must not be counted or stopped like one to a person.
    OweNotice<'a> {
        id: NoticeId => sql::Uuid, email: EmailId => sql::Uuid, user: UserId => sql::Uuid, kind: NoticeKind => Word,
        now: DateTime<Utc> => sql::Timestamptz, network: &'a str => sql::Text, client: &'a str => sql::Text,
        name: &'a str => sql::Text, address: Option<&'a str> => sql::Nullable<sql::Text>, max: i64 => sql::BigInt,
    } = "WITH lately AS MATERIALIZED (
            SELECT count(*) AS number FROM notices WHERE user_id = $user AND kind = $kind AND at > $now - interval '1 day'
         ), notice AS (
            INSERT INTO notices (id, user_id, kind, at, network, client, name, address)
            SELECT $id, $user, $kind, $now, $network, $client, $name, $address FROM lately WHERE number < $max
            RETURNING id, user_id, address
         ), owed AS (
            INSERT INTO emails (home, id, kind, user_id, about, created_at, due_at)
            SELECT id, $email, 'account-notice', CASE WHEN address IS NULL THEN user_id END, id, $now, $now FROM notice
         )
         SELECT id FROM notice"
}

/// Owes the email that tells a notice, unless this many of its kind were owed within a day. Lock the person first.
pub async fn owe(connection: &mut Connection, notice: &Notice, max: i64) -> Result<()> {
    let Notice { user_id: user, kind, at: now, ref network, ref client, ref name, ref address } = *notice;
    let (id, email, address) = (NoticeId::new(), EmailId::new(), address.as_deref());
    OweNotice { id, email, user, kind, now, network, client, name, address, max }.execute(connection).await?;
    Ok(())
}

statement! {
    FindNotice { id: NoticeId => sql::Uuid } =
    "SELECT user_id, kind, at, network, client, name, address FROM notices WHERE id = $id"
}

/// The notice with this id, if it is not forgotten.
pub async fn find(connection: &mut Connection, id: NoticeId) -> Result<Option<Notice>> {
    Ok(FindNotice { id }.get_result(connection).await.optional()?)
}

statement! {
    ListNoticesOf { user: UserId => sql::Uuid } =
    "SELECT user_id, kind, at, network, client, name, address FROM notices WHERE user_id = $user ORDER BY at DESC, id DESC"
}

/// The notices to a person that are not forgotten, the latest first.
pub async fn of_user(connection: &mut Connection, user: UserId) -> Result<Vec<Notice>> {
    Ok(ListNoticesOf { user }.load(connection).await?)
}

statement! {
    /// Those of the last day are counted, but for deletions, because each account has one.
    ForgetNotices { now: DateTime<Utc> => sql::Timestamptz } =
    "DELETE FROM notices WHERE at < $now - interval '7 days'
        OR ((at < $now - interval '1 day' OR address IS NOT NULL)
            AND id NOT IN (SELECT home FROM emails WHERE state = 'due' AND kind = 'account-notice'))"
}

/// Forgets notices that were told, and old ones.
pub async fn forget_old(connection: &mut Connection, now: DateTime<Utc>) -> Result<()> {
    ForgetNotices { now }.execute(connection).await?;
    Ok(())
}
