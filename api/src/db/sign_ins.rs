//! Sign-ins: the requests, and the sessions that they begin.

use chrono::{DateTime, Utc};
use diesel::{OptionalExtension, QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;

use super::schema::{sign_ins, users};
use super::{Connection, Result, statement};
use crate::ids::{EmailId, SessionId, SignInId, UserId};

/// A sign-in that was asked for.
#[derive(QueryableByName, Clone, Debug)]
#[diesel(table_name = sign_ins)]
pub struct SignIn {
    /// The id, from which code and link are made.
    pub id: SignInId,
    /// The address of the email.
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

/// A sign-in to ask for, unless an earlier one can be used.
#[derive(Clone, Copy, Debug)]
pub struct NewSignIn<'a> {
    /// The id, from which code and link are made.
    pub id: SignInId,
    /// The address of the email.
    pub address: &'a str,
    /// The digest of the network that asks.
    pub network: &'a [u8],
    /// The hash of what the client that asks knows; the code is good for this client alone.
    pub asked_by: &'a [u8],
    /// True if the owner of the address has signed in from that part of the network before.
    pub known: bool,
    /// True if the email is owed; false if a limit forbids it, which must stay secret.
    pub with_email: bool,
    /// Now.
    pub now: DateTime<Utc>,
    /// The time at which it expires.
    pub expires_at: DateTime<Utc>,
}

/// A sign-in whose code and link can be used.
#[derive(QueryableByName, Clone, Copy, Debug)]
#[diesel(table_name = sign_ins)]
pub struct AskedSignIn {
    /// The id.
    pub id: SignInId,
    /// The time at which it expires.
    pub expires_at: DateTime<Utc>,
}

statement! {
    /// The same whether the address has an account or not, and whether an email is owed, so that neither the response nor its time tells.
    AskSignIn<'a> {
        id: SignInId => sql::Uuid,
        email: EmailId => sql::Uuid,
        address: &'a str => sql::Text,
        network: &'a [u8] => sql::Binary,
        asked_by: &'a [u8] => sql::Binary,
        known: bool => sql::Bool,
        with_email: bool => sql::Bool,
        now: DateTime<Utc> => sql::Timestamptz,
        expires_at: DateTime<Utc> => sql::Timestamptz,
    } =
    "WITH good AS (
        SELECT id, expires_at FROM sign_ins WHERE address = $address AND network = $network AND asked_by = $asked_by
            AND used_at IS NULL AND attempts < 5 AND expires_at > $now + interval '5 minutes' ORDER BY created_at DESC LIMIT 1
     ), new AS (
        INSERT INTO sign_ins (id, address, network, asked_by, known, created_at, expires_at)
        SELECT $id, $address, $network, $asked_by, $known, $now, $expires_at WHERE NOT EXISTS (SELECT 1 FROM good) RETURNING id, expires_at
     ), asked AS (
        SELECT id, expires_at FROM good UNION ALL SELECT id, expires_at FROM new
     ), email AS (
        INSERT INTO emails (home, id, kind, about, created_at, due_at)
        SELECT id, $email, 'sign-in', id, $now, $now FROM asked
        WHERE $with_email AND id NOT IN (SELECT l.home FROM emails l JOIN good ON good.id = l.home WHERE l.state = 'due')
     )
     SELECT id, expires_at FROM asked"
}

/// Asks for a sign-in and owes its email. One for the same address, client and network that is good for five more minutes is used again: its
/// email is owed once more, unless it is still to be sent.
pub async fn ask(connection: &mut Connection, new: NewSignIn<'_>) -> Result<AskedSignIn> {
    let NewSignIn { id, address, network, asked_by, known, with_email, now, expires_at } = new;
    let email = EmailId::new();
    let statement = AskSignIn { id, email, address, network, asked_by, known, with_email, now, expires_at };
    Ok(statement.get_result(connection).await?)
}

statement! {
    CountWrongCode<'a> {
        id: SignInId => sql::Uuid,
        asked_by: &'a [u8] => sql::Binary,
        now: DateTime<Utc> => sql::Timestamptz,
    } =
    "UPDATE sign_ins SET attempts = attempts + 1
     WHERE id = $id AND asked_by = $asked_by AND used_at IS NULL AND expires_at > $now AND attempts < 5"
}

/// Counts a wrong code of the client that asked; the fifth ends the code, not the link. Codes of others are good for nothing, so they do
/// not count.
pub async fn count_wrong_code(
    connection: &mut Connection,
    id: SignInId,
    asked_by: &[u8],
    now: DateTime<Utc>,
) -> Result<()> {
    CountWrongCode { id, asked_by, now }.execute(connection).await?;
    Ok(())
}

/// The account to create, unless the address has one.
#[derive(Clone, Copy, Debug)]
pub struct Newcomer<'a> {
    /// The id.
    pub id: UserId,
    /// The unique name.
    pub handle: &'a str,
    /// What it looks like, which is unique, too.
    pub skeleton: &'a str,
    /// The name for people.
    pub name: &'a str,
}

/// The part of an email that proves that its reader signs in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proof {
    /// The link, which cannot be guessed.
    Link,
    /// The code, sent by the client with this hash.
    Code([u8; 32]),
}

impl Proof {
    /// The hash of the client that sent the code; none for a link, which is good everywhere.
    fn asked_by(&self) -> Option<&[u8]> {
        match self {
            Proof::Link => None,
            Proof::Code(client) => Some(client),
        }
    }
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
    /// The digest of the part of the network from which the person signs in; the latest 32 of a person are kept.
    pub network: &'a [u8],
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

/// The result of a sign-in that was used up.
#[derive(QueryableByName, Clone, Debug)]
pub struct UsedUp {
    /// The person, and the session that has begun unless the account is blocked.
    #[diesel(embed)]
    pub by: SignedIn,
    /// True if the host has blocked the account; no session has begun then.
    #[diesel(sql_type = sql::Bool)]
    pub blocked: bool,
    /// True if the person had signed in from that part of the network before.
    #[diesel(sql_type = sql::Bool)]
    pub known_network: bool,
}

statement! {
    /// `DO UPDATE` and not `DO NOTHING`: of two first sign-ins at once, the later has to see the account of the earlier.
    /// Codes are counted by address as well, else each new email would bring five new guesses; links cannot be guessed. Sign-ins that
    /// networks of the owner asked for are counted apart, so that strangers cannot end the codes of the owner.
    UseSignIn<'a> {
        id: SignInId => sql::Uuid,
        asked_by: Option<&'a [u8]> => sql::Nullable<sql::Binary>,
        user: UserId => sql::Uuid,
        handle: &'a str => sql::Text,
        skeleton: &'a str => sql::Text,
        name: &'a str => sql::Text,
        session: SessionId => sql::Uuid,
        client: &'a str => sql::Text,
        hash: &'a [u8] => sql::Binary,
        network: &'a [u8] => sql::Binary,
        now: DateTime<Utc> => sql::Timestamptz,
        expires_at: DateTime<Utc> => sql::Timestamptz,
    } = include_str!("use_sign_in.sql")
}

/// Uses a sign-in up, creates the account if there is none, and begins a session unless the account is blocked;
/// `None` if the sign-in is invalid.
/// The newcomer's handle may be taken: [`Trouble::is_handle_taken`](super::Trouble::is_handle_taken).
pub async fn use_up(
    connection: &mut Connection,
    id: SignInId,
    proof: Proof,
    newcomer: Newcomer<'_>,
    session: NewSession<'_>,
) -> Result<Option<UsedUp>> {
    let Newcomer { id: user, handle, skeleton, name } = newcomer;
    let NewSession { id: session, client, hash, network, now, expires_at } = session;
    let statement = UseSignIn {
        id,
        asked_by: proof.asked_by(),
        user,
        handle,
        skeleton,
        name,
        session,
        client,
        hash,
        network,
        now,
        expires_at,
    };
    Ok(statement.get_result(connection).await.optional()?)
}

statement! {
    /// Codes are counted as in `use_sign_in.sql`.
    ProveSession<'a> {
        id: SignInId => sql::Uuid,
        asked_by: Option<&'a [u8]> => sql::Nullable<sql::Binary>,
        user: UserId => sql::Uuid,
        session: SessionId => sql::Uuid,
        now: DateTime<Utc> => sql::Timestamptz,
    } = include_str!("prove_session.sql")
}

/// Uses up a sign-in of a person's own address to prove that the reader of this session reads its mail; false if the sign-in is invalid.
pub async fn prove(
    connection: &mut Connection,
    id: SignInId,
    proof: Proof,
    (user, session): (UserId, SessionId),
    now: DateTime<Utc>,
) -> Result<bool> {
    Ok(ProveSession { id, asked_by: proof.asked_by(), user, session, now }.execute(connection).await? > 0)
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
