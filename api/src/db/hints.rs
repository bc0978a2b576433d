//! Hints: the moves that a computer player chose for people.

use diesel::{OptionalExtension, QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;

use super::schema::hints;
use super::types::Count;
use super::{Connection, Result, statement};
use crate::ids::{MatchId, UserId};

/// A hint.
#[derive(QueryableByName, Clone, Debug)]
#[diesel(table_name = hints)]
pub struct HintRow {
    /// The line after which it was given.
    pub ply: u32,
    /// The move.
    pub text: String,
}

statement! {
    StoreHint<'a> { id: MatchId => sql::Uuid, user: UserId => sql::Uuid, ply: u32 => Count, text: &'a str => sql::Text } =
    "INSERT INTO hints (match_id, user_id, ply, text) VALUES ($id, $user, $ply, $text) ON CONFLICT DO NOTHING"
}

/// Stores a hint, unless there is one for this position.
pub async fn store(connection: &mut Connection, (id, user): (MatchId, UserId), hint: &HintRow) -> Result<()> {
    StoreHint { id, user, ply: hint.ply, text: &hint.text }.execute(connection).await?;
    Ok(())
}

statement! {
    FindHint { id: MatchId => sql::Uuid, user: UserId => sql::Uuid, ply: u32 => Count } =
    "SELECT ply, text FROM hints WHERE match_id = $id AND user_id = $user AND ply = $ply"
}

/// The hint for a position, if one was given.
pub async fn find(connection: &mut Connection, (id, user): (MatchId, UserId), ply: u32) -> Result<Option<HintRow>> {
    Ok(FindHint { id, user, ply }.get_result(connection).await.optional()?)
}

/// How many hints a person had in a match.
#[derive(QueryableByName, Clone, Copy, Debug)]
pub struct HintsRow {
    #[diesel(sql_type = sql::Uuid)]
    pub user_id: UserId,
    #[diesel(sql_type = sql::BigInt)]
    pub number: i64,
}

statement! {
    CountHints { id: MatchId => sql::Uuid } =
    "SELECT user_id, count(*) AS number FROM hints WHERE match_id = $id GROUP BY user_id"
}

/// How many hints each person had in a match.
pub async fn count(connection: &mut Connection, id: MatchId) -> Result<Vec<HintsRow>> {
    Ok(CountHints { id }.load(connection).await?)
}
