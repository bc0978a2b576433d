//! The watch lists: matches of others that people follow.

use chrono::{DateTime, Utc};
use diesel::{QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;

use super::schema::watches;
use super::{Connection, CountRow, Result, statement};
use crate::ids::{MatchId, UserId};

/// A match on a watch list.
#[derive(QueryableByName, Clone, Debug)]
#[diesel(table_name = watches)]
pub struct WatchRow {
    pub match_id: MatchId,
    pub since: DateTime<Utc>,
}

statement! {
    Watch { user: UserId => sql::Uuid, id: MatchId => sql::Uuid, now: DateTime<Utc> => sql::Timestamptz, max: i64 => sql::BigInt } =
    "WITH watched AS (
        INSERT INTO watches (user_id, match_id, since) SELECT $user, $id, $now
        WHERE (SELECT count(*) FROM watches WHERE user_id = $user AND match_id <> $id) < $max
        ON CONFLICT (user_id, match_id) DO UPDATE SET since = watches.since RETURNING match_id
     )
     SELECT match_id FROM watched"
}

/// Puts a match on the list of a person, if it is not there; `false` if the list is full. Lock the person first.
pub async fn add(
    connection: &mut Connection,
    (user, id): (UserId, MatchId),
    now: DateTime<Utc>,
    max: i64,
) -> Result<bool> {
    Ok(Watch { user, id, now, max }.execute(connection).await? == 1)
}

statement! {
    Unwatch { user: UserId => sql::Uuid, id: MatchId => sql::Uuid } =
    "DELETE FROM watches WHERE user_id = $user AND match_id = $id"
}

/// Takes a match from the list of a person; `false` if it is not there.
pub async fn remove(connection: &mut Connection, user: UserId, id: MatchId) -> Result<bool> {
    Ok(Unwatch { user, id }.execute(connection).await? == 1)
}

statement! {
    IsWatched { user: UserId => sql::Uuid, id: MatchId => sql::Uuid } =
    "SELECT count(*) AS count FROM watches WHERE user_id = $user AND match_id = $id"
}

/// Returns whether a match is on the list of a person.
pub async fn has(connection: &mut Connection, user: UserId, id: MatchId) -> Result<bool> {
    let row: CountRow = IsWatched { user, id }.get_result(connection).await?;
    Ok(row.count > 0)
}

statement! {
    ListWatches { user: UserId => sql::Uuid } =
    "SELECT match_id, since FROM watches WHERE user_id = $user ORDER BY match_id DESC"
}

/// The watch list of a person.
pub async fn of_user(connection: &mut Connection, user: UserId) -> Result<Vec<WatchRow>> {
    Ok(ListWatches { user }.load(connection).await?)
}
