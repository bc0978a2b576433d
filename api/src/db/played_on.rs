//! Matches that are played on from a line of an earlier one.

use diesel::{QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;
use engine::Moment;

use super::moves::MoveRow;
use super::schema::moves;
use super::types::{Count, Milliseconds};
use super::{Connection, Result, statement};
use crate::ids::MatchId;

/// The earlier match that a match is played on from; nothing for other matches.
#[derive(QueryableByName, Clone, Default, Debug)]
pub struct PlayedOn {
    /// The earlier match; nothing in an imported match, too.
    #[diesel(sql_type = sql::Nullable<sql::Uuid>)]
    pub source: Option<MatchId>,
    /// The seeds of the lines up to there, as [`engine::Seed::earlier`] writes them.
    #[diesel(sql_type = sql::Nullable<sql::Text>)]
    pub earlier_seeds: Option<String>,
    /// The moment at which the match starts: that of the last of these lines; 0 in an imported match.
    #[diesel(sql_type = sql::Nullable<Milliseconds>)]
    pub start_moment: Option<Moment>,
}

statement! {
    InsertPlayedOn<'a> {
        id: MatchId => sql::Uuid, source: Option<MatchId> => sql::Nullable<sql::Uuid>, earlier_seeds: &'a str => sql::Text,
        moment: Moment => Milliseconds,
    } = "INSERT INTO played_on (match_id, source, earlier_seeds, moment) VALUES ($id, $source, $earlier_seeds, $moment)"
}

/// Marks a match as played on from another one, with the seeds of the lines so far and the moment at which it starts.
pub async fn insert(
    connection: &mut Connection,
    id: MatchId,
    source: Option<MatchId>,
    (earlier_seeds, moment): (&str, Moment),
) -> Result<()> {
    InsertPlayedOn { id, source, earlier_seeds, moment }.execute(connection).await?;
    Ok(())
}

/// A line with the turn for which it was sent.
#[derive(QueryableByName, Clone, Debug)]
#[diesel(table_name = moves)]
pub struct PastRow {
    #[diesel(embed)]
    pub line: MoveRow,
    pub turn: u32,
}

statement! {
    BeginningOfLog { id: MatchId => sql::Uuid, last: u32 => Count } =
    "SELECT ply, seat, cause, text, events, moment, at, turn FROM moves WHERE match_id = $id AND ply <= $last ORDER BY ply"
}

/// The lines of a match up to this one.
pub async fn beginning(connection: &mut Connection, id: MatchId, last: u32) -> Result<Vec<PastRow>> {
    Ok(BeginningOfLog { id, last }.load(connection).await?)
}
