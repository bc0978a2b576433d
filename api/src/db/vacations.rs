//! The vacations of people.

use chrono::{DateTime, Utc};
use diesel::{OptionalExtension, QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;

use super::matches::{IdRow, lock};
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
    ListRunning { user: UserId => sql::Uuid } =
    "SELECT m.id FROM seats s JOIN matches m ON m.id = s.match_id
     WHERE s.user_id = $user AND s.over_at IS NULL AND m.phase = 'running' ORDER BY m.id"
}

/// Locks the running matches of a person until the transaction ends, and returns them. To be done before the person is locked.
pub async fn lock_running(connection: &mut Connection, user: UserId) -> Result<Vec<MatchId>> {
    let rows: Vec<IdRow> = ListRunning { user }.load(connection).await?;
    let ids: Vec<MatchId> = rows.into_iter().map(|row| row.id).collect();
    for &id in &ids {
        lock(connection, id).await?;
    }
    Ok(ids)
}

statement! {
    LookAtMatches<'a> { matches: &'a [MatchId] => sql::Array<sql::Uuid>, now: DateTime<Utc> => sql::Timestamptz } =
    "UPDATE matches SET due_at = $now, revision = revision + 1 WHERE id = ANY($matches) AND due_at IS NOT NULL"
}

statement! {
    SetVacations<'a> { user: UserId => sql::Uuid, vacations: &'a str => sql::Text } = "UPDATE users SET vacations = $vacations WHERE id = $user"
}

/// Stores the vacations of a person, as JSON. The worker looks at these matches, whose deadlines may have moved; a move there that was
/// judged before is judged again. Do it in the transaction that locked them.
pub async fn set(
    connection: &mut Connection,
    user: UserId,
    vacations: &str,
    matches: &[MatchId],
    now: DateTime<Utc>,
) -> Result<()> {
    LookAtMatches { matches, now }.execute(connection).await?;
    SetVacations { user, vacations }.execute(connection).await?;
    Ok(())
}
