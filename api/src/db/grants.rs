//! Grants: what people have allowed clients of OAuth, with the codes and tokens of the clients.

use chrono::{DateTime, Utc};
use diesel::{OptionalExtension, QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;

use super::people::TokenUse;
use super::schema::{grant_tokens, grants};
use super::sessions::SHOWN_AGAIN;
use super::types::Bytes;
use super::{Connection, Result, statement};
use crate::ids::{ClientId, GrantId, UserId};

/// A grant, without its code and tokens.
#[derive(QueryableByName, Clone, Debug)]
#[diesel(table_name = grants)]
pub struct Grant {
    /// The id.
    pub id: GrantId,
    /// The id of the client.
    pub client_id: ClientId,
    /// The name of the client.
    #[diesel(sql_type = sql::Text)]
    pub client_name: String,
    /// The handle of the person who registered the client.
    #[diesel(sql_type = sql::Text)]
    pub author: String,
    /// The scopes.
    #[diesel(sql_type = sql::Array<sql::Text>)]
    pub scopes: Vec<String>,
    /// The time at which the person gave it.
    pub created_at: DateTime<Utc>,
    /// The time at which the client last used it, to the minute.
    pub last_used_at: Option<DateTime<Utc>>,
    /// The time at which it ends unless the client uses it.
    pub expires_at: DateTime<Utc>,
    /// The time at which it was ended.
    pub ended_at: Option<DateTime<Utc>>,
}

statement! {
    ListGrants { user: UserId => sql::Uuid, ended: bool => sql::Bool, now: DateTime<Utc> => sql::Timestamptz } =
    "SELECT g.id, g.client_id, c.name AS client_name, u.handle AS author, g.scopes, g.created_at, g.last_used_at, g.expires_at, g.ended_at
     FROM grants g JOIN clients c ON c.id = g.client_id JOIN users u ON u.id = c.user_id
     WHERE g.user_id = $user AND ($ended OR (g.ended_at IS NULL AND g.expires_at > $now)) ORDER BY g.id DESC"
}

/// The grants of this person, the newest first; with those that have ended, or without.
pub async fn list(connection: &mut Connection, user: UserId, ended: bool, now: DateTime<Utc>) -> Result<Vec<Grant>> {
    Ok(ListGrants { user, ended, now }.load(connection).await?)
}

/// A grant to be made.
#[derive(Clone, Copy, Debug)]
pub struct NewGrant<'a> {
    /// The person.
    pub user: UserId,
    /// The id of the client.
    pub client: ClientId,
    /// The scopes.
    pub scopes: &'a [&'a str],
    /// The hash of the code.
    pub code: &'a [u8; 32],
    /// The address to which the code is sent.
    pub redirect: &'a str,
    /// The SHA-256 of the verifier.
    pub challenge: &'a [u8; 32],
    /// Now.
    pub now: DateTime<Utc>,
    /// The end of the code.
    pub expires_at: DateTime<Utc>,
}

statement! {
    CreateGrant<'a> {
        id: GrantId => sql::Uuid, user: UserId => sql::Uuid, client: ClientId => sql::Uuid,
        scopes: &'a [&'a str] => sql::Array<sql::Text>, code: &'a [u8; 32] => Bytes, redirect: &'a str => sql::Text,
        challenge: &'a [u8; 32] => Bytes, now: DateTime<Utc> => sql::Timestamptz, expires_at: DateTime<Utc> => sql::Timestamptz,
        max: i64 => sql::BigInt, max_in_an_hour: i64 => sql::BigInt,
    } = "INSERT INTO grants (id, user_id, client_id, scopes, code_hash, redirect, challenge, created_at, expires_at)
         SELECT $id, $user, $client, $scopes, $code, $redirect, $challenge, $now, $expires_at
         WHERE EXISTS (SELECT FROM users WHERE id = $user AND deleted_at IS NULL AND blocked_at IS NULL)
            AND (SELECT count(*) FROM grants WHERE user_id = $user AND ended_at IS NULL AND expires_at > $now) < $max
            AND (SELECT count(*) FROM grants WHERE user_id = $user AND created_at > $now - interval '1 hour') < $max_in_an_hour"
}

/// Makes a grant; `false` if the person has as many as allowed, or made as many in the last hour. Lock the person first.
pub async fn create(
    connection: &mut Connection,
    grant: NewGrant<'_>,
    (max, max_in_an_hour): (i64, i64),
) -> Result<bool> {
    let id = GrantId::new();
    let NewGrant { user, client, scopes, code, redirect, challenge, now, expires_at } = grant;
    let statement =
        CreateGrant { id, user, client, scopes, code, redirect, challenge, now, expires_at, max, max_in_an_hour };
    Ok(statement.execute(connection).await? == 1)
}

/// The grant of a code.
#[derive(QueryableByName, Clone, Debug)]
#[diesel(table_name = grants)]
pub struct Coded {
    pub id: GrantId,
    pub user_id: UserId,
    pub client_id: ClientId,
    #[diesel(sql_type = sql::Array<sql::Text>)]
    pub scopes: Vec<String>,
    pub redirect: String,
    #[diesel(sql_type = Bytes)]
    pub challenge: [u8; 32],
    pub begun_at: Option<DateTime<Utc>>,
    pub expires_at: DateTime<Utc>,
    pub ended_at: Option<DateTime<Utc>>,
}

statement! {
    LockCode<'a> { code: &'a [u8; 32] => Bytes } =
    "SELECT id, user_id, client_id, scopes, redirect, challenge, begun_at, expires_at, ended_at FROM grants
     WHERE code_hash = $code FOR UPDATE"
}

/// The grant of the code with this hash, locked until the transaction ends.
pub async fn lock_code(connection: &mut Connection, code: &[u8; 32]) -> Result<Option<Coded>> {
    Ok(LockCode { code }.get_result(connection).await.optional()?)
}

/// The hashes of a refresh token and of the access token that is issued with it.
#[derive(Clone, Copy, Debug)]
pub struct Pair<'a> {
    pub refresh: &'a [u8; 32],
    pub access: &'a [u8; 32],
}

statement! {
    BeginGrant<'a> {
        id: GrantId => sql::Uuid, refresh: &'a [u8; 32] => Bytes, access: &'a [u8; 32] => Bytes,
        now: DateTime<Utc> => sql::Timestamptz, expires_at: DateTime<Utc> => sql::Timestamptz,
    } = "WITH begun AS (
            UPDATE grants SET begun_at = $now, last_used_at = $now, expires_at = $expires_at WHERE id = $id RETURNING id
         ), issued AS (
            INSERT INTO grant_tokens (hash, access_hash, grant_id, issued_at) SELECT $refresh, $access, id, $now FROM begun
         )
         SELECT id FROM begun"
}

/// Uses up the code of a grant, and issues its first tokens.
pub async fn begin(
    connection: &mut Connection,
    id: GrantId,
    Pair { refresh, access }: Pair<'_>,
    now: DateTime<Utc>,
    expires_at: DateTime<Utc>,
) -> Result<()> {
    BeginGrant { id, refresh, access, now, expires_at }.execute(connection).await?;
    Ok(())
}

/// The grant of a refresh token that was taken.
#[derive(QueryableByName, Clone, Debug)]
#[diesel(table_name = grants)]
pub struct Renewed {
    pub id: GrantId,
    pub user_id: UserId,
    #[diesel(sql_type = sql::Array<sql::Text>)]
    pub scopes: Vec<String>,
    /// The time at which the next tokens were issued: now, or before if the refresh token comes again.
    #[diesel(sql_type = sql::Timestamptz)]
    pub since: DateTime<Utc>,
    /// True if the refresh token was used before, which has ended the grant.
    #[diesel(sql_type = sql::Bool)]
    pub stolen: bool,
}

statement! {
    /// Of two at once, the later waits for the grant, and sees that the shown token was used.
    RefreshGrant<'a> {
        shown: &'a [u8; 32] => Bytes, client: ClientId => sql::Uuid, fresh: &'a [u8; 32] => Bytes, access: &'a [u8; 32] => Bytes,
        now: DateTime<Utc> => sql::Timestamptz, earliest: DateTime<Utc> => sql::Timestamptz, expires_at: DateTime<Utc> => sql::Timestamptz,
    } = include_str!("refresh_grant.sql")
}

/// Takes a refresh token of this client for fresh tokens; `None` if it is unknown or its grant has ended. One that comes again later than
/// 30 s after its first use ends its grant; before, the response may have been lost, and the same fresh ones are given once more.
pub async fn refresh(
    connection: &mut Connection,
    shown: &[u8; 32],
    client: ClientId,
    Pair { refresh: fresh, access }: Pair<'_>,
    now: DateTime<Utc>,
    expires_at: DateTime<Utc>,
) -> Result<Option<Renewed>> {
    let statement = RefreshGrant { shown, client, fresh, access, now, earliest: now - SHOWN_AGAIN, expires_at };
    Ok(statement.get_result(connection).await.optional()?)
}

statement! {
    /// Marks the grant as used, once a minute at most, as for personal tokens.
    UseGrant<'a> { hash: &'a [u8; 32] => Bytes, since: DateTime<Utc> => sql::Timestamptz, now: DateTime<Utc> => sql::Timestamptz } =
    "WITH found AS (
        SELECT g.id, g.user_id, g.scopes, g.last_used_at FROM grant_tokens t JOIN grants g ON g.id = t.grant_id
        WHERE t.access_hash = $hash AND t.issued_at > $since AND g.ended_at IS NULL AND g.expires_at > $now
     ), marked AS (
        UPDATE grants SET last_used_at = $now
        WHERE id = (SELECT id FROM found WHERE last_used_at IS NULL OR last_used_at < $now - interval '1 minute')
     )
     SELECT id, user_id, user_id AS responsible, scopes FROM found"
}

/// The person and the scopes of the access token with this hash, if it was issued since then and its grant is active.
pub async fn use_access(
    connection: &mut Connection,
    hash: &[u8; 32],
    since: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<Option<TokenUse>> {
    Ok(UseGrant { hash, since, now }.get_result(connection).await.optional()?)
}

/// The grant of a token.
#[derive(QueryableByName, Clone, Copy, Debug)]
#[diesel(table_name = grant_tokens)]
pub struct OfToken {
    pub grant_id: GrantId,
    #[diesel(sql_type = sql::Uuid)]
    pub client_id: ClientId,
    #[diesel(sql_type = sql::Uuid)]
    pub user_id: UserId,
}

statement! {
    FindGrantOfToken<'a> { hash: &'a [u8; 32] => Bytes } =
    "SELECT t.grant_id, g.client_id, g.user_id FROM grant_tokens t JOIN grants g ON g.id = t.grant_id
     WHERE t.hash = $hash OR t.access_hash = $hash"
}

/// The grant of the refresh or access token with this hash, ended or not.
pub async fn of_token(connection: &mut Connection, hash: &[u8; 32]) -> Result<Option<OfToken>> {
    Ok(FindGrantOfToken { hash }.get_result(connection).await.optional()?)
}

statement! {
    EndGrant { id: GrantId => sql::Uuid, user: UserId => sql::Uuid, now: DateTime<Utc> => sql::Timestamptz } =
    "UPDATE grants SET ended_at = $now WHERE id = $id AND user_id = $user AND ended_at IS NULL AND expires_at > $now"
}

/// Ends a grant of this person; false if there was none.
pub async fn end(connection: &mut Connection, id: GrantId, user: UserId, now: DateTime<Utc>) -> Result<bool> {
    Ok(EndGrant { id, user, now }.execute(connection).await? > 0)
}

statement! {
    EndAllGrants { user: UserId => sql::Uuid, now: DateTime<Utc> => sql::Timestamptz } =
    "UPDATE grants SET ended_at = $now WHERE user_id = $user AND ended_at IS NULL AND expires_at > $now"
}

/// Ends every grant of this person.
pub async fn end_all(connection: &mut Connection, user: UserId, now: DateTime<Utc>) -> Result<()> {
    EndAllGrants { user, now }.execute(connection).await?;
    Ok(())
}

statement! {
    /// A refresh token that was used and is forgotten is refused like one that never was; it only ends no grant any more.
    ForgetGrants { now: DateTime<Utc> => sql::Timestamptz } =
    "WITH used AS (DELETE FROM grant_tokens WHERE used_at < $now - interval '30 days')
     DELETE FROM grants WHERE least(expires_at, ended_at) < $now - interval '30 days'
        OR (begun_at IS NULL AND least(expires_at, ended_at) < $now - interval '1 day')"
}

/// Forgets grants that have ended for long or have never begun, and refresh tokens that were used long ago.
pub async fn forget_old(connection: &mut Connection, now: DateTime<Utc>) -> Result<()> {
    ForgetGrants { now }.execute(connection).await?;
    Ok(())
}
