//! The end of an account.

use chrono::{DateTime, Utc};
use diesel::sql_types as sql;
use diesel_async::RunQueryDsl;

use super::matches::IdRow;
use super::{Connection, Result, statement};
use crate::ids::{MatchId, UserId};

statement! {
    ListHeldUp { user: UserId => sql::Uuid } =
    "SELECT m.id FROM seats s JOIN matches m ON m.id = s.match_id
     WHERE s.user_id = $user AND s.over_at IS NULL AND m.phase = 'running' AND m.left_seats & (1 << s.seat) = 0 ORDER BY m.id"
}

/// The matches that run and that this person has not left.
pub async fn held_up(connection: &mut Connection, user: UserId) -> Result<Vec<MatchId>> {
    let rows: Vec<IdRow> = ListHeldUp { user }.load(connection).await?;
    Ok(rows.into_iter().map(|row| row.id).collect())
}

statement! {
    LockOpenMatches { user: UserId => sql::Uuid } =
    "SELECT id FROM matches
     WHERE phase = 'open' AND id IN (SELECT id FROM matches WHERE creator = $user
        UNION ALL SELECT match_id FROM seats WHERE user_id = $user AND over_at IS NULL)
     ORDER BY id FOR NO KEY UPDATE"
}

statement! {
    /// Rows that name the address are erased; rows of the past that others need stay. The locks look again at the phase of a match
    /// that was just being started.
    DeletePerson<'a> {
        user: UserId => sql::Uuid,
        handle: &'a str => sql::Text,
        skeleton: &'a str => sql::Text,
        now: DateTime<Utc> => sql::Timestamptz,
    } = include_str!("delete_person.sql")
}

/// Deletes an account: its name, its address and everything that acts for it. Matches that run, and all moves, stay.
/// Returns the matches that had not started, which the person has left or called off by this; nothing if it was deleted already. The handle
/// may be taken: [`Trouble::is_handle_taken`](super::Trouble::is_handle_taken). Do it in a transaction.
///
/// Matches are locked before people, in the order of their ids, as joining and starting do: a start holds its match while
/// its letters ask for their readers.
pub async fn delete(
    connection: &mut Connection,
    user: UserId,
    (handle, skeleton): (&str, &str),
    now: DateTime<Utc>,
) -> Result<Option<Vec<MatchId>>> {
    let open: Vec<IdRow> = LockOpenMatches { user }.load(connection).await?;
    let deleted = DeletePerson { user, handle, skeleton, now }.execute(connection).await? > 0;
    Ok(deleted.then(|| open.into_iter().map(|row| row.id).collect()))
}
