//! Rematches: for a match that is over, the match that its players have made to play again.

use diesel::{OptionalExtension, QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;

use super::schema::rematches;
use super::{Connection, Result, statement};
use crate::ids::MatchId;

#[derive(QueryableByName)]
#[diesel(table_name = rematches)]
struct NextRow {
    next_id: MatchId,
}

statement! {
    FindRematch { id: MatchId => sql::Uuid } = "SELECT next_id FROM rematches WHERE match_id = $id"
}

/// The rematch of a match, if there is one.
pub async fn find(connection: &mut Connection, id: MatchId) -> Result<Option<MatchId>> {
    let row: Option<NextRow> = FindRematch { id }.get_result(connection).await.optional()?;
    Ok(row.map(|row| row.next_id))
}

statement! {
    StoreRematch { id: MatchId => sql::Uuid, next: MatchId => sql::Uuid } =
    "INSERT INTO rematches (match_id, next_id) VALUES ($id, $next)
     ON CONFLICT (match_id) DO UPDATE SET next_id = $next"
}

/// Stores the rematch of a match in place of an earlier one. Lock the match first.
pub async fn store(connection: &mut Connection, id: MatchId, next: MatchId) -> Result<()> {
    StoreRematch { id, next }.execute(connection).await?;
    Ok(())
}
