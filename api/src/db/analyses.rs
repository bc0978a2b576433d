//! Analyses of matches that are over.

use chrono::{DateTime, Utc};
use diesel::{OptionalExtension, QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;

use super::{Connection, CountRow, Result, statement};
use crate::ids::{MatchId, UserId};

/// An analysis.
#[derive(QueryableByName, Clone, Debug)]
pub struct AnalysisRow {
    /// What was found, as JSON; none until then.
    #[diesel(sql_type = sql::Nullable<sql::Text>)]
    pub points: Option<String>,
    /// False once it is made or was given up.
    #[diesel(sql_type = sql::Bool)]
    pub waits: bool,
}

statement! {
    FindAnalysis { id: MatchId => sql::Uuid, now: DateTime<Utc> => sql::Timestamptz } =
    "SELECT points, points IS NULL AND (attempts < 3 OR due_at > $now) AS waits FROM analyses WHERE match_id = $id"
}

/// The analysis of a match, if someone has asked for it.
pub async fn find(connection: &mut Connection, id: MatchId, now: DateTime<Utc>) -> Result<Option<AnalysisRow>> {
    Ok(FindAnalysis { id, now }.get_result(connection).await.optional()?)
}

statement! {
    CountAnalyses { creator: UserId => sql::Uuid } =
    "SELECT count(*) AS count FROM analyses a JOIN matches m ON m.id = a.match_id
     WHERE a.points IS NULL AND a.attempts < 3 AND m.creator = $creator"
}

/// The number of analyses that wait for matches of this creator.
pub async fn count(connection: &mut Connection, creator: UserId) -> Result<i64> {
    let row: CountRow = CountAnalyses { creator }.get_result(connection).await?;
    Ok(row.count)
}

statement! {
    AskForAnalysis { id: MatchId => sql::Uuid, now: DateTime<Utc> => sql::Timestamptz } =
    "INSERT INTO analyses (match_id, due_at) VALUES ($id, $now) ON CONFLICT DO NOTHING"
}

/// Asks for the analysis of a match, unless someone has.
pub async fn ask(connection: &mut Connection, id: MatchId, now: DateTime<Utc>) -> Result<()> {
    AskForAnalysis { id, now }.execute(connection).await?;
    Ok(())
}

/// An analysis that is due.
#[derive(QueryableByName, Clone, Copy, PartialEq, Eq, Debug)]
pub struct DueRow {
    #[diesel(sql_type = sql::Uuid)]
    pub match_id: MatchId,
    /// The person who is responsible for the match: its creator, or the owner of the bot that created it.
    #[diesel(sql_type = sql::Uuid)]
    pub person: UserId,
}

statement! {
    FindDueAnalyses { now: DateTime<Utc> => sql::Timestamptz, max: i64 => sql::BigInt } =
    "SELECT a.match_id, coalesce(c.owner, m.creator) AS person
     FROM analyses a JOIN matches m ON m.id = a.match_id LEFT JOIN users c ON c.id = m.creator
     WHERE a.points IS NULL AND a.attempts < 3 AND a.due_at <= $now ORDER BY a.due_at LIMIT $max"
}

/// The analyses that are due, at most so many, those that wait for the longest first.
pub async fn due(connection: &mut Connection, now: DateTime<Utc>, max: i64) -> Result<Vec<DueRow>> {
    Ok(FindDueAnalyses { now, max }.load(connection).await?)
}

statement! {
    BeginAnalysis { id: MatchId => sql::Uuid, now: DateTime<Utc> => sql::Timestamptz } =
    "UPDATE analyses SET attempts = attempts + 1, due_at = $now + interval '5 minutes'
     WHERE match_id = $id AND points IS NULL AND attempts < 3 AND due_at <= $now"
}

/// Begins an analysis; false if another server has begun it. It is due again if it is not stored in five minutes, three times in all.
pub async fn begin(connection: &mut Connection, id: MatchId, now: DateTime<Utc>) -> Result<bool> {
    Ok(BeginAnalysis { id, now }.execute(connection).await? > 0)
}

statement! {
    StoreAnalysis<'a> { id: MatchId => sql::Uuid, points: &'a str => sql::Text } =
    "UPDATE analyses SET points = $points WHERE match_id = $id"
}

/// Stores what was found, as JSON.
pub async fn store(connection: &mut Connection, id: MatchId, points: &str) -> Result<()> {
    StoreAnalysis { id, points }.execute(connection).await?;
    Ok(())
}
