//! Sign-ins: the requests, and the sessions that they begin.

use chrono::{DateTime, Utc};
use diesel::{OptionalExtension, QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;

use super::schema::{sign_ins, users};
use super::{Connection, Result, statement};
use crate::ids::{LetterId, SessionId, SignInId, UserId};

/// A sign-in that was asked for.
#[derive(QueryableByName, Clone, Debug)]
#[diesel(table_name = sign_ins)]
pub struct SignIn {
    /// The id, of which code and link are made.
    pub id: SignInId,
    /// The address of the letter.
    pub address: String,
    /// The time at which it was asked for.
    pub created_at: DateTime<Utc>,
    /// The time at which it expires.
    pub expires_at: DateTime<Utc>,
    /// The number of wrong codes so far.
    pub attempts: i16,
    /// The time at which it was used.
    pub used_at: Option<DateTime<Utc>>,
}

statement! {
    FindSignIn { id: SignInId => sql::Uuid } =
    "SELECT id, address, created_at, expires_at, attempts, used_at FROM sign_ins WHERE id = $id"
}

/// The sign-in with this id, used or expired or not.
pub async fn sign_in(connection: &mut Connection, id: SignInId) -> Result<Option<SignIn>> {
    Ok(FindSignIn { id }.get_result(connection).await.optional()?)
}

statement! {
    ListSignIns<'a> { address: &'a str => sql::Text } =
    "SELECT id, address, created_at, expires_at, attempts, used_at FROM sign_ins WHERE address = $address
     ORDER BY created_at, id"
}

/// Every sign-in with this address that is still stored.
pub async fn list(connection: &mut Connection, address: &str) -> Result<Vec<SignIn>> {
    Ok(ListSignIns { address }.load(connection).await?)
}

statement! {
    /// The same whether the address has an account or not, so that neither the answer nor its time tells.
    AskSignIn<'a> {
        id: SignInId => sql::Uuid,
        letter: LetterId => sql::Uuid,
        address: &'a str => sql::Text,
        now: DateTime<Utc> => sql::Timestamptz,
        expires_at: DateTime<Utc> => sql::Timestamptz,
    } =
    "WITH asked AS (
        INSERT INTO sign_ins (id, address, created_at, expires_at) VALUES ($id, $address, $now, $expires_at) RETURNING id
     )
     INSERT INTO letters (home, id, kind, about, created_at, due_at)
     SELECT id, $letter, 'sign-in', id, $now, $now FROM asked"
}

/// Asks for a sign-in and owes its letter.
pub async fn ask(
    connection: &mut Connection,
    id: SignInId,
    address: &str,
    now: DateTime<Utc>,
    expires_at: DateTime<Utc>,
) -> Result<()> {
    AskSignIn { id, letter: LetterId::new(), address, now, expires_at }.execute(connection).await?;
    Ok(())
}

statement! {
    CountWrongCode { id: SignInId => sql::Uuid, now: DateTime<Utc> => sql::Timestamptz } =
    "UPDATE sign_ins SET attempts = attempts + 1
     WHERE id = $id AND used_at IS NULL AND expires_at > $now AND attempts < 5"
}

/// Counts a wrong code; the fifth ends the sign-in.
pub async fn count_wrong_code(connection: &mut Connection, id: SignInId, now: DateTime<Utc>) -> Result<()> {
    CountWrongCode { id, now }.execute(connection).await?;
    Ok(())
}

/// The account to create, unless the address has one.
#[derive(Clone, Copy, Debug)]
pub struct Newcomer<'a> {
    /// The id.
    pub id: UserId,
    /// The unique name.
    pub handle: &'a str,
    /// The name for people.
    pub name: &'a str,
}

/// A session that begins.
#[derive(Clone, Copy, Debug)]
pub struct NewSession<'a> {
    /// The id.
    pub id: SessionId,
    /// The name that the client gives.
    pub client: &'a str,
    /// The hash of the first refresh token.
    pub hash: &'a [u8],
    /// Now.
    pub now: DateTime<Utc>,
    /// The time at which it ends unless it is used.
    pub expires_at: DateTime<Utc>,
}

/// The person and the session of a sign-in.
#[derive(QueryableByName, Clone, Debug)]
#[diesel(table_name = users)]
pub struct SignedIn {
    /// The session.
    #[diesel(sql_type = sql::Uuid)]
    pub session: SessionId,
    /// The id of the person.
    #[diesel(sql_type = sql::Uuid)]
    pub user_id: UserId,
    /// The unique name.
    pub handle: String,
    /// The name for people.
    pub name: String,
    /// True if this sign-in created the account.
    #[diesel(sql_type = sql::Bool)]
    pub new_account: bool,
}

statement! {
    /// `DO UPDATE` and not `DO NOTHING`: of two first sign-ins at once, the later has to see the account of the earlier.
    /// Codes are counted by address as well, else each new letter would bring five new guesses; links cannot be guessed.
    UseSignIn<'a> {
        id: SignInId => sql::Uuid,
        by_code: bool => sql::Bool,
        user: UserId => sql::Uuid,
        handle: &'a str => sql::Text,
        name: &'a str => sql::Text,
        session: SessionId => sql::Uuid,
        client: &'a str => sql::Text,
        hash: &'a [u8] => sql::Binary,
        now: DateTime<Utc> => sql::Timestamptz,
        expires_at: DateTime<Utc> => sql::Timestamptz,
    } = include_str!("use_sign_in.sql")
}

/// Uses a sign-in up, creates the account if there is none, and begins a session; `None` if the sign-in is invalid.
/// The newcomer's handle may be taken: `users_handle_key`.
pub async fn use_up(
    connection: &mut Connection,
    id: SignInId,
    by_code: bool,
    newcomer: Newcomer<'_>,
    session: NewSession<'_>,
) -> Result<Option<SignedIn>> {
    let Newcomer { id: user, handle, name } = newcomer;
    let NewSession { id: session, client, hash, now, expires_at } = session;
    let statement = UseSignIn { id, by_code, user, handle, name, session, client, hash, now, expires_at };
    Ok(statement.get_result(connection).await.optional()?)
}

statement! {
    /// A refresh token that was used and is forgotten is refused like one that never was; it only ends no session any more.
    ForgetOld { now: DateTime<Utc> => sql::Timestamptz } =
    "WITH sign_ins AS (DELETE FROM sign_ins WHERE expires_at < $now - interval '1 day'),
     changes AS (DELETE FROM address_changes WHERE expires_at < $now - interval '30 days'),
     refresh AS (DELETE FROM refresh_tokens WHERE used_at < $now - interval '30 days')
     DELETE FROM sessions WHERE least(expires_at, ended_at) < $now - interval '30 days'"
}

/// Forgets sign-ins, changes of address, sessions and refresh tokens that have been of no use for long.
pub async fn forget_old(connection: &mut Connection, now: DateTime<Utc>) -> Result<()> {
    ForgetOld { now }.execute(connection).await?;
    Ok(())
}
