//! Invitations to matches.

use chrono::{DateTime, Utc};
use diesel::{OptionalExtension, QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;

use super::lists::match_of;
use super::schema::invitations;
use super::types::Word;
use super::words::{InvitationAnswer, Phase};
use super::{Connection, CountRow, FoundRow, Result, statement};
use crate::ids::{EmailId, InvitationId, MatchId, UserId};

/// An invitation.
#[derive(QueryableByName, Clone, Debug)]
#[diesel(table_name = invitations)]
pub struct InvitationRow {
    pub id: InvitationId,
    pub match_id: MatchId,
    #[diesel(sql_type = sql::Text)]
    pub match_name: String,
    #[diesel(sql_type = sql::Text)]
    pub game: String,
    #[diesel(sql_type = Word)]
    pub phase: Phase,
    pub inviter: UserId,
    #[diesel(sql_type = sql::Text)]
    pub inviter_handle: String,
    #[diesel(sql_type = sql::Text)]
    pub inviter_name: String,
    /// The person, if invited by handle.
    pub user_id: Option<UserId>,
    #[diesel(sql_type = sql::Nullable<sql::Text>)]
    pub handle: Option<String>,
    /// The address, if invited by address.
    pub address: Option<String>,
    /// True for a link, whose person is the one who took it, if any.
    pub link: bool,
    pub created_at: DateTime<Utc>,
    pub answer: Option<InvitationAnswer>,
    /// The reason for which it was declined, if the person gave one.
    pub reason: Option<String>,
}

macro_rules! invitations {
    () => {
        "SELECT i.id, i.match_id, m.name AS match_name, m.game, m.phase, i.inviter, f.handle AS inviter_handle,
            f.name AS inviter_name, i.user_id, u.handle, i.address, i.link, i.created_at, i.answer, i.reason
         FROM invitations i JOIN matches m ON m.id = i.match_id JOIN users f ON f.id = i.inviter
         LEFT JOIN users u ON u.id = i.user_id "
    };
}

statement! {
    Invite<'a> {
        id: InvitationId => sql::Uuid, match_id: MatchId => sql::Uuid, inviter: UserId => sql::Uuid,
        user: Option<UserId> => sql::Nullable<sql::Uuid>, address: Option<&'a str> => sql::Nullable<sql::Text>,
        email: EmailId => sql::Uuid, now: DateTime<Utc> => sql::Timestamptz,
    } = include_str!("invite.sql")
}

/// The person to invite.
#[derive(Clone, Copy, Debug)]
pub enum Invitee<'a> {
    /// A person with an account.
    User(UserId),
    /// The reader of the mail of this address.
    Address(&'a str),
}

/// Invites a person. Returns whether an email is owed: not if the same invitation is open already, nor if an email about an
/// earlier one to this match was sent, so that repeated invitations send no emails. Lock the match first.
pub async fn invite(
    connection: &mut Connection,
    (id, match_id, inviter): (InvitationId, MatchId, UserId),
    invitee: Invitee<'_>,
    now: DateTime<Utc>,
) -> Result<bool> {
    let (user, address) = match invitee {
        Invitee::User(user) => (Some(user), None),
        Invitee::Address(address) => (None, Some(address)),
    };
    let email = EmailId::new();
    let statement = Invite { id, match_id, inviter, user, address, email, now };
    Ok(statement.execute(connection).await? == 1)
}

statement! {
    MakeLink {
        id: InvitationId => sql::Uuid, match_id: MatchId => sql::Uuid, inviter: UserId => sql::Uuid, now: DateTime<Utc> => sql::Timestamptz,
    } = "INSERT INTO invitations (id, match_id, inviter, link, created_at) VALUES ($id, $match_id, $inviter, true, $now)"
}

/// Invites the person who opens a link first.
pub async fn make_link(
    connection: &mut Connection,
    (id, match_id, inviter): (InvitationId, MatchId, UserId),
    now: DateTime<Utc>,
) -> Result<()> {
    MakeLink { id, match_id, inviter, now }.execute(connection).await?;
    Ok(())
}

statement! {
    TakeLink { match_id: MatchId => sql::Uuid, id: InvitationId => sql::Uuid, user: UserId => sql::Uuid } =
    "UPDATE invitations SET user_id = $user
     WHERE match_id = $match_id AND id = $id AND link AND answer IS NULL AND (user_id IS NULL OR user_id = $user)"
}

/// Records that this person takes a link; `false` if another person has taken it, or if it was withdrawn.
pub async fn take_link(
    connection: &mut Connection,
    &InvitationRow { match_id, id, .. }: &InvitationRow,
    user: UserId,
) -> Result<bool> {
    Ok(TakeLink { match_id, id, user }.execute(connection).await? == 1)
}

statement! {
    FindInvitation { id: InvitationId => sql::Uuid } = concat!(invitations!(), "WHERE i.id = $id")
}

/// The invitation with this id.
pub async fn find(connection: &mut Connection, id: InvitationId) -> Result<Option<InvitationRow>> {
    Ok(FindInvitation { id }.get_result(connection).await.optional()?)
}

statement! {
    HasOpenInvitation<'a> { address: &'a str => sql::Text } =
    "SELECT EXISTS (
        SELECT 1 FROM invitations i JOIN matches m ON m.id = i.match_id
        WHERE i.address = $address AND i.answer IS NULL AND m.phase IN ('open', 'running')
     ) AS found"
}

/// Returns whether an address has an invitation without an answer, to a match that is not over.
pub async fn is_invited(connection: &mut Connection, address: &str) -> Result<bool> {
    let row: FoundRow = HasOpenInvitation { address }.get_result(connection).await?;
    Ok(row.found)
}

statement! {
    KeepEmailBack { match_id: MatchId => sql::Uuid, id: InvitationId => sql::Uuid } =
    "DELETE FROM emails WHERE home = $match_id AND about = $id AND kind = 'invitation' AND state = 'due'"
}

/// Owes no email about an invitation that is made in the same transaction.
pub async fn keep_email_back(connection: &mut Connection, match_id: MatchId, id: InvitationId) -> Result<()> {
    KeepEmailBack { match_id, id }.execute(connection).await?;
    Ok(())
}

statement! {
    CountInvitations { match_id: MatchId => sql::Uuid, inviter: UserId => sql::Uuid } =
    "SELECT count(*) AS count FROM invitations WHERE match_id = $match_id AND inviter = $inviter"
}

/// Counts the invitations of a person to a match, answered or not.
pub async fn count(connection: &mut Connection, match_id: MatchId, inviter: UserId) -> Result<i64> {
    let row: CountRow = CountInvitations { match_id, inviter }.get_result(connection).await?;
    Ok(row.count)
}

/// The part of a list of invitations, newest first.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// Only those with smaller ids.
    pub before: InvitationId,
    /// At most this many.
    pub max: i64,
}

impl Part {
    /// The newest ones that a page shows.
    pub const NEWEST: Part = Part { before: InvitationId::LAST, max: 200 };
}

statement! {
    ListInvitationsOfMatch {
        match_id: MatchId => sql::Uuid, before: InvitationId => sql::Uuid, max: i64 => sql::BigInt,
    } = concat!(
        invitations!(),
        "WHERE i.match_id = $match_id AND i.id < $before ORDER BY i.id DESC LIMIT $max"
    )
}

/// The invitations to a match, the newest first.
pub async fn of_match(
    connection: &mut Connection,
    match_id: MatchId,
    Part { before, max }: Part,
) -> Result<Vec<InvitationRow>> {
    Ok(ListInvitationsOfMatch { match_id, before, max }.load(connection).await?)
}

/// The newest invitations without an answer for which this holds, to matches that can be joined. A partial index has them in this order.
macro_rules! open_to {
    ($invitee:literal) => {
        concat!(
            "(SELECT i.id FROM invitations i ",
            match_of!("i.match_id"),
            "
             WHERE i.answer IS NULL AND ",
            $invitee,
            " AND i.id < $before AND (m.phase = 'open' OR m.offered <> 0)
             ORDER BY i.id DESC LIMIT $max) "
        )
    };
}

statement! {
    /// A page of each kind, then a page of both: `OR` of both would read all invitations of the person.
    ListInvitationsOfUser { user: UserId => sql::Uuid, before: InvitationId => sql::Uuid, max: i64 => sql::BigInt } = concat!(
        invitations!(), "WHERE i.id = ANY(ARRAY(", open_to!("i.user_id = $user"), "UNION ALL ",
        open_to!("i.address = (SELECT address FROM users WHERE id = $user)"), ")) ORDER BY i.id DESC LIMIT $max")
}

/// The open invitations of a user, by handle or by address, the newest first.
pub async fn of_user(connection: &mut Connection, user: UserId, part: Part) -> Result<Vec<InvitationRow>> {
    let Part { before, max } = part;
    Ok(ListInvitationsOfUser { user, before, max }.load(connection).await?)
}

statement! {
    ForgetWithdrawn { now: DateTime<Utc> => sql::Timestamptz } =
    "DELETE FROM invitations WHERE answer = 'withdrawn' AND answered_at < $now - interval '30 days'"
}

/// Forgets invitations that were withdrawn 30 days ago. The links of their emails lead nowhere from then on.
pub async fn forget_old(connection: &mut Connection, now: DateTime<Utc>) -> Result<()> {
    ForgetWithdrawn { now }.execute(connection).await?;
    Ok(())
}

statement! {
    AnswerInvitation<'a> {
        match_id: MatchId => sql::Uuid, id: InvitationId => sql::Uuid, answer: InvitationAnswer => Word,
        reason: Option<&'a str> => sql::Nullable<sql::Text>, now: DateTime<Utc> => sql::Timestamptz,
    } = "UPDATE invitations SET answer = $answer, answered_at = $now, reason = $reason
         WHERE match_id = $match_id AND id = $id AND answer IS NULL"
}

/// Declines or withdraws an invitation, with a reason if there is one; `false` if it has an answer already.
pub async fn answer(
    connection: &mut Connection,
    &InvitationRow { match_id, id, .. }: &InvitationRow,
    (answer, reason): (InvitationAnswer, Option<&str>),
    now: DateTime<Utc>,
) -> Result<bool> {
    Ok(AnswerInvitation { match_id, id, answer, reason, now }.execute(connection).await? == 1)
}

statement! {
    IsInvitee { match_id: MatchId => sql::Uuid, id: InvitationId => sql::Uuid, user: UserId => sql::Uuid } =
    "SELECT i.id FROM invitations i JOIN users u ON u.id = $user
     WHERE i.match_id = $match_id AND i.id = $id AND (i.user_id = u.id OR i.address = u.address)"
}

/// Returns whether this user is the invited person.
pub async fn is_invitee(connection: &mut Connection, invitation: &InvitationRow, user: UserId) -> Result<bool> {
    let &InvitationRow { match_id, id, .. } = invitation;
    Ok(IsInvitee { match_id, id, user }.execute(connection).await? == 1)
}

statement! {
    LatestInvitation { id: InvitationId => sql::Uuid } = concat!(
        invitations!(),
        "JOIN invitations g ON g.id = $id AND g.match_id = i.match_id AND (g.user_id = i.user_id OR g.address = i.address)
         ORDER BY i.id DESC LIMIT 1"
    )
}

/// The latest invitation of the same person to the same match: only the first of them was told by an email.
pub async fn latest(connection: &mut Connection, id: InvitationId) -> Result<Option<InvitationRow>> {
    Ok(LatestInvitation { id }.get_result(connection).await.optional()?)
}

statement! {
    RefuseInvitations<'a> { mailbox: &'a [u8] => sql::Binary, now: DateTime<Utc> => sql::Timestamptz } =
    "INSERT INTO unwanted_invitations (mailbox, since) VALUES ($mailbox, $now) ON CONFLICT DO NOTHING"
}

/// No more emails about invitations to the mailbox with this hash.
pub async fn refuse_all(connection: &mut Connection, mailbox: &[u8], now: DateTime<Utc>) -> Result<()> {
    RefuseInvitations { mailbox, now }.execute(connection).await?;
    Ok(())
}

statement! {
    RefusesInvitations<'a> { mailbox: &'a [u8] => sql::Binary } =
    "SELECT 1 AS one FROM unwanted_invitations WHERE mailbox = $mailbox"
}

/// True if the mailbox with this hash wants no invitations.
pub async fn refuses_all(connection: &mut Connection, mailbox: &[u8]) -> Result<bool> {
    Ok(RefusesInvitations { mailbox }.execute(connection).await? == 1)
}
