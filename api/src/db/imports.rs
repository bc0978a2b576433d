//! Imports: which matches came from records, and who imported them.

use chrono::{DateTime, Utc};
use diesel::{OptionalExtension, QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;

use super::schema::imports;
use super::{Connection, Result, statement};
use crate::ids::{MatchId, UserId};

/// Returns whether a match came from a record. Such a match has no players, so other rows are not looked for.
macro_rules! imported {
    ($id:literal) => {
        concat!(
            "CASE WHEN m.phase = 'over' AND m.players = 0 THEN EXISTS (SELECT FROM imports WHERE match_id = ",
            $id,
            ") ELSE false END AS imported"
        )
    };
}
pub(super) use imported;

statement! {
    InsertImport { id: MatchId => sql::Uuid, importer: UserId => sql::Uuid, now: DateTime<Utc> => sql::Timestamptz } =
    "INSERT INTO imports (match_id, importer, at) VALUES ($id, $importer, $now)"
}

/// Marks a match as imported.
pub async fn insert(connection: &mut Connection, id: MatchId, importer: UserId, now: DateTime<Utc>) -> Result<()> {
    InsertImport { id, importer, now }.execute(connection).await?;
    Ok(())
}

#[derive(QueryableByName)]
#[diesel(table_name = imports)]
struct AtRow {
    at: DateTime<Utc>,
}

statement! {
    NthLatestImport { importer: UserId => sql::Uuid, before: i64 => sql::BigInt } =
    "SELECT at FROM imports WHERE importer = $importer ORDER BY at DESC OFFSET $before LIMIT 1"
}

/// The time of the import of a person before so many later ones, if there is one. Lock the person first, to add one.
pub async fn before_latest(
    connection: &mut Connection,
    importer: UserId,
    before: i64,
) -> Result<Option<DateTime<Utc>>> {
    let row: Option<AtRow> = NthLatestImport { importer, before }.get_result(connection).await.optional()?;
    Ok(row.map(|row| row.at))
}
