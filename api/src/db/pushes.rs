//! The subscriptions of browsers (Web Push) and the messages that are owed to them.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::{OptionalExtension, QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;

use super::email_kinds::with_occasion;
use super::emails::held_until;
use super::schema::{push_messages, pushes};
use super::words::EmailKind;
use super::{Connection, Result, statement};
use crate::ids::{EmailId, MatchId, PushId, SessionId, UserId};

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
    "DELETE FROM pushes WHERE endpoint = $endpoint AND session_id <> $session"
}

statement! {
    StorePush<'a> {
        id: PushId => sql::Uuid, user: UserId => sql::Uuid, session: SessionId => sql::Uuid, endpoint: &'a str => sql::Text,
        p256dh: &'a [u8] => sql::Binary, auth: &'a [u8] => sql::Binary, key_id: &'a str => sql::Text,
        now: DateTime<Utc> => sql::Timestamptz,
    } = "INSERT INTO pushes (id, user_id, session_id, endpoint, p256dh, auth, key_id, created_at, renewed_at)
         VALUES ($id, $user, $session, $endpoint, $p256dh, $auth, $key_id, $now, $now)
         ON CONFLICT (session_id) DO UPDATE SET endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth,
            key_id = excluded.key_id, renewed_at = excluded.renewed_at
         RETURNING id, session_id, endpoint, created_at, renewed_at"
}

statement! {
    DropOldPushes { user: UserId => sql::Uuid, max: i64 => sql::BigInt } =
    "DELETE FROM pushes WHERE user_id = $user AND id NOT IN (
        SELECT id FROM pushes WHERE user_id = $user ORDER BY renewed_at DESC, id DESC LIMIT $max)"
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
    "SELECT id, session_id, endpoint, created_at, renewed_at FROM pushes WHERE user_id = $user ORDER BY id DESC"
}

/// The subscriptions of a person, the newest first.
pub async fn list(connection: &mut Connection, user: UserId) -> Result<Vec<Push>> {
    Ok(ListPushes { user }.load(connection).await?)
}

statement! {
    DeletePush { id: PushId => sql::Uuid, user: UserId => sql::Uuid } = "DELETE FROM pushes WHERE id = $id AND user_id = $user"
}

/// Removes a subscription of this person with its messages; `false` if there is none.
pub async fn delete(connection: &mut Connection, id: PushId, user: UserId) -> Result<bool> {
    Ok(DeletePush { id, user }.execute(connection).await? == 1)
}

statement! {
    /// An email that waits because its reader may have a page open lets the message wait, too. One whose delivery has failed does not.
    OwePushMessages {
        from: EmailId => sql::Uuid, since: DateTime<Utc> => sql::Timestamptz, now: DateTime<Utc> => sql::Timestamptz,
        kinds: Vec<&'static str> => sql::Array<sql::Text>,
    } = "WITH owed AS (
            INSERT INTO push_messages (push_id, email_id, kind, match_id, created_at, due_at)
            SELECT p.id, l.id, l.kind, l.match_id, l.created_at,
                CASE WHEN l.kind = 'your-turn' AND l.state = 'due' AND l.attempts = 0 THEN greatest(l.due_at, $now) ELSE $now END
            FROM pushes p JOIN emails l ON l.user_id = p.user_id
            WHERE l.id >= $from AND l.created_at >= $since AND l.created_at >= p.created_at AND l.match_id IS NOT NULL
                AND l.kind = ANY($kinds)
            ON CONFLICT DO NOTHING RETURNING email_id
         )
         SELECT email_id FROM owed"
}

/// Owes messages for the emails that were owed since a time to people with subscriptions; gives how many are new.
pub async fn owe(connection: &mut Connection, since: DateTime<Utc>, now: DateTime<Utc>) -> Result<usize> {
    Ok(OwePushMessages { from: EmailId::earliest(since), since, now, kinds: with_occasion() }
        .execute(connection)
        .await?)
}

statement! {
    HoldTurnPush { match_id: MatchId => sql::Uuid, user: UserId => sql::Uuid } =
    concat!("UPDATE push_messages m SET due_at = ", held_until!("m.created_at"), " FROM pushes p
     WHERE p.id = m.push_id AND p.user_id = $user AND m.match_id = $match_id AND m.kind = 'your-turn' AND m.attempts = 0
        AND m.due_at < ", held_until!("m.created_at"))
}

/// Lets messages about a turn that no one has tried to send go two minutes after they were owed, as [`super::emails::hold_turn`] does.
pub async fn hold_turn(connection: &mut Connection, match_id: MatchId, user: UserId) -> Result<()> {
    HoldTurnPush { match_id, user }.execute(connection).await?;
    Ok(())
}

/// A message to send.
#[derive(QueryableByName, Clone, Debug)]
#[diesel(table_name = push_messages)]
pub struct MessageRow {
    pub push_id: PushId,
    pub email_id: EmailId,
    pub kind: EmailKind,
    pub match_id: MatchId,
    pub attempts: i16,
    #[diesel(sql_type = sql::Uuid)]
    pub user_id: UserId,
    #[diesel(sql_type = sql::Text)]
    pub endpoint: String,
    #[diesel(sql_type = sql::Binary)]
    pub p256dh: Vec<u8>,
    #[diesel(sql_type = sql::Binary)]
    pub auth: Vec<u8>,
    #[diesel(sql_type = sql::Text)]
    pub key_id: String,
}

statement! {
    /// A session that has expired has no end; its browser is told no more all the same.
    ClaimPushMessage { now: DateTime<Utc> => sql::Timestamptz, lease: DateTime<Utc> => sql::Timestamptz } =
    "WITH next AS (
        SELECT m.push_id, m.email_id FROM push_messages m JOIN pushes p ON p.id = m.push_id JOIN sessions s ON s.id = p.session_id
        WHERE m.due_at <= $now AND (p.busy_until IS NULL OR p.busy_until <= $now) AND s.ended_at IS NULL AND s.expires_at > $now
        ORDER BY m.due_at LIMIT 1 FOR UPDATE OF m, p SKIP LOCKED
     ), busy AS (
        UPDATE pushes SET busy_until = $lease FROM next WHERE pushes.id = next.push_id
     ), leased AS (
        UPDATE push_messages m SET due_at = $lease FROM next WHERE m.push_id = next.push_id AND m.email_id = next.email_id
        RETURNING m.push_id, m.email_id, m.kind, m.match_id, m.attempts
     )
     SELECT l.push_id, l.email_id, l.kind, l.match_id, l.attempts, p.user_id, p.endpoint, p.p256dh, p.auth, p.key_id
     FROM leased l JOIN pushes p ON p.id = l.push_id"
}

/// Returns the message that has been due longest to a browser without a message in hand, if any. It is due again at the end of the lease,
/// in case this process is killed.
pub async fn claim(connection: &mut Connection, now: DateTime<Utc>, lease: TimeDelta) -> Result<Option<MessageRow>> {
    let lease = now.checked_add_signed(lease).unwrap_or(now);
    Ok(ClaimPushMessage { now, lease }.get_result(connection).await.optional()?)
}

statement! {
    RecordPushMessage {
        push: PushId => sql::Uuid, email: EmailId => sql::Uuid, again: Option<DateTime<Utc>> => sql::Nullable<sql::Timestamptz>,
    } = "WITH tried AS (
            UPDATE push_messages SET attempts = attempts + 1, due_at = $again WHERE push_id = $push AND email_id = $email
         )
         UPDATE pushes SET busy_until = NULL WHERE id = $push"
}

/// Records a try: when the next one is due, if another is of use.
pub async fn record(connection: &mut Connection, message: &MessageRow, again: Option<DateTime<Utc>>) -> Result<()> {
    RecordPushMessage { push: message.push_id, email: message.email_id, again }.execute(connection).await?;
    Ok(())
}

statement! {
    DropDeadPush<'a> { id: PushId => sql::Uuid, endpoint: &'a str => sql::Text } =
    "DELETE FROM pushes WHERE id = $id AND endpoint = $endpoint"
}

/// Removes a subscription whose endpoint the push service does not know, unless the browser has another endpoint by now.
pub async fn drop_dead(connection: &mut Connection, message: &MessageRow) -> Result<()> {
    DropDeadPush { id: message.push_id, endpoint: &message.endpoint }.execute(connection).await?;
    Ok(())
}

statement! {
    ForgetPushMessages { now: DateTime<Utc> => sql::Timestamptz, before: DateTime<Utc> => sql::Timestamptz } =
    "WITH expired AS (DELETE FROM pushes USING sessions s WHERE s.id = session_id AND s.expires_at <= $now)
     DELETE FROM push_messages WHERE due_at IS NULL AND created_at < $before"
}

/// Removes messages that are done with and were owed before a time (those for emails since then would be owed again), and the subscriptions
/// of sessions that have expired.
pub async fn forget_old(connection: &mut Connection, now: DateTime<Utc>, before: DateTime<Utc>) -> Result<()> {
    ForgetPushMessages { now, before }.execute(connection).await?;
    Ok(())
}
