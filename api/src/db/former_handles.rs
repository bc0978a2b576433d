//! Handles that were given up lately, by what they look like.

use chrono::{DateTime, Utc};
use diesel::sql_types as sql;
use diesel_async::RunQueryDsl;

use super::{Connection, FoundRow, Result, statement};
use crate::ids::UserId;

statement! {
    IsKeptForOthers<'a> {
        skeleton: &'a str => sql::Text, user: UserId => sql::Uuid, owner: &'a [u8] => sql::Binary, since: DateTime<Utc> => sql::Timestamptz,
    } = "SELECT EXISTS (
            SELECT FROM former_handles WHERE skeleton = $skeleton AND given_up_at > $since AND user_id <> $user
                AND owner IS DISTINCT FROM $owner
         ) AS found"
}

/// Returns whether a handle that looks like this was given up since then by another person than this one, whose address has this digest.
/// Ask after the handle is taken, in the same transaction: of a person who gives it up at that time the row is seen then.
pub async fn is_kept_for_others(
    connection: &mut Connection,
    skeleton: &str,
    (user, owner): (UserId, &[u8]),
    since: DateTime<Utc>,
) -> Result<bool> {
    let row: FoundRow = IsKeptForOthers { skeleton, user, owner, since }.get_result(connection).await?;
    Ok(row.found)
}

statement! {
    GiveUpHandle<'a> {
        skeleton: &'a str => sql::Text, user: UserId => sql::Uuid, owner: Option<&'a [u8]> => sql::Nullable<sql::Binary>,
        now: DateTime<Utc> => sql::Timestamptz, max: i64 => sql::BigInt,
    } = "WITH older AS (
            DELETE FROM former_handles WHERE user_id = $user AND skeleton <> $skeleton AND skeleton IN (
                SELECT f.skeleton FROM former_handles f WHERE f.user_id = $user AND f.skeleton <> $skeleton
                ORDER BY f.given_up_at DESC, f.skeleton OFFSET $max - 1)
         )
         INSERT INTO former_handles (skeleton, user_id, owner, given_up_at) VALUES ($skeleton, $user, $owner, $now)
         ON CONFLICT (skeleton) DO UPDATE SET user_id = EXCLUDED.user_id, owner = EXCLUDED.owner, given_up_at = EXCLUDED.given_up_at"
}

/// Keeps a handle that looks like this for the person who gives it up, or if the account is deleted for the owner of the address with this
/// digest. At most this many are kept for a person: the latest ones. Lock the person first.
pub async fn give_up(
    connection: &mut Connection,
    skeleton: &str,
    (user, owner): (UserId, Option<&[u8]>),
    now: DateTime<Utc>,
    max: i64,
) -> Result<()> {
    GiveUpHandle { skeleton, user, owner, now, max }.execute(connection).await?;
    Ok(())
}

statement! {
    ForgetFormerHandles { since: DateTime<Utc> => sql::Timestamptz } = "DELETE FROM former_handles WHERE given_up_at <= $since"
}

/// Forgets handles that were given up at that time or earlier.
pub async fn forget_old(connection: &mut Connection, since: DateTime<Utc>) -> Result<()> {
    ForgetFormerHandles { since }.execute(connection).await?;
    Ok(())
}
