//! Matches in which a clock has run out, or seems to have: at which the worker looks.

use chrono::{DateTime, Utc};
use diesel::sql_types as sql;
use diesel_async::RunQueryDsl;

use super::matches::IdRow;
use super::types::Count;
use super::{Connection, Result, statement};
use crate::ids::MatchId;

/// The maximum number of matches with a clock that has run out that are read at once.
pub const MAX_DUE: usize = 64;

statement! {
    DueMatches { now: DateTime<Utc> => sql::Timestamptz } =
    "SELECT id FROM matches WHERE due_at <= $now ORDER BY due_at LIMIT 64"
}

/// The matches in which a clock has run out, the longest overdue first.
pub async fn due(connection: &mut Connection, now: DateTime<Utc>) -> Result<Vec<MatchId>> {
    let rows: Vec<IdRow> = DueMatches { now }.load(connection).await?;
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

/// Lets the worker look at a match later, because something is wrong with it.
pub async fn postpone(connection: &mut Connection, id: MatchId, until: DateTime<Utc>) -> Result<()> {
    PostponeMatch { id, until }.execute(connection).await?;
    Ok(())
}
