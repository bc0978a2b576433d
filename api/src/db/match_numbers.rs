//! The numbers by which a person calls matches in emails. A match keeps its number, so a number of an old list means the same match.

use diesel::{OptionalExtension, QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;

use super::{Connection, CountRow, Result, people, statement};
use crate::ids::{MatchId, UserId};

/// A match and its number.
#[derive(QueryableByName, Clone, Copy, Debug)]
struct NumberRow {
    #[diesel(sql_type = sql::Uuid)]
    match_id: MatchId,
    #[diesel(sql_type = sql::Integer)]
    number: i32,
}

statement! {
    FindNumbers { user: UserId => sql::Uuid, ids: Vec<MatchId> => sql::Array<sql::Uuid> } =
    "SELECT match_id, number FROM match_numbers WHERE user_id = $user AND match_id = ANY($ids)"
}

statement! {
    FindLastNumber { user: UserId => sql::Uuid } =
    "SELECT coalesce(max(number), 0)::bigint AS count FROM match_numbers WHERE user_id = $user"
}

statement! {
    AddNumber { user: UserId => sql::Uuid, id: MatchId => sql::Uuid, number: i32 => sql::Integer } =
    "INSERT INTO match_numbers (user_id, match_id, number) VALUES ($user, $id, $number)"
}

/// Returns the numbers of these matches for a person, in their order; a match without one gets the next. In a transaction.
pub async fn assign(connection: &mut Connection, user: UserId, ids: &[MatchId]) -> Result<Vec<(i32, MatchId)>> {
    people::lock(connection, user).await?;
    let known: Vec<NumberRow> = FindNumbers { user, ids: ids.to_vec() }.load(connection).await?;
    let CountRow { count } = FindLastNumber { user }.get_result(connection).await?;
    let mut last = i32::try_from(count).unwrap_or(i32::MAX);
    let mut numbered = Vec::new();
    for &id in ids {
        let number = known.iter().find(|row| row.match_id == id).map(|row| row.number);
        let number = match number {
            Some(number) => number,
            None => {
                last = last.saturating_add(1);
                AddNumber { user, id, number: last }.execute(connection).await?;
                last
            }
        };
        numbered.push((number, id));
    }
    Ok(numbered)
}

statement! {
    FindNumbered { user: UserId => sql::Uuid, number: i32 => sql::Integer } =
    "SELECT match_id, number FROM match_numbers WHERE user_id = $user AND number = $number"
}

/// Returns the match with this number, if a list has named one.
pub async fn find(connection: &mut Connection, user: UserId, number: i32) -> Result<Option<MatchId>> {
    let row: Option<NumberRow> = FindNumbered { user, number }.get_result(connection).await.optional()?;
    Ok(row.map(|row| row.match_id))
}
