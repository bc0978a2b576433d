//! Users, and the tokens that act for them.

use chrono::{DateTime, Utc};
use diesel::{OptionalExtension, QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::{personal_tokens, users};
use super::sign_ins::Newcomer;
use super::types::Word;
use super::words::EmailLength;
use super::{Connection, Result, statement};
use crate::ids::{SessionId, UserId};

pub use super::address_changes::{AddressChange, address_change};
pub use super::sign_ins::{SignIn, sign_in};

/// A personal access token, or an access token of an app, that is good.
#[derive(QueryableByName, Debug)]
#[diesel(table_name = personal_tokens)]
pub struct TokenUse {
    /// The id of the personal access token, or of the grant of the app.
    #[diesel(sql_type = sql::Uuid)]
    pub id: Uuid,
    /// The account that it acts for.
    pub user_id: UserId,
    /// The person who is responsible: the owner of a bot, or the account itself.
    #[diesel(sql_type = sql::Uuid)]
    pub responsible: UserId,
    /// The scopes.
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
     SELECT id, user_id, (SELECT coalesce(owner, id) FROM users WHERE id = user_id) AS responsible, scopes FROM found"
}

/// The token with this hash, unless it is expired or revoked.
pub async fn use_personal_token(
    connection: &mut Connection,
    hash: &[u8],
    now: DateTime<Utc>,
) -> Result<Option<TokenUse>> {
    Ok(UsePersonalToken { hash, now }.get_result(connection).await.optional()?)
}

/// A person who has, or had, an account.
#[derive(QueryableByName, Clone, Debug)]
#[diesel(table_name = users)]
pub struct Person {
    /// The id.
    pub id: UserId,
    /// The unique name in addresses and commands.
    pub handle: String,
    /// The name for people.
    pub name: String,
    /// The email address; `None` once the account is deleted.
    pub address: Option<String>,
    /// The IANA name.
    pub time_zone: String,
    /// Emails when it is their turn.
    pub mail_turns: bool,
    /// Emails when a match starts or is over.
    pub mail_matches: bool,
    /// Emails when they are invited.
    pub mail_invitations: bool,
    /// The time of the next digest; none if they get none.
    pub digest_at: Option<DateTime<Utc>>,
    /// The time at which they first signed in.
    pub created_at: DateTime<Utc>,
    /// Notes of others in emails and on pages.
    pub notes: bool,
    /// The time at which they were last here, as exact as an hour; none if they have not been since that is kept.
    pub seen_at: Option<DateTime<Utc>>,
    /// True if others may know that time.
    pub shows_seen: bool,
    /// True if lists and the profile show their ratings.
    pub shows_rating: bool,
    /// The time since which no emails about matches are sent, because they come back.
    pub unreachable_since: Option<DateTime<Utc>>,
    /// True if the account is deleted.
    #[diesel(sql_type = sql::Bool)]
    pub deleted: bool,
    /// True if the host has blocked the account.
    #[diesel(sql_type = sql::Bool)]
    pub blocked: bool,
    /// True if a program plays for the account.
    pub is_bot: bool,
    /// The person who owns it, for the account of a bot of its own.
    pub owner: Option<UserId>,
    /// The length of emails about their turns.
    pub email_length: EmailLength,
    /// The number of the address of their calendar.
    pub calendar: i32,
    /// The challenges that a bot accepts, as JSON.
    pub challenges: Option<String>,
}

macro_rules! person_columns {
    () => {
        "id, handle, name, address, time_zone, mail_turns, mail_matches, mail_invitations, digest_at, notes,
         seen_at, shows_seen, shows_rating, created_at, unreachable_since, deleted_at IS NOT NULL AS deleted,
         blocked_at IS NOT NULL AS blocked, is_bot, owner, email_length, calendar, challenges"
    };
}

statement! {
    FindPerson { id: UserId => sql::Uuid } = concat!("SELECT ", person_columns!(), " FROM users WHERE id = $id")
}

/// The person with this id, deleted or not.
pub async fn person(connection: &mut Connection, id: UserId) -> Result<Option<Person>> {
    Ok(FindPerson { id }.get_result(connection).await.optional()?)
}

statement! {
    PersonAt<'a> { address: &'a str => sql::Text } =
    concat!("SELECT ", person_columns!(), " FROM users WHERE address = $address")
}

/// The person who has this address.
pub async fn at(connection: &mut Connection, address: &str) -> Result<Option<Person>> {
    Ok(PersonAt { address }.get_result(connection).await.optional()?)
}

statement! {
    AccountAt<'a> {
        id: UserId => sql::Uuid,
        handle: &'a str => sql::Text,
        skeleton: &'a str => sql::Text,
        name: &'a str => sql::Text,
        address: &'a str => sql::Text,
        now: DateTime<Utc> => sql::Timestamptz,
    } =
    "INSERT INTO users (id, handle, skeleton, name, address, time_zone, created_at)
     VALUES ($id, $handle, $skeleton, $name, $address, 'UTC', $now)
     ON CONFLICT (address) DO UPDATE SET address = EXCLUDED.address RETURNING id"
}

/// The account of this address, made now if there is none. The new handle may be taken: [`Trouble::is_handle_taken`](super::Trouble::is_handle_taken).
pub async fn account_at(
    connection: &mut Connection,
    Newcomer { id, handle, skeleton, name }: Newcomer<'_>,
    address: &str,
    now: DateTime<Utc>,
) -> Result<UserId> {
    let row: IdRow = AccountAt { id, handle, skeleton, name, address, now }.get_result(connection).await?;
    Ok(row.id)
}

#[derive(QueryableByName)]
#[diesel(table_name = users)]
pub(super) struct IdRow {
    pub(super) id: UserId,
}

statement! {
    FindPresent {
        id: UserId => sql::Uuid,
        session: Option<SessionId> => sql::Nullable<sql::Uuid>,
        now: DateTime<Utc> => sql::Timestamptz,
    } =
    concat!("SELECT ", person_columns!(), " FROM users
     WHERE id = $id AND deleted_at IS NULL AND ($session IS NULL OR EXISTS (
        SELECT FROM sessions WHERE id = $session AND user_id = $id AND ended_at IS NULL AND expires_at > $now))")
}

/// The person, unless the account is deleted or the session has ended: an access token stays valid after both.
pub async fn present(
    connection: &mut Connection,
    id: UserId,
    session: Option<SessionId>,
    now: DateTime<Utc>,
) -> Result<Option<Person>> {
    Ok(FindPresent { id, session, now }.get_result(connection).await.optional()?)
}

/// The changes of a person; `None` leaves a field as it is.
#[derive(Default, Debug)]
pub struct Changes<'a> {
    /// The unique name.
    pub handle: Option<&'a str>,
    /// What it looks like, which is unique, too.
    pub skeleton: Option<&'a str>,
    /// The name for people.
    pub name: Option<&'a str>,
    /// The IANA name.
    pub time_zone: Option<&'a str>,
    /// Emails when it is their turn.
    pub mail_turns: Option<bool>,
    /// Emails when a match starts or is over.
    pub mail_matches: Option<bool>,
    /// Emails when they are invited.
    pub mail_invitations: Option<bool>,
    /// The list of the matches that wait, each morning.
    pub mail_digest: Option<bool>,
    /// The time of the next one, if they get it.
    pub digest_at: Option<DateTime<Utc>>,
    /// Notes of others in emails and on pages.
    pub notes: Option<bool>,
    /// Whether others may know when they were last here.
    pub shows_seen: Option<bool>,
    /// Whether lists and the profile show their ratings.
    pub shows_rating: Option<bool>,
    /// Whether a program plays the account.
    pub is_bot: Option<bool>,
    /// The length of emails about their turns.
    pub email_length: Option<EmailLength>,
    /// The challenges that a bot accepts, as JSON; empty for none.
    pub challenges: Option<&'a str>,
}

statement! {
    ChangePerson<'a> {
        id: UserId => sql::Uuid,
        handle: Option<&'a str> => sql::Nullable<sql::Text>,
        skeleton: Option<&'a str> => sql::Nullable<sql::Text>,
        name: Option<&'a str> => sql::Nullable<sql::Text>,
        time_zone: Option<&'a str> => sql::Nullable<sql::Text>,
        mail_turns: Option<bool> => sql::Nullable<sql::Bool>,
        mail_matches: Option<bool> => sql::Nullable<sql::Bool>,
        mail_invitations: Option<bool> => sql::Nullable<sql::Bool>,
        mail_digest: Option<bool> => sql::Nullable<sql::Bool>,
        digest_at: Option<DateTime<Utc>> => sql::Nullable<sql::Timestamptz>,
        notes: Option<bool> => sql::Nullable<sql::Bool>,
        shows_seen: Option<bool> => sql::Nullable<sql::Bool>,
        shows_rating: Option<bool> => sql::Nullable<sql::Bool>,
        is_bot: Option<bool> => sql::Nullable<sql::Bool>,
        email_length: Option<EmailLength> => sql::Nullable<Word>,
        challenges: Option<&'a str> => sql::Nullable<sql::Text>,
    } =
    concat!("UPDATE users SET handle = coalesce($handle, handle), skeleton = coalesce($skeleton, skeleton), name = coalesce($name, name),
        time_zone = coalesce($time_zone, time_zone), mail_turns = coalesce($mail_turns, mail_turns),
        mail_matches = coalesce($mail_matches, mail_matches),
        mail_invitations = coalesce($mail_invitations, mail_invitations),
        digest_at = CASE WHEN coalesce($mail_digest, digest_at IS NOT NULL) THEN coalesce($digest_at, digest_at) END, notes = coalesce($notes, notes),
        shows_seen = coalesce($shows_seen, shows_seen), shows_rating = coalesce($shows_rating, shows_rating), is_bot = coalesce($is_bot, is_bot),
        email_length = coalesce($email_length, email_length), challenges = nullif(coalesce($challenges, challenges), '')
     WHERE id = $id AND deleted_at IS NULL RETURNING ", person_columns!())
}

/// Changes a person who is not deleted, and gives them as they are then. A handle may be taken: [`Trouble::is_handle_taken`](super::Trouble::is_handle_taken).
pub async fn change(connection: &mut Connection, id: UserId, changes: &Changes<'_>) -> Result<Option<Person>> {
    let Changes {
        handle,
        skeleton,
        name,
        time_zone,
        mail_turns,
        mail_matches,
        mail_invitations,
        mail_digest,
        digest_at,
        notes,
        shows_seen,
        shows_rating,
        is_bot,
        email_length,
        challenges,
    } = *changes;
    let statement = ChangePerson {
        id,
        handle,
        skeleton,
        name,
        time_zone,
        mail_turns,
        mail_matches,
        mail_invitations,
        mail_digest,
        digest_at,
        notes,
        shows_seen,
        shows_rating,
        is_bot,
        email_length,
        challenges,
    };
    Ok(statement.get_result(connection).await.optional()?)
}

statement! {
    RenewCalendar { id: UserId => sql::Uuid } = "UPDATE users SET calendar = calendar + 1 WHERE id = $id AND deleted_at IS NULL"
}

/// Gives the calendar of a person another address.
pub async fn renew_calendar(connection: &mut Connection, id: UserId) -> Result<()> {
    RenewCalendar { id }.execute(connection).await?;
    Ok(())
}

statement! {
    PersonByHandle<'a> { handle: &'a str => sql::Text } =
    concat!("SELECT ", person_columns!(), " FROM users WHERE handle = $handle AND deleted_at IS NULL")
}

/// The person with this handle.
pub async fn by_handle(connection: &mut Connection, handle: &str) -> Result<Option<Person>> {
    Ok(PersonByHandle { handle }.get_result(connection).await.optional()?)
}

statement! {
    /// Written at most once an hour: the row of a person is locked by it.
    NoteSeen { id: UserId => sql::Uuid, now: DateTime<Utc> => sql::Timestamptz } =
    "UPDATE users SET seen_at = $now
     WHERE id = $id AND deleted_at IS NULL AND (seen_at IS NULL OR seen_at < $now - interval '1 hour')"
}

/// Notes that a person is here.
pub async fn note_seen(connection: &mut Connection, id: UserId, now: DateTime<Utc>) -> Result<()> {
    NoteSeen { id, now }.execute(connection).await?;
    Ok(())
}

#[derive(QueryableByName)]
#[diesel(table_name = users)]
struct SeenRow {
    id: UserId,
    seen_at: Option<DateTime<Utc>>,
}

statement! {
    ListSeen { ids: Vec<UserId> => sql::Array<sql::Uuid> } =
    "SELECT id, seen_at FROM users WHERE id = ANY($ids) AND shows_seen AND deleted_at IS NULL AND seen_at IS NOT NULL"
}

/// The times at which these people were last here; those who hide it, or were not here since it is kept, are left out.
pub async fn seen(connection: &mut Connection, ids: Vec<UserId>) -> Result<Vec<(UserId, DateTime<Utc>)>> {
    let rows: Vec<SeenRow> = ListSeen { ids }.load(connection).await?;
    Ok(rows.into_iter().filter_map(|row| Some((row.id, row.seen_at?))).collect())
}

statement! {
    LockPerson { id: UserId => sql::Uuid } = "SELECT 1 AS one FROM users WHERE id = $id FOR NO KEY UPDATE"
}

/// Locks a person until the transaction ends: no other transaction can change them, but others may refer to them.
pub async fn lock(connection: &mut Connection, id: UserId) -> Result<()> {
    LockPerson { id }.execute(connection).await?;
    Ok(())
}
