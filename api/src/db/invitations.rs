//! Invitations to matches.

use chrono::{DateTime, Utc};
use diesel::{OptionalExtension, QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::{Connection, Found, statement};

/// An invitation.
#[derive(QueryableByName, Clone, Debug)]
pub struct InvitationRow {
    #[diesel(sql_type = sql::Uuid)]
    pub id: Uuid,
    #[diesel(sql_type = sql::Uuid)]
    pub match_id: Uuid,
    #[diesel(sql_type = sql::Text)]
    pub match_name: String,
    #[diesel(sql_type = sql::Text)]
    pub game: String,
    #[diesel(sql_type = sql::Text)]
    pub phase: String,
    #[diesel(sql_type = sql::Uuid)]
    pub inviter: Uuid,
    #[diesel(sql_type = sql::Text)]
    pub inviter_handle: String,
    #[diesel(sql_type = sql::Text)]
    pub inviter_name: String,
    /// Who is invited by handle.
    #[diesel(sql_type = sql::Nullable<sql::Uuid>)]
    pub user_id: Option<Uuid>,
    #[diesel(sql_type = sql::Nullable<sql::Text>)]
    pub handle: Option<String>,
    /// Or by address.
    #[diesel(sql_type = sql::Nullable<sql::Text>)]
    pub address: Option<String>,
    #[diesel(sql_type = sql::Timestamptz)]
    pub created_at: DateTime<Utc>,
    #[diesel(sql_type = sql::Nullable<sql::Text>)]
    pub answer: Option<String>,
}

macro_rules! invitations {
    () => {
        "SELECT i.id, i.match_id, m.name AS match_name, m.game, m.phase, i.inviter, f.handle AS inviter_handle,
            f.name AS inviter_name, i.user_id, u.handle, i.address, i.created_at, i.answer
         FROM invitations i JOIN matches m ON m.id = i.match_id JOIN users f ON f.id = i.inviter
         LEFT JOIN users u ON u.id = i.user_id "
    };
}

statement! {
    Invite<'a> {
        id: Uuid => sql::Uuid, match_id: Uuid => sql::Uuid, inviter: Uuid => sql::Uuid,
        user: Option<Uuid> => sql::Nullable<sql::Uuid>, address: Option<&'a str> => sql::Nullable<sql::Text>,
        letter: Uuid => sql::Uuid, now: DateTime<Utc> => sql::Timestamptz,
    } = "WITH at AS (SELECT $now AS now), invited AS (
            INSERT INTO invitations (id, match_id, inviter, user_id, address, created_at)
            SELECT $id, $match_id, $inviter, x.user_id, x.address, at.now
            FROM at, (SELECT $user AS user_id, $address AS address) x
            WHERE NOT EXISTS (
                SELECT FROM invitations i WHERE i.match_id = $match_id AND i.answer IS NULL
                    AND (i.user_id = x.user_id OR i.address = x.address)
            )
            RETURNING id, user_id
         )
         INSERT INTO letters (id, kind, user_id, match_id, about, created_at, due_at)
         SELECT $letter, 'invitation', i.user_id, $match_id, i.id, at.now, at.now FROM invited i, at"
}

/// Whom to invite.
#[derive(Clone, Copy, Debug)]
pub enum Invitee<'a> {
    /// Somebody with an account.
    User(Uuid),
    /// Whoever reads the mail of this address.
    Address(&'a str),
}

/// Invites somebody and owes the letter; `false` if the same invitation is open already.
pub async fn invite(
    connection: &mut Connection,
    (id, match_id, inviter): (Uuid, Uuid, Uuid),
    invitee: Invitee<'_>,
    now: DateTime<Utc>,
) -> Found<bool> {
    let (user, address) = match invitee {
        Invitee::User(user) => (Some(user), None),
        Invitee::Address(address) => (None, Some(address)),
    };
    let letter = Uuid::now_v7();
    let statement = Invite { id, match_id, inviter, user, address, letter, now };
    Ok(statement.execute(connection).await? == 1)
}

statement! {
    FindInvitation { id: Uuid => sql::Uuid } = concat!(invitations!(), "WHERE i.id = $id")
}

/// The invitation with this id.
pub async fn find(connection: &mut Connection, id: Uuid) -> Found<Option<InvitationRow>> {
    Ok(FindInvitation { id }.get_result(connection).await.optional()?)
}

statement! {
    InvitationsOfMatch { match_id: Uuid => sql::Uuid } =
    concat!(invitations!(), "WHERE i.match_id = $match_id ORDER BY i.id")
}

/// All invitations to a match.
pub async fn of_match(connection: &mut Connection, match_id: Uuid) -> Found<Vec<InvitationRow>> {
    Ok(InvitationsOfMatch { match_id }.load(connection).await?)
}

statement! {
    InvitationsOfUser { user: Uuid => sql::Uuid } = concat!(
        invitations!(),
        "WHERE i.answer IS NULL AND m.phase = 'open'
            AND (i.user_id = $user OR i.address = (SELECT address FROM users WHERE id = $user))
         ORDER BY i.id DESC LIMIT 200"
    )
}

/// The open invitations of a user, by handle or by address, the newest first.
pub async fn of_user(connection: &mut Connection, user: Uuid) -> Found<Vec<InvitationRow>> {
    Ok(InvitationsOfUser { user }.load(connection).await?)
}

statement! {
    AnswerInvitation<'a> { id: Uuid => sql::Uuid, answer: &'a str => sql::Text, now: DateTime<Utc> => sql::Timestamptz } =
    "UPDATE invitations SET answer = $answer, answered_at = $now WHERE id = $id AND answer IS NULL"
}

/// Declines or withdraws an invitation; `false` if it has an answer already.
pub async fn answer(connection: &mut Connection, id: Uuid, answer: &'static str, now: DateTime<Utc>) -> Found<bool> {
    Ok(AnswerInvitation { id, answer, now }.execute(connection).await? == 1)
}

statement! {
    IsInvitee { id: Uuid => sql::Uuid, user: Uuid => sql::Uuid } =
    "SELECT i.id FROM invitations i JOIN users u ON u.id = $user
     WHERE i.id = $id AND (i.user_id = u.id OR i.address = u.address)"
}

/// Is this user the one who is invited?
pub async fn is_invitee(connection: &mut Connection, id: Uuid, user: Uuid) -> Found<bool> {
    Ok(IsInvitee { id, user }.execute(connection).await? == 1)
}
