//! Sessions and the refresh tokens that keep them going.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::{OptionalExtension, QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;

use super::schema::sessions;
use super::sign_ins::SignedIn;
use super::{Connection, FoundRow, Result, statement};
use crate::ids::{SessionId, UserId};

/// A session.
#[derive(QueryableByName, Clone, Debug)]
#[diesel(table_name = sessions)]
pub struct Session {
    /// The id.
    pub id: SessionId,
    /// The name that the client gave.
    pub client: String,
    /// The time at which it began.
    pub created_at: DateTime<Utc>,
    /// The time at which it was last refreshed.
    pub last_used_at: DateTime<Utc>,
    /// The time at which it ends unless it is refreshed.
    pub expires_at: DateTime<Utc>,
    /// The time at which it was ended.
    pub ended_at: Option<DateTime<Utc>>,
}

/// A token for the next tokens may be shown again for this time, as the response to its first use may have been lost.
pub(super) const SHOWN_AGAIN: TimeDelta = TimeDelta::seconds(30);

statement! {
    /// The row of the shown token is locked by the first `UPDATE`, so of two at once the later sees that it was used.
    RefreshSession<'a> {
        shown: &'a [u8] => sql::Binary,
        fresh: &'a [u8] => sql::Binary,
        now: DateTime<Utc> => sql::Timestamptz,
        earliest: DateTime<Utc> => sql::Timestamptz,
        expires_at: DateTime<Utc> => sql::Timestamptz,
    } = include_str!("refresh_session.sql")
}

/// The session of a refresh token that was taken.
#[derive(QueryableByName, Clone, Debug)]
pub struct Refreshed {
    /// The session and its person.
    #[diesel(embed)]
    pub by: SignedIn,
    /// True if the token was used before, which has ended the session.
    #[diesel(sql_type = sql::Bool)]
    pub stolen: bool,
}

/// Takes a refresh token for a fresh one; `None` if it is unknown or its session has ended. A token that comes again later than 30 s after
/// its first use ends its session; before, the response may have been lost, and the same fresh one is given once more.
pub async fn refresh(
    connection: &mut Connection,
    shown: &[u8],
    fresh: &[u8],
    now: DateTime<Utc>,
    expires_at: DateTime<Utc>,
) -> Result<Option<Refreshed>> {
    let earliest = now - SHOWN_AGAIN;
    Ok(RefreshSession { shown, fresh, now, earliest, expires_at }.get_result(connection).await.optional()?)
}

statement! {
    ProlongSession {
        id: SessionId => sql::Uuid,
        user: UserId => sql::Uuid,
        now: DateTime<Utc> => sql::Timestamptz,
        expires_at: DateTime<Utc> => sql::Timestamptz,
    } =
    "UPDATE sessions SET last_used_at = $now, expires_at = $expires_at
     WHERE id = $id AND user_id = $user AND ended_at IS NULL AND sessions.expires_at > $now
       AND EXISTS (SELECT FROM users WHERE users.id = $user AND deleted_at IS NULL)"
}

/// Prolongs a active session of this person; false if there is none.
pub async fn prolong(
    connection: &mut Connection,
    id: SessionId,
    user: UserId,
    now: DateTime<Utc>,
    expires_at: DateTime<Utc>,
) -> Result<bool> {
    Ok(ProlongSession { id, user, now, expires_at }.execute(connection).await? > 0)
}

statement! {
    IsProved { id: SessionId => sql::Uuid, user: UserId => sql::Uuid, since: DateTime<Utc> => sql::Timestamptz } =
    "SELECT coalesce(proved_at >= $since, false) AS found FROM sessions WHERE id = $id AND user_id = $user AND ended_at IS NULL"
}

/// Returns whether the reader of a session of this person has proved since then to read the mail of the account; nothing if the session has
/// ended.
pub async fn is_proved(
    connection: &mut Connection,
    id: SessionId,
    user: UserId,
    since: DateTime<Utc>,
) -> Result<Option<bool>> {
    let row: Option<FoundRow> = IsProved { id, user, since }.get_result(connection).await.optional()?;
    Ok(row.map(|row| row.found))
}

statement! {
    ListSessions { user: UserId => sql::Uuid, now: DateTime<Utc> => sql::Timestamptz } =
    "SELECT id, client, created_at, last_used_at, expires_at, ended_at FROM sessions
     WHERE user_id = $user AND ended_at IS NULL AND expires_at > $now ORDER BY last_used_at DESC, id DESC"
}

/// The active sessions, the last used first.
pub async fn list(connection: &mut Connection, user: UserId, now: DateTime<Utc>) -> Result<Vec<Session>> {
    Ok(ListSessions { user, now }.load(connection).await?)
}

statement! {
    ListAllSessions { user: UserId => sql::Uuid } =
    "SELECT id, client, created_at, last_used_at, expires_at, ended_at FROM sessions WHERE user_id = $user ORDER BY id"
}

/// Every session that is still stored.
pub async fn list_all(connection: &mut Connection, user: UserId) -> Result<Vec<Session>> {
    Ok(ListAllSessions { user }.load(connection).await?)
}

statement! {
    EndSession { id: SessionId => sql::Uuid, user: UserId => sql::Uuid, now: DateTime<Utc> => sql::Timestamptz } =
    "UPDATE sessions SET ended_at = $now
     WHERE id = $id AND user_id = $user AND ended_at IS NULL AND expires_at > $now"
}

/// Ends a session of this person; false if there was none.
pub async fn end(connection: &mut Connection, id: SessionId, user: UserId, now: DateTime<Utc>) -> Result<bool> {
    Ok(EndSession { id, user, now }.execute(connection).await? > 0)
}

#[derive(QueryableByName)]
#[diesel(table_name = sessions)]
struct EndedRow {
    id: SessionId,
    user_id: UserId,
}

statement! {
    EndAllSessions { user: UserId => sql::Uuid, now: DateTime<Utc> => sql::Timestamptz } =
    "UPDATE sessions SET ended_at = $now WHERE user_id = $user AND ended_at IS NULL AND expires_at > $now RETURNING id, user_id"
}

/// Ends every session of this person; returns them.
pub async fn end_all(connection: &mut Connection, user: UserId, now: DateTime<Utc>) -> Result<Vec<SessionId>> {
    let rows: Vec<EndedRow> = EndAllSessions { user, now }.load(connection).await?;
    Ok(rows.into_iter().map(|row| row.id).collect())
}

statement! {
    /// The second condition is for the index. Another server's clock may be a little ahead.
    ListEndedSessions { since: DateTime<Utc> => sql::Timestamptz, now: DateTime<Utc> => sql::Timestamptz } =
    "SELECT id, user_id FROM sessions
     WHERE ended_at >= $since AND least(expires_at, ended_at) BETWEEN $since AND $now + interval '10 minutes'"
}

/// The sessions of all people that were ended since then.
pub async fn ended_since(
    connection: &mut Connection,
    since: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<Vec<(UserId, SessionId)>> {
    let rows: Vec<EndedRow> = ListEndedSessions { since, now }.load(connection).await?;
    Ok(rows.into_iter().map(|row| (row.user_id, row.id)).collect())
}
