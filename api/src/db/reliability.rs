//! How a person has answered turns in matches that are over.

use chrono::{DateTime, Utc};
use diesel::{QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;

use super::{Connection, Result, statement};
use crate::ids::UserId;

/// A turn of a person.
#[derive(QueryableByName, Clone, Copy, Debug)]
pub struct TurnRow {
    /// When it began: the time of the line before.
    #[diesel(sql_type = sql::Timestamptz)]
    pub since: DateTime<Utc>,
    /// When it was answered, or the time for it expired.
    #[diesel(sql_type = sql::Timestamptz)]
    pub at: DateTime<Utc>,
    /// True if the time expired.
    #[diesel(sql_type = sql::Bool)]
    pub lapsed: bool,
}

statement! {
    /// Of matches that are over only, as the times of hidden moves would tell of them. To resign answers no turn.
    ListTurns { user: UserId => sql::Uuid, matches: i64 => sql::BigInt, max: i64 => sql::BigInt } =
    "SELECT t.since, t.at, t.lapsed FROM (
        SELECT match_id, seat FROM seats WHERE user_id = $user AND over_at IS NOT NULL ORDER BY over_at DESC LIMIT $matches
     ) s CROSS JOIN LATERAL (
        SELECT b.at AS since, l.at, l.cause <> 'chosen' AS lapsed
        FROM matches m JOIN moves l ON l.match_id = m.id JOIN moves b ON b.match_id = l.match_id AND b.ply = l.ply - 1
        WHERE m.id = s.match_id AND m.visibility = 'public' AND NOT m.imported AND m.clock NOT LIKE '{\"pace\":null%'
            AND l.seat = s.seat AND l.cause IN ('chosen', 'lapse', 'forfeit') AND l.text <> 'resign'
            AND (b.seat IS DISTINCT FROM l.seat OR b.turn <> l.turn)
     ) t LIMIT $max"
}

/// Turns of a person with a clock, at most so many, in the latest public matches that are over.
pub async fn turns(connection: &mut Connection, user: UserId, matches: i64, max: i64) -> Result<Vec<TurnRow>> {
    Ok(ListTurns { user, matches, max }.load(connection).await?)
}

#[derive(QueryableByName)]
#[diesel(table_name = super::schema::users)]
struct VacationsRow {
    vacations: String,
}

statement! {
    FindVacations { user: UserId => sql::Uuid } = "SELECT vacations FROM users WHERE id = $user"
}

/// The vacations of a person, as JSON.
pub async fn vacations(connection: &mut Connection, user: UserId) -> Result<String> {
    let row: VacationsRow = FindVacations { user }.get_result(connection).await?;
    Ok(row.vacations)
}
