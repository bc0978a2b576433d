//! Conditional moves: lines of play that players have left for their next turns.

use diesel::{OptionalExtension, QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;

use super::schema::conditional_moves;
use super::types::Count;
use super::{Connection, Result, statement};
use crate::ids::{MatchId, UserId};

/// The conditional moves of a player in a match.
#[derive(QueryableByName, Clone, Debug)]
#[diesel(table_name = conditional_moves)]
pub struct ConditionalRow {
    /// The last line of the log before the lines of play.
    pub ply: u32,
    /// The lines of play as JSON.
    pub lines: String,
}

statement! {
    StoreConditional<'a> {
        id: MatchId => sql::Uuid, user: UserId => sql::Uuid, ply: u32 => Count, lines: &'a str => sql::Text,
    } = "INSERT INTO conditional_moves (match_id, user_id, ply, lines) VALUES ($id, $user, $ply, $lines)
         ON CONFLICT (match_id, user_id) DO UPDATE SET ply = $ply, lines = $lines"
}

/// Stores the conditional moves of a player in place of the earlier ones.
pub async fn store(connection: &mut Connection, (id, user): (MatchId, UserId), ply: u32, lines: &str) -> Result<()> {
    StoreConditional { id, user, ply, lines }.execute(connection).await?;
    Ok(())
}

statement! {
    RemoveConditional { id: MatchId => sql::Uuid, user: UserId => sql::Uuid } =
    "DELETE FROM conditional_moves WHERE match_id = $id AND user_id = $user"
}

/// Removes the conditional moves of a player, if there are any.
pub async fn remove(connection: &mut Connection, id: MatchId, user: UserId) -> Result<()> {
    RemoveConditional { id, user }.execute(connection).await?;
    Ok(())
}

statement! {
    /// Lines that were stored meanwhile stay.
    DropConditional<'a> { id: MatchId => sql::Uuid, user: UserId => sql::Uuid, ply: u32 => Count, lines: &'a str => sql::Text } =
    "DELETE FROM conditional_moves WHERE match_id = $id AND user_id = $user AND ply = $ply AND lines = $lines"
}

/// Removes these conditional moves of a player, unless others have replaced them.
pub async fn drop_these(
    connection: &mut Connection,
    (id, user): (MatchId, UserId),
    row: &ConditionalRow,
) -> Result<()> {
    DropConditional { id, user, ply: row.ply, lines: &row.lines }.execute(connection).await?;
    Ok(())
}

statement! {
    FindConditional { id: MatchId => sql::Uuid, user: UserId => sql::Uuid } =
    "SELECT ply, lines FROM conditional_moves WHERE match_id = $id AND user_id = $user"
}

/// The conditional moves of a player, if there are any.
pub async fn find(connection: &mut Connection, id: MatchId, user: UserId) -> Result<Option<ConditionalRow>> {
    Ok(FindConditional { id, user }.get_result(connection).await.optional()?)
}

/// A player who is awaited and has left conditional moves.
#[derive(QueryableByName, Clone, Copy, Debug)]
#[diesel(table_name = conditional_moves)]
pub struct DueRow {
    pub match_id: MatchId,
    pub user_id: UserId,
}

statement! {
    FindDue { max: i64 => sql::BigInt } =
    "SELECT c.match_id, c.user_id FROM conditional_moves c
        JOIN matches m ON m.id = c.match_id AND m.phase = 'running'
        JOIN seats s ON s.match_id = c.match_id AND s.user_id = c.user_id AND s.over_at IS NULL
        JOIN users u ON u.id = c.user_id AND u.blocked_at IS NULL
     WHERE m.awaited >> s.seat & 1 = 1 ORDER BY c.match_id, c.user_id LIMIT $max"
}

/// Players who are awaited and have left conditional moves, at most so many.
pub async fn due(connection: &mut Connection, max: i64) -> Result<Vec<DueRow>> {
    Ok(FindDue { max }.load(connection).await?)
}

statement! {
    ForgetConditional { max: i64 => sql::BigInt } =
    "DELETE FROM conditional_moves WHERE (match_id, user_id) IN (
        SELECT c.match_id, c.user_id FROM conditional_moves c WHERE NOT EXISTS (
            SELECT FROM matches m JOIN seats s ON s.match_id = m.id
            WHERE m.id = c.match_id AND m.phase = 'running' AND s.user_id = c.user_id AND s.over_at IS NULL
        ) LIMIT $max
     )"
}

/// Removes conditional moves of matches that are over, and of people who have left their match: those of at most so many players.
pub async fn forget_old(connection: &mut Connection, max: i64) -> Result<()> {
    ForgetConditional { max }.execute(connection).await?;
    Ok(())
}

statement! {
    ListConditional { user: UserId => sql::Uuid } =
    "SELECT match_id, lines FROM conditional_moves WHERE user_id = $user ORDER BY match_id DESC"
}

/// Conditional moves of a person, with their match.
#[derive(QueryableByName, Clone, Debug)]
#[diesel(table_name = conditional_moves)]
pub struct OwnConditionalRow {
    pub match_id: MatchId,
    /// The lines of play as JSON.
    pub lines: String,
}

/// All conditional moves of a person.
pub async fn of_user(connection: &mut Connection, user: UserId) -> Result<Vec<OwnConditionalRow>> {
    Ok(ListConditional { user }.load(connection).await?)
}
