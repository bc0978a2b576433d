//! The matches that are due: the worker settles an expired clock, owes a reminder, or ends a match in which nobody has moved for long.

use chrono::{DateTime, Utc};
use diesel::sql_types as sql;
use diesel_async::RunQueryDsl;

use super::matches::IdRow;
use super::types::Count;
use super::{Connection, Result, statement};
use crate::ids::MatchId;

/// The maximum number of matches that are read at once.
pub const MAX_DUE: usize = 64;

statement! {
    DueMatches { now: DateTime<Utc> => sql::Timestamptz, max: i64 => sql::BigInt } =
    "SELECT id FROM matches WHERE due_at <= $now ORDER BY due_at LIMIT $max"
}

/// The matches that are due, the longest overdue first.
pub async fn due(connection: &mut Connection, now: DateTime<Utc>) -> Result<Vec<MatchId>> {
    let rows: Vec<IdRow> = DueMatches { now, max: MAX_DUE as i64 }.load(connection).await?;
    Ok(rows.into_iter().map(|row| row.id).collect())
}

statement! {
    LookAgain {
        id: MatchId => sql::Uuid, ply: Option<u32> => sql::Nullable<Count>, revision: u32 => Count,
        at: Option<DateTime<Utc>> => sql::Nullable<sql::Timestamptz>,
    } = "UPDATE matches SET due_at = $at WHERE id = $id AND ply IS NOT DISTINCT FROM $ply AND revision = $revision"
}

/// Says when the worker has to look at a match again, unless it or its clocks have changed meanwhile.
pub async fn look_again(
    connection: &mut Connection,
    id: MatchId,
    (ply, revision): (Option<u32>, u32),
    at: Option<DateTime<Utc>>,
) -> Result<()> {
    LookAgain { id, ply, revision, at }.execute(connection).await?;
    Ok(())
}

statement! {
    PostponeMatch { id: MatchId => sql::Uuid, until: DateTime<Utc> => sql::Timestamptz } =
    "UPDATE matches SET due_at = $until WHERE id = $id AND due_at IS NOT NULL"
}

/// Lets the worker look at a match later, because something is wrong with it, or a message of one of its players has not been read yet.
pub async fn postpone(connection: &mut Connection, id: MatchId, until: DateTime<Utc>) -> Result<()> {
    PostponeMatch { id, until }.execute(connection).await?;
    Ok(())
}
