//! Keys by which a program repeats a request that makes something, so that it is made once; with the response of the first time.

use chrono::{DateTime, Utc};
use diesel::{OptionalExtension, QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;

use super::schema::idempotency_keys;
use super::types::{Bytes, Small};
use super::{Connection, Result, statement};
use crate::ids::UserId;

/// A request with a key.
#[derive(QueryableByName, Clone, Debug)]
#[diesel(table_name = idempotency_keys)]
pub struct KeyRow {
    /// The digest of its path and body.
    #[diesel(sql_type = Bytes)]
    pub digest: [u8; 32],
    /// The status of the response; none while it is under way.
    #[diesel(sql_type = sql::Nullable<Small>)]
    pub status: Option<u16>,
    /// The path of what was made, if the response tells it.
    pub location: Option<String>,
    /// The body of the response.
    pub body: Option<String>,
}

statement! {
    /// A key that is too old is one that is not there: the worker deletes it sooner or later.
    InsertKey<'a> {
        user: UserId => sql::Uuid, key: &'a str => sql::Text, digest: &'a [u8; 32] => Bytes,
        now: DateTime<Utc> => sql::Timestamptz, before: DateTime<Utc> => sql::Timestamptz, max: i64 => sql::BigInt,
    } = "INSERT INTO idempotency_keys AS k (user_id, key, digest, created_at) SELECT $user, $key, $digest, $now
         WHERE (SELECT count(*) FROM idempotency_keys WHERE user_id = $user AND created_at >= $before) < $max
         ON CONFLICT (user_id, key) DO UPDATE
         SET digest = excluded.digest, created_at = excluded.created_at, status = NULL, location = NULL, body = NULL
         WHERE k.created_at < $before"
}

/// Stores a key of this person, unless it is there or the person has this many; those that were made before a time do not count.
/// Returns whether it was stored.
pub async fn begin(
    connection: &mut Connection,
    user: UserId,
    (key, digest): (&str, &[u8; 32]),
    (now, before): (DateTime<Utc>, DateTime<Utc>),
    max: i64,
) -> Result<bool> {
    Ok(InsertKey { user, key, digest, now, before, max }.execute(connection).await? > 0)
}

statement! {
    FindKey<'a> { user: UserId => sql::Uuid, key: &'a str => sql::Text, before: DateTime<Utc> => sql::Timestamptz } =
    "SELECT digest, status, location, body FROM idempotency_keys WHERE user_id = $user AND key = $key AND created_at >= $before"
}

/// A request of this person with this key, if there was one that was not made before a time.
pub async fn find(
    connection: &mut Connection,
    user: UserId,
    key: &str,
    before: DateTime<Utc>,
) -> Result<Option<KeyRow>> {
    Ok(FindKey { user, key, before }.get_result(connection).await.optional()?)
}

statement! {
    AnswerKey<'a> {
        user: UserId => sql::Uuid, key: &'a str => sql::Text, status: u16 => Small,
        location: Option<&'a str> => sql::Nullable<sql::Text>, body: &'a str => sql::Text,
    } = "UPDATE idempotency_keys SET status = $status, location = $location, body = $body WHERE user_id = $user AND key = $key"
}

/// Stores the response to the request with this key.
pub async fn answer(
    connection: &mut Connection,
    user: UserId,
    key: &str,
    (status, location, body): (u16, Option<&str>, &str),
) -> Result<()> {
    AnswerKey { user, key, status, location, body }.execute(connection).await?;
    Ok(())
}

statement! {
    DropKey<'a> { user: UserId => sql::Uuid, key: &'a str => sql::Text } =
    "DELETE FROM idempotency_keys WHERE user_id = $user AND key = $key"
}

/// Forgets a key, as its request was refused.
pub async fn forget(connection: &mut Connection, user: UserId, key: &str) -> Result<()> {
    DropKey { user, key }.execute(connection).await?;
    Ok(())
}

statement! {
    DropOldKeys { before: DateTime<Utc> => sql::Timestamptz } = "DELETE FROM idempotency_keys WHERE created_at < $before"
}

/// Forgets the keys of all people that were made before this time.
pub async fn forget_old(connection: &mut Connection, before: DateTime<Utc>) -> Result<()> {
    DropOldKeys { before }.execute(connection).await?;
    Ok(())
}
