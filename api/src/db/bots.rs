//! Accounts of bots, which people own.

use chrono::{DateTime, Utc};
use diesel::{QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;

use super::people::IdRow;
use super::schema::users;
use super::sign_ins::Newcomer;
use super::{Connection, Result, statement};
use crate::ids::UserId;

/// A bot.
#[derive(QueryableByName, Clone, Debug)]
#[diesel(table_name = users)]
pub struct Bot {
    /// The id of its account.
    pub id: UserId,
    /// The unique name.
    pub handle: String,
    /// The name for people.
    pub name: String,
    /// The time of creation.
    pub created_at: DateTime<Utc>,
}

statement! {
    /// It gets no emails, as it has no address. Bots that were deleted count for a day, so that accounts cannot be made without end.
    CreateBot<'a> {
        id: UserId => sql::Uuid, handle: &'a str => sql::Text, skeleton: &'a str => sql::Text, name: &'a str => sql::Text,
        owner: UserId => sql::Uuid, now: DateTime<Utc> => sql::Timestamptz, max: i64 => sql::BigInt,
    } = "INSERT INTO users (id, handle, skeleton, name, time_zone, mail_turns, mail_matches, mail_invitations, created_at, is_bot, owner)
         SELECT $id, $handle, $skeleton, $name, 'UTC', false, false, false, $now, true, $owner
         WHERE EXISTS (SELECT FROM users WHERE id = $owner AND owner IS NULL AND deleted_at IS NULL AND blocked_at IS NULL)
            AND (SELECT count(*) FROM users WHERE owner = $owner AND (deleted_at IS NULL OR created_at > $now - interval '1 day')) < $max"
}

/// Makes the account of a bot; `false` if its owner has as many as allowed, or may not have any. Lock the owner first. The handle may be taken:
/// [`Trouble::is_handle_taken`](super::Trouble::is_handle_taken).
pub async fn create(
    connection: &mut Connection,
    Newcomer { id, handle, skeleton, name }: Newcomer<'_>,
    owner: UserId,
    now: DateTime<Utc>,
    max: i64,
) -> Result<bool> {
    Ok(CreateBot { id, handle, skeleton, name, owner, now, max }.execute(connection).await? == 1)
}

statement! {
    ListBots { owner: UserId => sql::Uuid } =
    "SELECT id, handle, name, created_at FROM users WHERE owner = $owner AND deleted_at IS NULL ORDER BY id DESC"
}

/// The bots of a person, the newest first.
pub async fn list(connection: &mut Connection, owner: UserId) -> Result<Vec<Bot>> {
    Ok(ListBots { owner }.load(connection).await?)
}

/// A bot that accepts challenges.
#[derive(QueryableByName, Clone, Debug)]
#[diesel(table_name = users)]
pub struct OpenBotRow {
    /// The id of its account.
    pub id: UserId,
    /// The unique name.
    pub handle: String,
    /// The name for people.
    pub name: String,
    /// The handle of its owner; none for the account of a person.
    #[diesel(sql_type = sql::Nullable<sql::Text>)]
    pub owner: Option<String>,
    /// The challenges, as JSON.
    pub challenges: Option<String>,
}

statement! {
    ListOpenBots<'a> {
        before: UserId => sql::Uuid, max: i64 => sql::BigInt, game: Option<&'a str> => sql::Nullable<sql::Text>,
    } = "SELECT u.id, u.handle, u.name, o.handle AS owner, u.challenges FROM users u LEFT JOIN users o ON o.id = u.owner
         WHERE u.challenges IS NOT NULL AND u.is_bot AND u.deleted_at IS NULL AND u.blocked_at IS NULL AND u.id < $before
            AND ($game IS NULL OR u.challenges::jsonb -> 'games' @> to_jsonb($game))
         ORDER BY u.id DESC LIMIT $max"
}

/// The bots that accept challenges, to this game if one is named, the newest first.
pub async fn open(
    connection: &mut Connection,
    before: UserId,
    max: i64,
    game: Option<&str>,
) -> Result<Vec<OpenBotRow>> {
    Ok(ListOpenBots { before, max, game }.load(connection).await?)
}

statement! {
    FindResponsible { user: UserId => sql::Uuid } = "SELECT coalesce(owner, id) AS id FROM users WHERE id = $user"
}

/// The person who is responsible for what an account does: its owner, for a bot, or its own person.
pub async fn responsible(connection: &mut Connection, user: UserId) -> Result<UserId> {
    let row: IdRow = FindResponsible { user }.get_result(connection).await?;
    Ok(row.id)
}

statement! {
    EndTokens { bot: UserId => sql::Uuid, now: DateTime<Utc> => sql::Timestamptz } =
    "UPDATE personal_tokens SET revoked_at = $now WHERE user_id = $bot AND revoked_at IS NULL"
}

/// Revokes the tokens of a bot.
pub async fn end_tokens(connection: &mut Connection, bot: UserId, now: DateTime<Utc>) -> Result<()> {
    EndTokens { bot, now }.execute(connection).await?;
    Ok(())
}
