//! What lists show of their matches beside the rows of the lists: the people at the tables, the last line, the result.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use diesel::{QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;

use super::lists::SummaryRow;
use super::matches::{Players, people};
use super::schema::matches;
use super::types::Count;
use super::{Connection, Result, statement};
use crate::ids::MatchId;

/// A match of a list.
#[derive(QueryableByName, Debug)]
#[diesel(table_name = matches)]
pub struct TableRow {
    id: MatchId,
    pub edition: u16,
    pub turn: u32,
    /// The result, as JSON.
    pub outcome: Option<String>,
    /// The time of the last line that spectators may know of: that of a hidden one would tell that there is one.
    #[diesel(sql_type = sql::Nullable<sql::Timestamptz>)]
    pub moved_at: Option<DateTime<Utc>>,
    /// The number of that line for spectators.
    #[diesel(sql_type = sql::Nullable<Count>)]
    pub public_line: Option<u32>,
    #[diesel(embed)]
    pub players: Players,
}

statement! {
    ListTables<'a> { ids: &'a [MatchId] => sql::Array<sql::Uuid> } = concat!("
        SELECT m.id, m.edition, m.turn, m.outcome, l.at AS moved_at, l.public_line, p.*
        FROM matches m LEFT JOIN LATERAL (
            SELECT at, public_line FROM moves WHERE match_id = m.id AND public_line IS NOT NULL ORDER BY ply DESC LIMIT 1
        ) l ON true ", people!("m.id"), " WHERE m.id = ANY($ids)")
}

/// The tables of the matches of a list.
pub async fn of(connection: &mut Connection, list: &[SummaryRow]) -> Result<HashMap<MatchId, TableRow>> {
    let ids: Vec<MatchId> = list.iter().map(|row| row.id).collect();
    let rows: Vec<TableRow> = ListTables { ids: &ids }.load(connection).await?;
    Ok(rows.into_iter().map(|row| (row.id, row)).collect())
}
