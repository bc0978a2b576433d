//! The vacations of people.

use chrono::{DateTime, Utc};
use diesel::{OptionalExtension, QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;

use super::matches::IdRow;
use super::schema::users;
use super::{Connection, Result, statement};
use crate::ids::{MatchId, UserId};

/// The vacations of a person.
#[derive(QueryableByName, Clone, Debug)]
#[diesel(table_name = users)]
pub struct VacationsRow {
    /// JSON.
    pub vacations: String,
    /// The IANA name.
    pub time_zone: String,
}

statement! {
    FindVacations { user: UserId => sql::Uuid } =
    "SELECT vacations, time_zone FROM users WHERE id = $user AND deleted_at IS NULL FOR NO KEY UPDATE"
}

/// Returns the vacations of a person with an account, and locks the person until the transaction ends.
pub async fn find(connection: &mut Connection, user: UserId) -> Result<Option<VacationsRow>> {
    Ok(FindVacations { user }.get_result(connection).await.optional()?)
}

statement! {
    LockRunning { user: UserId => sql::Uuid } =
    "SELECT id FROM matches
     WHERE phase = 'running' AND id IN (SELECT match_id FROM seats WHERE user_id = $user AND over_at IS NULL)
     ORDER BY id FOR NO KEY UPDATE"
}

/// Locks the running matches of a person until the transaction ends, and returns them. To be done before the person is locked.
pub async fn lock_running(connection: &mut Connection, user: UserId) -> Result<Vec<MatchId>> {
    let rows: Vec<IdRow> = LockRunning { user }.load(connection).await?;
    Ok(rows.into_iter().map(|row| row.id).collect())
}

statement! {
    SetVacations<'a> {
        user: UserId => sql::Uuid, vacations: &'a str => sql::Text, matches: &'a [MatchId] => sql::Array<sql::Uuid>,
        now: DateTime<Utc> => sql::Timestamptz,
    } = "WITH looked_at AS (
            UPDATE matches SET due_at = $now, revision = revision + 1 WHERE id = ANY($matches) AND due_at IS NOT NULL
         )
         UPDATE users SET vacations = $vacations WHERE id = $user"
}

/// Stores the vacations of a person, as JSON. The worker looks at these matches, whose deadlines may have moved; a move there that was
/// judged before is judged again.
pub async fn set(
    connection: &mut Connection,
    user: UserId,
    vacations: &str,
    matches: &[MatchId],
    now: DateTime<Utc>,
) -> Result<()> {
    SetVacations { user, vacations, matches, now }.execute(connection).await?;
    Ok(())
}
