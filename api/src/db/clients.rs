//! Clients of OAuth that people have registered.

use chrono::{DateTime, Utc};
use diesel::{OptionalExtension, QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;

use super::schema::{clients, grants};
use super::{Connection, Result, statement};
use crate::ids::{ClientId, UserId};

/// An OAuth client.
#[derive(QueryableByName, Clone, Debug)]
#[diesel(table_name = clients)]
pub struct Client {
    /// The id.
    pub id: ClientId,
    /// The name for people.
    pub name: String,
    /// The allowed redirect URIs.
    #[diesel(sql_type = sql::Array<sql::Text>)]
    pub redirects: Vec<String>,
    /// The time at which it was registered.
    pub created_at: DateTime<Utc>,
    /// The handle of the person who has registered it.
    #[diesel(sql_type = sql::Text)]
    pub author: String,
}

statement! {
    CreateClient<'a> {
        id: ClientId => sql::Uuid, user: UserId => sql::Uuid, name: &'a str => sql::Text,
        redirects: &'a [String] => sql::Array<sql::Text>, now: DateTime<Utc> => sql::Timestamptz, max: i64 => sql::BigInt,
    } = "INSERT INTO clients (id, user_id, name, redirects, created_at) SELECT $id, $user, $name, $redirects, $now
         WHERE (SELECT count(*) FROM clients WHERE user_id = $user) < $max"
}

/// Registers a client; `false` if the person has as many as allowed. Lock the person first.
pub async fn create(
    connection: &mut Connection,
    (id, user): (ClientId, UserId),
    (name, redirects): (&str, &[String]),
    now: DateTime<Utc>,
    max: i64,
) -> Result<bool> {
    Ok(CreateClient { id, user, name, redirects, now, max }.execute(connection).await? == 1)
}

statement! {
    ListClients { user: UserId => sql::Uuid } =
    "SELECT c.id, c.name, c.redirects, c.created_at, u.handle AS author FROM clients c JOIN users u ON u.id = c.user_id
     WHERE c.user_id = $user ORDER BY c.id DESC"
}

/// The clients of a person, the newest first.
pub async fn list(connection: &mut Connection, user: UserId) -> Result<Vec<Client>> {
    Ok(ListClients { user }.load(connection).await?)
}

statement! {
    FindClient { id: ClientId => sql::Uuid } =
    "SELECT c.id, c.name, c.redirects, c.created_at, u.handle AS author FROM clients c JOIN users u ON u.id = c.user_id
     WHERE c.id = $id AND u.deleted_at IS NULL AND u.blocked_at IS NULL"
}

/// The client with this id, unless the account of its author is deleted or blocked.
pub async fn find(connection: &mut Connection, id: ClientId) -> Result<Option<Client>> {
    Ok(FindClient { id }.get_result(connection).await.optional()?)
}

#[derive(QueryableByName)]
#[diesel(table_name = grants)]
struct HolderRow {
    user_id: UserId,
}

fn holders(rows: Vec<HolderRow>) -> Vec<UserId> {
    rows.into_iter().map(|row| row.user_id).collect()
}

statement! {
    ListClientHolders { id: ClientId => sql::Uuid, now: DateTime<Utc> => sql::Timestamptz } =
    "SELECT DISTINCT user_id FROM grants WHERE client_id = $id AND ended_at IS NULL AND expires_at > $now"
}

statement! {
    DeleteClient { id: ClientId => sql::Uuid, user: UserId => sql::Uuid } = "DELETE FROM clients WHERE id = $id AND user_id = $user"
}

/// Removes a client of this person with all of its grants. Returns the people whose grants were active; nothing if there is no such client.
/// Do it in a transaction.
pub async fn delete(
    connection: &mut Connection,
    id: ClientId,
    user: UserId,
    now: DateTime<Utc>,
) -> Result<Option<Vec<UserId>>> {
    let rows: Vec<HolderRow> = ListClientHolders { id, now }.load(connection).await?;
    let deleted = DeleteClient { id, user }.execute(connection).await? == 1;
    Ok(deleted.then(|| holders(rows)))
}

statement! {
    DeleteClientsOf { user: UserId => sql::Uuid } = "DELETE FROM clients WHERE user_id = $user"
}

/// Removes all clients of a person with all of their grants. Returns the people whose grants were active. Do it in a transaction.
pub async fn delete_all(connection: &mut Connection, user: UserId, now: DateTime<Utc>) -> Result<Vec<UserId>> {
    let rows = end_grants(connection, user, now).await?;
    DeleteClientsOf { user }.execute(connection).await?;
    Ok(rows)
}

statement! {
    EndGrantsOfClients { user: UserId => sql::Uuid, now: DateTime<Utc> => sql::Timestamptz } =
    "WITH ended AS (
        UPDATE grants SET ended_at = $now
        WHERE client_id IN (SELECT id FROM clients WHERE user_id = $user) AND ended_at IS NULL AND expires_at > $now
        RETURNING user_id
     )
     SELECT DISTINCT user_id FROM ended"
}

/// Ends all grants to the clients of a person. Returns the people whose grants were active.
pub async fn end_grants(connection: &mut Connection, author: UserId, now: DateTime<Utc>) -> Result<Vec<UserId>> {
    Ok(holders(EndGrantsOfClients { user: author, now }.load(connection).await?))
}
