//! The subscriptions of browsers (Web Push).

use chrono::{DateTime, Utc};
use diesel::{OptionalExtension, QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;

use super::schema::pushes;
use super::{Connection, Result, statement};
use crate::ids::{PushId, SessionId, UserId};

/// A subscription.
#[derive(QueryableByName, Clone, Debug)]
#[diesel(table_name = pushes)]
pub struct Push {
    /// The id.
    pub id: PushId,
    /// The session of the browser.
    pub session_id: SessionId,
    /// The address at the push service.
    pub endpoint: String,
    /// The time of creation.
    #[diesel(sql_type = sql::Timestamptz)]
    pub created_at: DateTime<Utc>,
    /// The time at which the browser last sent it.
    pub renewed_at: DateTime<Utc>,
}

/// A subscription as a browser sends it.
#[derive(Clone, Copy, Debug)]
pub struct NewPush<'a> {
    /// The id, if the session has none yet.
    pub id: PushId,
    /// The person.
    pub user: UserId,
    /// The session of the browser.
    pub session: SessionId,
    /// The address at the push service.
    pub endpoint: &'a str,
    /// The public key of the browser: 65 bytes.
    pub p256dh: &'a [u8],
    /// The authentication secret: 16 bytes.
    pub auth: &'a [u8],
    /// The name of the server's secret whose key signs the messages.
    pub key_id: &'a str,
}

statement! {
    LeavePush<'a> { session: SessionId => sql::Uuid, endpoint: &'a str => sql::Text } =
    "DELETE FROM receivers USING pushes p WHERE p.id = receivers.id AND p.endpoint = $endpoint AND p.session_id <> $session"
}

statement! {
    StorePush<'a> {
        id: PushId => sql::Uuid, user: UserId => sql::Uuid, session: SessionId => sql::Uuid, endpoint: &'a str => sql::Text,
        p256dh: &'a [u8] => sql::Binary, auth: &'a [u8] => sql::Binary, key_id: &'a str => sql::Text,
        now: DateTime<Utc> => sql::Timestamptz,
    } = "WITH known AS (
            UPDATE receivers r SET key_id = $key_id FROM pushes p WHERE p.id = r.id AND p.session_id = $session RETURNING r.id, r.created_at
         ), made AS (
            INSERT INTO receivers (id, user_id, kind, key_id, created_at) SELECT $id, $user, 'push', $key_id, $now
            WHERE NOT EXISTS (SELECT FROM known) RETURNING id, created_at
         ), one AS (SELECT id, created_at FROM known UNION ALL SELECT id, created_at FROM made)
         INSERT INTO pushes (id, session_id, endpoint, p256dh, auth, renewed_at) SELECT id, $session, $endpoint, $p256dh, $auth, $now FROM one
         ON CONFLICT (id) DO UPDATE SET endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth,
            renewed_at = excluded.renewed_at
         RETURNING id, session_id, endpoint, (SELECT created_at FROM one), renewed_at"
}

statement! {
    DropOldPushes { user: UserId => sql::Uuid, max: i64 => sql::BigInt } =
    "DELETE FROM receivers WHERE user_id = $user AND kind = 'push' AND id NOT IN (
        SELECT p.id FROM pushes p JOIN receivers r ON r.id = p.id WHERE r.user_id = $user ORDER BY p.renewed_at DESC, p.id DESC LIMIT $max)"
}

/// Stores a subscription in the place of the one that its session had. A browser that another session used before belongs to this one now.
/// Of more than `max` subscriptions of the person, those that were renewed longest ago are removed. Lock the person first.
pub async fn store(connection: &mut Connection, new: NewPush<'_>, now: DateTime<Utc>, max: i64) -> Result<Push> {
    let NewPush { id, user, session, endpoint, p256dh, auth, key_id } = new;
    LeavePush { session, endpoint }.execute(connection).await?;
    let stored = StorePush { id, user, session, endpoint, p256dh, auth, key_id, now }.get_result(connection).await?;
    DropOldPushes { user, max }.execute(connection).await?;
    Ok(stored)
}

statement! {
    ListPushes { user: UserId => sql::Uuid } =
    "SELECT p.id, p.session_id, p.endpoint, r.created_at, p.renewed_at FROM pushes p JOIN receivers r ON r.id = p.id
     WHERE r.user_id = $user ORDER BY p.id DESC"
}

/// The subscriptions of a person, the newest first.
pub async fn list(connection: &mut Connection, user: UserId) -> Result<Vec<Push>> {
    Ok(ListPushes { user }.load(connection).await?)
}

statement! {
    DeletePush { id: PushId => sql::Uuid, user: UserId => sql::Uuid } =
    "DELETE FROM receivers WHERE id = $id AND user_id = $user AND kind = 'push'"
}

/// Removes a subscription of this person with its messages; `false` if there is none.
pub async fn delete(connection: &mut Connection, id: PushId, user: UserId) -> Result<bool> {
    Ok(DeletePush { id, user }.execute(connection).await? == 1)
}

/// The facts that a message to a browser needs.
#[derive(QueryableByName, Clone, Debug)]
#[diesel(table_name = pushes)]
pub struct Target {
    pub id: PushId,
    pub endpoint: String,
    pub p256dh: Vec<u8>,
    pub auth: Vec<u8>,
}

statement! {
    /// A session that has expired has no end; its browser is told no more all the same.
    FindTarget { id: PushId => sql::Uuid, now: DateTime<Utc> => sql::Timestamptz } =
    "SELECT p.id, p.endpoint, p.p256dh, p.auth FROM pushes p JOIN sessions s ON s.id = p.session_id
     WHERE p.id = $id AND s.ended_at IS NULL AND s.expires_at > $now"
}

/// Where messages of a subscription go, as long as its session lasts.
pub async fn target(connection: &mut Connection, id: PushId, now: DateTime<Utc>) -> Result<Option<Target>> {
    Ok(FindTarget { id, now }.get_result(connection).await.optional()?)
}

statement! {
    DropDeadPush<'a> { id: PushId => sql::Uuid, endpoint: &'a str => sql::Text } =
    "DELETE FROM receivers USING pushes p WHERE p.id = receivers.id AND p.id = $id AND p.endpoint = $endpoint"
}

/// Removes a subscription whose endpoint the push service does not know, unless the browser has another endpoint by now.
pub async fn drop_dead(connection: &mut Connection, Target { id, endpoint, .. }: &Target) -> Result<()> {
    DropDeadPush { id: *id, endpoint }.execute(connection).await?;
    Ok(())
}

statement! {
    ForgetPushes { now: DateTime<Utc> => sql::Timestamptz } =
    "DELETE FROM receivers USING pushes p, sessions s WHERE p.id = receivers.id AND s.id = p.session_id AND s.expires_at <= $now"
}

/// Removes the subscriptions of sessions that have expired.
pub async fn forget_old(connection: &mut Connection, now: DateTime<Utc>) -> Result<()> {
    ForgetPushes { now }.execute(connection).await?;
    Ok(())
}
