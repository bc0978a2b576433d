//! Webhooks and the calls that are owed to them.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::{OptionalExtension, QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;

use super::email_kinds::with_occasion;
use super::schema::{hook_calls, hooks};
use super::words::EmailKind;
use super::{Connection, Result, statement};
use crate::ids::{EmailId, HookId, MatchId, UserId};

/// A webhook.
#[derive(QueryableByName, Clone, Debug)]
#[diesel(table_name = hooks)]
pub struct Hook {
    /// The id.
    pub id: HookId,
    /// The address that is called.
    pub url: String,
    /// The time of creation.
    pub created_at: DateTime<Utc>,
    /// Since when no call has succeeded.
    pub failing_since: Option<DateTime<Utc>>,
    /// The time at which it was disabled.
    pub off_at: Option<DateTime<Utc>>,
}

statement! {
    CreateHook<'a> {
        id: HookId => sql::Uuid, user: UserId => sql::Uuid, url: &'a str => sql::Text, key_id: &'a str => sql::Text,
        now: DateTime<Utc> => sql::Timestamptz, max: i64 => sql::BigInt,
    } = "INSERT INTO hooks (id, user_id, url, key_id, created_at) SELECT $id, $user, $url, $key_id, $now
         WHERE (SELECT count(*) FROM hooks WHERE user_id = $user) < $max"
}

/// Makes a hook; `false` if the person has as many as allowed. Lock the person first.
pub async fn create(
    connection: &mut Connection,
    (id, user): (HookId, UserId),
    (url, key_id): (&str, &str),
    now: DateTime<Utc>,
    max: i64,
) -> Result<bool> {
    Ok(CreateHook { id, user, url, key_id, now, max }.execute(connection).await? == 1)
}

statement! {
    ListHooks { user: UserId => sql::Uuid } =
    "SELECT id, url, created_at, failing_since, off_at FROM hooks WHERE user_id = $user ORDER BY id DESC"
}

/// The hooks of a person, the newest first.
pub async fn list(connection: &mut Connection, user: UserId) -> Result<Vec<Hook>> {
    Ok(ListHooks { user }.load(connection).await?)
}

statement! {
    FindHook { id: HookId => sql::Uuid } = "SELECT id, url, created_at, failing_since, off_at FROM hooks WHERE id = $id"
}

/// The hook with this id.
pub async fn find(connection: &mut Connection, id: HookId) -> Result<Option<Hook>> {
    Ok(FindHook { id }.get_result(connection).await.optional()?)
}

statement! {
    DeleteHook { id: HookId => sql::Uuid, user: UserId => sql::Uuid } = "DELETE FROM hooks WHERE id = $id AND user_id = $user"
}

/// Removes a hook of this person with its calls; `false` if there is none.
pub async fn delete(connection: &mut Connection, id: HookId, user: UserId) -> Result<bool> {
    Ok(DeleteHook { id, user }.execute(connection).await? == 1)
}

statement! {
    OweTestCall { id: HookId => sql::Uuid, now: DateTime<Utc> => sql::Timestamptz } =
    "INSERT INTO hook_calls (hook_id, email_id, created_at, due_at) VALUES ($id, $id, $now, $now)
     ON CONFLICT (hook_id, email_id) DO UPDATE SET created_at = $now, due_at = $now, attempts = 0"
}

/// Owes a hook a test call, in place of an earlier one.
pub async fn owe_test(connection: &mut Connection, id: HookId, now: DateTime<Utc>) -> Result<()> {
    OweTestCall { id, now }.execute(connection).await?;
    Ok(())
}

statement! {
    /// The emails were owed in the same transactions as what they are about, so no call is forgotten.
    OweHookCalls {
        from: EmailId => sql::Uuid, since: DateTime<Utc> => sql::Timestamptz, now: DateTime<Utc> => sql::Timestamptz,
        kinds: Vec<&'static str> => sql::Array<sql::Text>,
    } = "WITH owed AS (
            INSERT INTO hook_calls (hook_id, email_id, kind, match_id, created_at, due_at)
            SELECT h.id, l.id, l.kind, l.match_id, l.created_at, $now FROM hooks h JOIN emails l ON l.user_id = h.user_id
                JOIN users u ON u.id = h.user_id AND u.blocked_at IS NULL
            WHERE h.off_at IS NULL AND l.id >= $from AND l.created_at >= $since AND l.created_at >= h.created_at AND l.match_id IS NOT NULL
                AND l.kind = ANY($kinds)
            ON CONFLICT DO NOTHING RETURNING email_id
         )
         SELECT email_id FROM owed"
}

/// Owes calls for the emails that were owed since a time to people with hooks; gives how many are new.
pub async fn owe(connection: &mut Connection, since: DateTime<Utc>, now: DateTime<Utc>) -> Result<usize> {
    Ok(OweHookCalls { from: EmailId::earliest(since), since, now, kinds: with_occasion() }.execute(connection).await?)
}

/// A call to make.
#[derive(QueryableByName, Clone, Debug)]
#[diesel(table_name = hook_calls)]
pub struct CallRow {
    pub hook_id: HookId,
    pub email_id: EmailId,
    pub kind: Option<EmailKind>,
    pub match_id: Option<MatchId>,
    pub created_at: DateTime<Utc>,
    pub attempts: i16,
    #[diesel(sql_type = sql::Uuid)]
    pub user_id: UserId,
    #[diesel(sql_type = sql::Text)]
    pub url: String,
    #[diesel(sql_type = sql::Text)]
    pub key_id: String,
    #[diesel(sql_type = sql::Nullable<sql::Timestamptz>)]
    pub failing_since: Option<DateTime<Utc>>,
}

statement! {
    /// A receiver gets one call at a time, so that one that is dead holds up no others.
    ClaimHookCall { now: DateTime<Utc> => sql::Timestamptz, lease: DateTime<Utc> => sql::Timestamptz } =
    "WITH next AS (
        SELECT c.hook_id, c.email_id FROM hook_calls c JOIN hooks h ON h.id = c.hook_id
        WHERE c.due_at <= $now AND (h.busy_until IS NULL OR h.busy_until <= $now)
        ORDER BY c.due_at LIMIT 1 FOR UPDATE OF c, h SKIP LOCKED
     ), busy AS (
        UPDATE hooks SET busy_until = $lease FROM next WHERE hooks.id = next.hook_id
     ), leased AS (
        UPDATE hook_calls c SET due_at = $lease FROM next WHERE c.hook_id = next.hook_id AND c.email_id = next.email_id
        RETURNING c.hook_id, c.email_id, c.kind, c.match_id, c.created_at, c.attempts
     )
     SELECT l.hook_id, l.email_id, l.kind, l.match_id, l.created_at, l.attempts, h.user_id, h.url, h.key_id, h.failing_since
     FROM leased l JOIN hooks h ON h.id = l.hook_id"
}

/// Returns the call that has been due longest to a hook without a call in hand, if any. It is due again at the end of the lease, in case this process is killed.
pub async fn claim(connection: &mut Connection, now: DateTime<Utc>, lease: TimeDelta) -> Result<Option<CallRow>> {
    let lease = now.checked_add_signed(lease).unwrap_or(now);
    Ok(ClaimHookCall { now, lease }.get_result(connection).await.optional()?)
}

statement! {
    RecordHookCall {
        hook: HookId => sql::Uuid, email: EmailId => sql::Uuid, again: Option<DateTime<Utc>> => sql::Nullable<sql::Timestamptz>,
        failing: Option<DateTime<Utc>> => sql::Nullable<sql::Timestamptz>,
    } = "WITH tried AS (
            UPDATE hook_calls SET attempts = attempts + 1, due_at = $again WHERE hook_id = $hook AND email_id = $email
         )
         UPDATE hooks SET failing_since = $failing, busy_until = NULL WHERE id = $hook"
}

/// Records a try: when the next one is due, if another is of use, and since when calls of the hook have failed.
pub async fn record(
    connection: &mut Connection,
    call: &CallRow,
    again: Option<DateTime<Utc>>,
    failing: Option<DateTime<Utc>>,
) -> Result<()> {
    RecordHookCall { hook: call.hook_id, email: call.email_id, again, failing }.execute(connection).await?;
    Ok(())
}

statement! {
    TurnHookOff {
        id: HookId => sql::Uuid, email: Option<EmailId> => sql::Nullable<sql::Uuid>, now: DateTime<Utc> => sql::Timestamptz,
    } = "WITH off AS (UPDATE hooks SET off_at = $now, busy_until = NULL WHERE id = $id AND off_at IS NULL RETURNING id, user_id), owed AS (
            INSERT INTO emails (home, id, kind, user_id, about, created_at, due_at)
            SELECT id, $email, 'hook-off', user_id, id, $now, $now FROM off WHERE $email IS NOT NULL
         )
         DELETE FROM hook_calls USING off WHERE hook_id = off.id"
}

/// Turns a hook off: no more calls. Its owner is told by the email with this id, if there is one.
pub async fn turn_off(
    connection: &mut Connection,
    id: HookId,
    email: Option<EmailId>,
    now: DateTime<Utc>,
) -> Result<()> {
    TurnHookOff { id, email, now }.execute(connection).await?;
    Ok(())
}

statement! {
    ForgetHookCalls { before: DateTime<Utc> => sql::Timestamptz } =
    "DELETE FROM hook_calls WHERE due_at IS NULL AND created_at < $before"
}

/// Removes calls that are done with and were owed before a time. Calls for emails since then would be owed again.
pub async fn forget_old(connection: &mut Connection, before: DateTime<Utc>) -> Result<()> {
    ForgetHookCalls { before }.execute(connection).await?;
    Ok(())
}
