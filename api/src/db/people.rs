//! Users, how they sign in, and what acts for them.

use chrono::{DateTime, Utc};
use diesel::{OptionalExtension, QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::{Connection, Found, statement};

/// A personal access token that is good.
#[derive(QueryableByName, Debug)]
pub struct PersonalTokenUse {
    /// Whose it is.
    #[diesel(sql_type = sql::Uuid)]
    pub user_id: Uuid,
    /// What it may do.
    #[diesel(sql_type = sql::Array<sql::Text>)]
    pub scopes: Vec<String>,
}

statement! {
    /// Marks the token as used, once a minute at most: a write for each request of a bot would cost more than the request.
    UsePersonalToken<'a> { hash: &'a [u8] => sql::Binary, now: DateTime<Utc> => sql::Timestamptz } =
    "WITH found AS (
        SELECT id, user_id, scopes, last_used_at FROM personal_tokens
        WHERE hash = $hash AND revoked_at IS NULL AND expires_at > $now
     ), marked AS (
        UPDATE personal_tokens SET last_used_at = $now
        WHERE id = (SELECT id FROM found WHERE last_used_at IS NULL OR last_used_at < $now - interval '1 minute')
     )
     SELECT user_id, scopes FROM found"
}

/// The token with this hash, unless it is expired or revoked.
pub async fn use_personal_token(
    connection: &mut Connection,
    hash: &[u8],
    now: DateTime<Utc>,
) -> Found<Option<PersonalTokenUse>> {
    Ok(UsePersonalToken { hash, now }.get_result(connection).await.optional()?)
}

statement! {
    UserByHandle<'a> { handle: &'a str => sql::Text } = "SELECT id FROM users WHERE handle = $handle AND deleted_at IS NULL"
}

#[derive(QueryableByName)]
struct IdRow {
    #[diesel(sql_type = sql::Uuid)]
    id: Uuid,
}

/// The user with this handle.
pub async fn by_handle(connection: &mut Connection, handle: &str) -> Found<Option<Uuid>> {
    let row: Option<IdRow> = UserByHandle { handle }.get_result(connection).await.optional()?;
    Ok(row.map(|row| row.id))
}

/// Letters that people can have no more of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LetterKind {
    Turns = 0,
    Matches = 1,
    Invitations = 2,
}

/// stub
#[derive(Clone, Debug)]
pub struct Person {
    pub id: Uuid,
    pub name: String,
    pub address: Option<String>,
    pub time_zone: String,
    pub mail_turns: bool,
    pub mail_matches: bool,
    pub mail_invitations: bool,
}
/// stub
pub struct SignIn {
    pub address: String,
    pub expires_at: DateTime<Utc>,
    pub used_at: Option<DateTime<Utc>>,
}
/// stub
pub struct AddressChange {
    pub old_address: String,
    pub new_address: String,
    pub expires_at: DateTime<Utc>,
    pub old_confirmed_at: Option<DateTime<Utc>>,
    pub new_confirmed_at: Option<DateTime<Utc>>,
}
/// stub
pub async fn person(_: &mut Connection, _: Uuid) -> Found<Option<Person>> {
    Ok(None)
}
/// stub
pub async fn sign_in(_: &mut Connection, _: Uuid) -> Found<Option<SignIn>> {
    Ok(None)
}
/// stub
pub async fn address_change(_: &mut Connection, _: Uuid) -> Found<Option<AddressChange>> {
    Ok(None)
}
