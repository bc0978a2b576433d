//! The end of an account.

use chrono::{DateTime, Utc};
use diesel::{OptionalExtension, QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;

use super::matches::{IdRow, lock};
use super::schema::users;
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
    ListOpenOf { user: UserId => sql::Uuid } =
    "SELECT id FROM matches WHERE creator = $user AND phase = 'open'
     UNION
     SELECT m.id FROM seats s JOIN matches m ON m.id = s.match_id WHERE s.user_id = $user AND s.over_at IS NULL AND m.phase = 'open'
     ORDER BY id"
}

/// Locks the matches of a person that have not started, in the order of their ids, until the transaction ends.
async fn lock_open(connection: &mut Connection, user: UserId) -> Result<Vec<MatchId>> {
    let rows: Vec<IdRow> = ListOpenOf { user }.load(connection).await?;
    let ids: Vec<MatchId> = rows.into_iter().map(|row| row.id).collect();
    for &id in &ids {
        lock(connection, id).await?;
    }
    Ok(ids)
}

#[derive(QueryableByName)]
#[diesel(table_name = users)]
struct AddressRow {
    address: Option<String>,
}

statement! {
    LockAddress { user: UserId => sql::Uuid } = "SELECT address FROM users WHERE id = $user AND deleted_at IS NULL FOR UPDATE"
}

statement! {
    EraseAccount<'a> {
        user: UserId => sql::Uuid, handle: &'a str => sql::Text, skeleton: &'a str => sql::Text, now: DateTime<Utc> => sql::Timestamptz,
    } = "UPDATE users SET address = NULL, handle = $handle, skeleton = $skeleton, name = 'deleted player', time_zone = 'UTC',
            mail_turns = false, mail_matches = false, mail_invitations = false, digest_at = NULL,
            unreachable_since = NULL, seen_at = NULL, challenges = NULL, deleted_at = $now
         WHERE id = $user"
}

statement! {
    LeaveOpenMatch { id: MatchId => sql::Uuid, user: UserId => sql::Uuid, now: DateTime<Utc> => sql::Timestamptz } =
    include_str!("leave_open_match.sql")
}

statement! {
    DeletePerson<'a> { user: UserId => sql::Uuid, address: Option<&'a str> => sql::Nullable<sql::Text>, now: DateTime<Utc> => sql::Timestamptz } =
    include_str!("delete_person.sql")
}

/// Deletes an account: its name, its address and everything that acts for it. Matches that run, and all moves, stay.
/// Returns the matches that had not started, which the person has left or cancelled by this; nothing if it was deleted already. The handle
/// may be taken: [`Trouble::is_handle_taken`](super::Trouble::is_handle_taken). Do it in a transaction.
///
/// Matches are locked before people, in the order of their ids, as joining and starting do: a start holds its match while
/// its emails ask for their readers. Those that the person has joined meanwhile are found once the account is erased, as a person without an
/// account can join no more.
pub async fn delete(
    connection: &mut Connection,
    user: UserId,
    (handle, skeleton): (&str, &str),
    now: DateTime<Utc>,
) -> Result<Option<Vec<MatchId>>> {
    lock_open(connection, user).await?;
    let found: Option<AddressRow> = LockAddress { user }.get_result(connection).await.optional()?;
    let Some(AddressRow { address }) = found else { return Ok(None) };
    EraseAccount { user, handle, skeleton, now }.execute(connection).await?;
    let open = lock_open(connection, user).await?;
    for &id in &open {
        LeaveOpenMatch { id, user, now }.execute(connection).await?;
    }
    DeletePerson { user, address: address.as_deref(), now }.execute(connection).await?;
    Ok(Some(open))
}
