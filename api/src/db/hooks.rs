//! Webhooks.

use chrono::{DateTime, Utc};
use diesel::{OptionalExtension, QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;

use super::schema::hooks;
use super::types::Word;
use super::words::HookForm;
use super::{Connection, Result, statement};
use crate::ids::{EmailId, HookId, UserId};

/// A webhook.
#[derive(QueryableByName, Clone, Debug)]
#[diesel(table_name = hooks)]
pub struct Hook {
    /// The id.
    pub id: HookId,
    /// The address that is called.
    pub url: String,
    /// The time of creation.
    #[diesel(sql_type = sql::Timestamptz)]
    pub created_at: DateTime<Utc>,
    /// Since when no call has succeeded.
    pub failing_since: Option<DateTime<Utc>>,
    /// The time at which it was disabled.
    #[diesel(sql_type = sql::Nullable<sql::Timestamptz>)]
    pub off_at: Option<DateTime<Utc>>,
    /// The form of the calls.
    pub form: HookForm,
}

statement! {
    CreateHook<'a> {
        id: HookId => sql::Uuid, user: UserId => sql::Uuid, url: &'a str => sql::Text, key_id: &'a str => sql::Text,
        form: HookForm => Word, now: DateTime<Utc> => sql::Timestamptz, max: i64 => sql::BigInt,
    } = "WITH made AS (
            INSERT INTO receivers (id, user_id, kind, key_id, created_at) SELECT $id, $user, 'hook', $key_id, $now
            WHERE (SELECT count(*) FROM receivers WHERE user_id = $user AND kind = 'hook') < $max RETURNING id
         )
         INSERT INTO hooks (id, url, form) SELECT id, $url, $form FROM made"
}

/// Makes a hook; `false` if the person has as many as allowed. Lock the person first.
pub async fn create(
    connection: &mut Connection,
    (id, user): (HookId, UserId),
    (url, form): (&str, HookForm),
    key_id: &str,
    now: DateTime<Utc>,
    max: i64,
) -> Result<bool> {
    Ok(CreateHook { id, user, url, key_id, form, now, max }.execute(connection).await? == 1)
}

statement! {
    ListHooks { user: UserId => sql::Uuid } =
    "SELECT h.id, h.url, r.created_at, h.failing_since, r.off_at, h.form FROM hooks h JOIN receivers r ON r.id = h.id
     WHERE r.user_id = $user ORDER BY h.id DESC"
}

/// The hooks of a person, the newest first.
pub async fn list(connection: &mut Connection, user: UserId) -> Result<Vec<Hook>> {
    Ok(ListHooks { user }.load(connection).await?)
}

statement! {
    FindHook { id: HookId => sql::Uuid } =
    "SELECT h.id, h.url, r.created_at, h.failing_since, r.off_at, h.form FROM hooks h JOIN receivers r ON r.id = h.id
     WHERE h.id = $id"
}

/// The hook with this id.
pub async fn find(connection: &mut Connection, id: HookId) -> Result<Option<Hook>> {
    Ok(FindHook { id }.get_result(connection).await.optional()?)
}

statement! {
    DeleteHook { id: HookId => sql::Uuid, user: UserId => sql::Uuid } =
    "DELETE FROM receivers WHERE id = $id AND user_id = $user AND kind = 'hook'"
}

/// Removes a hook of this person with its calls; `false` if there is none.
pub async fn delete(connection: &mut Connection, id: HookId, user: UserId) -> Result<bool> {
    Ok(DeleteHook { id, user }.execute(connection).await? == 1)
}

statement! {
    SetFailing { id: HookId => sql::Uuid, since: Option<DateTime<Utc>> => sql::Nullable<sql::Timestamptz> } =
    "UPDATE hooks SET failing_since = $since WHERE id = $id"
}

/// Notes since when calls of a hook have failed.
pub async fn set_failing(connection: &mut Connection, id: HookId, since: Option<DateTime<Utc>>) -> Result<()> {
    SetFailing { id, since }.execute(connection).await?;
    Ok(())
}

statement! {
    TurnHookOff {
        id: HookId => sql::Uuid, email: Option<EmailId> => sql::Nullable<sql::Uuid>, now: DateTime<Utc> => sql::Timestamptz,
    } = "WITH off AS (
            UPDATE receivers SET off_at = $now, busy_until = NULL WHERE id = $id AND off_at IS NULL RETURNING id, user_id
         ), owed AS (
            INSERT INTO emails (home, id, kind, user_id, about, created_at, due_at)
            SELECT id, $email, 'hook-off', user_id, id, $now, $now FROM off WHERE $email IS NOT NULL
         )
         DELETE FROM calls USING off WHERE receiver_id = off.id"
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
