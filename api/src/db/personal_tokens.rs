//! Personal access tokens: making, listing, revoking. Their use is in `people`.

use chrono::{DateTime, Utc};
use diesel::{QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;

use super::schema::personal_tokens;
use super::{Connection, Result, statement};
use crate::ids::{TokenId, UserId};

/// A personal access token, without its secret.
#[derive(QueryableByName, Clone, Debug)]
#[diesel(table_name = personal_tokens)]
pub struct PersonalToken {
    /// The id.
    pub id: TokenId,
    /// The name that its owner chose.
    pub name: String,
    /// The scopes.
    #[diesel(sql_type = sql::Array<sql::Text>)]
    pub scopes: Vec<String>,
    /// The time of creation.
    pub created_at: DateTime<Utc>,
    /// The time at which it expires.
    pub expires_at: DateTime<Utc>,
    /// The time at which it was last used, to the minute.
    pub last_used_at: Option<DateTime<Utc>>,
    /// The time at which it was revoked.
    pub revoked_at: Option<DateTime<Utc>>,
}

statement! {
    ListPersonalTokens { user: UserId => sql::Uuid, revoked: bool => sql::Bool } =
    "SELECT id, name, scopes, created_at, expires_at, last_used_at, revoked_at FROM personal_tokens
     WHERE user_id = $user AND ($revoked OR revoked_at IS NULL) ORDER BY id DESC"
}

/// The tokens of this person, the newest first; with those that are revoked, or without.
pub async fn list(connection: &mut Connection, user: UserId, revoked: bool) -> Result<Vec<PersonalToken>> {
    Ok(ListPersonalTokens { user, revoked }.load(connection).await?)
}

/// A token to be made.
#[derive(Clone, Copy, Debug)]
pub struct NewToken<'a> {
    /// The owner.
    pub user: UserId,
    /// The name that its owner chose.
    pub name: &'a str,
    /// The hash of its secret.
    pub hash: &'a [u8],
    /// The scopes.
    pub scopes: &'a [&'a str],
    /// Now.
    pub now: DateTime<Utc>,
    /// The time at which it expires.
    pub expires_at: DateTime<Utc>,
}

statement! {
    CreatePersonalToken<'a> {
        id: TokenId => sql::Uuid,
        user: UserId => sql::Uuid,
        name: &'a str => sql::Text,
        hash: &'a [u8] => sql::Binary,
        scopes: &'a [&'a str] => sql::Array<sql::Text>,
        now: DateTime<Utc> => sql::Timestamptz,
        expires_at: DateTime<Utc> => sql::Timestamptz,
        max: i64 => sql::BigInt,
    } =
    "INSERT INTO personal_tokens (id, user_id, name, hash, scopes, created_at, expires_at)
     SELECT $id, $user, $name, $hash, $scopes, $now, $expires_at
     WHERE (SELECT count(*) FROM personal_tokens WHERE user_id = $user AND revoked_at IS NULL AND expires_at > $now) < $max"
}

/// Makes a token and gives its id; nothing if the person has as many as allowed. Lock the person first.
pub async fn create(connection: &mut Connection, token: NewToken<'_>, max: i64) -> Result<Option<TokenId>> {
    let id = TokenId::new();
    let NewToken { user, name, hash, scopes, now, expires_at } = token;
    let made = CreatePersonalToken { id, user, name, hash, scopes, now, expires_at, max }.execute(connection).await?;
    Ok((made > 0).then_some(id))
}

statement! {
    RevokePersonalToken { id: TokenId => sql::Uuid, user: UserId => sql::Uuid, now: DateTime<Utc> => sql::Timestamptz } =
    "UPDATE personal_tokens SET revoked_at = $now WHERE id = $id AND user_id = $user AND revoked_at IS NULL"
}

/// Revokes a token of this person; false if there was none.
pub async fn revoke(connection: &mut Connection, id: TokenId, user: UserId, now: DateTime<Utc>) -> Result<bool> {
    Ok(RevokePersonalToken { id, user, now }.execute(connection).await? > 0)
}
