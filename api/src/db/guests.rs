//! Guests: people who play the computer without an email address.

use chrono::{DateTime, Utc};
use diesel::sql_types as sql;
use diesel_async::RunQueryDsl;

use super::matches::IdRow;
use super::sign_ins::Newcomer;
use super::{Connection, Result, statement};
use crate::ids::{MatchId, SessionId, UserId};

statement! {
    MakeGuest<'a> {
        id: UserId => sql::Uuid,
        handle: &'a str => sql::Text,
        skeleton: &'a str => sql::Text,
        name: &'a str => sql::Text,
        session: SessionId => sql::Uuid,
        client: &'a str => sql::Text,
        now: DateTime<Utc> => sql::Timestamptz,
        expires_at: DateTime<Utc> => sql::Timestamptz,
    } =
    "WITH guest AS (
        INSERT INTO users (id, handle, skeleton, name, time_zone, mail_turns, mail_matches, mail_invitations, created_at, seen_at, guest)
        VALUES ($id, $handle, $skeleton, $name, 'UTC', false, false, false, $now, $now, true)
     )
     INSERT INTO sessions (id, user_id, client, created_at, last_used_at, expires_at)
     VALUES ($session, $id, $client, $now, $now, $expires_at)"
}

/// Makes a guest and the session of this client. The handle may be taken: [`Trouble::is_handle_taken`](super::Trouble::is_handle_taken).
pub async fn make(
    connection: &mut Connection,
    Newcomer { id, handle, skeleton, name }: Newcomer<'_>,
    (session, client): (SessionId, &str),
    now: DateTime<Utc>,
    expires_at: DateTime<Utc>,
) -> Result<()> {
    MakeGuest { id, handle, skeleton, name, session, client, now, expires_at }.execute(connection).await?;
    Ok(())
}

statement! {
    /// A guest has written nothing else: notes, proposals and all that is for other people need an account. A move that was judged for
    /// the guest is judged again.
    GiveMatches { guest: UserId => sql::Uuid, person: UserId => sql::Uuid } =
    "WITH seated AS (
        UPDATE seats SET user_id = $person WHERE user_id = $guest
     )
     UPDATE matches SET creator = $person, revision = revision + 1 WHERE creator = $guest RETURNING id"
}

/// Gives the matches of a guest to a person; returns them.
pub async fn give_matches(connection: &mut Connection, guest: UserId, person: UserId) -> Result<Vec<MatchId>> {
    let rows: Vec<IdRow> = GiveMatches { guest, person }.load(connection).await?;
    Ok(rows.into_iter().map(|row| row.id).collect())
}

#[derive(diesel::QueryableByName)]
#[diesel(table_name = super::schema::users)]
struct GuestRow {
    id: UserId,
}

statement! {
    ListOldGuests { before: DateTime<Utc> => sql::Timestamptz, max: i64 => sql::BigInt } =
    "SELECT id FROM users WHERE guest AND deleted_at IS NULL AND seen_at < $before ORDER BY seen_at LIMIT $max"
}

/// Guests who have not been here since then, at most this many.
pub async fn not_seen_since(connection: &mut Connection, before: DateTime<Utc>, max: i64) -> Result<Vec<UserId>> {
    let rows: Vec<GuestRow> = ListOldGuests { before, max }.load(connection).await?;
    Ok(rows.into_iter().map(|row| row.id).collect())
}
