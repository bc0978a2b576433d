//! The data of a person beside the account itself: emails, matches, invitations, moves.

use chrono::{DateTime, Utc};
use diesel::{QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;

use engine::{Cause, Seat};

use super::lists::{newest_of, rows_of};
use super::schema::{deliveries, emails, invitations, matches, moves};
use super::types::SeatNumber;
use super::words::{EmailKind, EmailState, InvitationAnswer, Phase};
use super::{Connection, Result, statement};
use crate::ids::{EmailId, Home, MatchId, UserId};

/// An email to the person.
#[derive(QueryableByName, Clone, Debug)]
#[diesel(table_name = emails)]
pub struct Email {
    pub home: Home,
    /// The id.
    pub id: EmailId,
    pub kind: EmailKind,
    /// The match it is about.
    pub match_id: Option<MatchId>,
    /// The time at which it was first owed.
    pub created_at: DateTime<Utc>,
    pub state: EmailState,
}

/// A try to deliver an email.
#[derive(QueryableByName, Clone, Debug)]
#[diesel(table_name = deliveries)]
pub struct Delivery {
    /// The email.
    pub email_id: EmailId,
    /// The time.
    pub at: DateTime<Utc>,
    /// True if the mail server has taken it.
    pub accepted: bool,
    /// The answer of the mail server.
    pub answer: String,
}

statement! {
    /// In the order of the index of a person's emails: for the id alone Postgres may look through the emails of all people.
    ListEmails { user: UserId => sql::Uuid, before: EmailId => sql::Uuid, max: i64 => sql::BigInt } =
    concat!("SELECT home, id, kind, match_id, created_at, state FROM emails WHERE ", rows_of!("user_id", "$user", "id"), newest_of!("user_id"; "id"))
}

statement! {
    ListDeliveries<'a> { homes: &'a [Home] => sql::Array<sql::Uuid>, emails: &'a [EmailId] => sql::Array<sql::Uuid> } =
    "SELECT email_id, at, accepted, answer FROM deliveries WHERE home = ANY($homes) AND email_id = ANY($emails)
     ORDER BY email_id, attempt"
}

/// Emails of this person with smaller ids, the newest first.
pub async fn emails(connection: &mut Connection, user: UserId, before: EmailId, max: i64) -> Result<Vec<Email>> {
    Ok(ListEmails { user, before, max }.load(connection).await?)
}

/// Returns the tries to send these emails, the earliest of each email first.
pub async fn deliveries(connection: &mut Connection, emails: &[Email]) -> Result<Vec<Delivery>> {
    let (homes, emails): (Vec<_>, Vec<_>) = emails.iter().map(|email| (email.home, email.id)).unzip();
    Ok(ListDeliveries { homes: &homes, emails: &emails }.load(connection).await?)
}

/// A match that the person has created or sits in.
#[derive(QueryableByName, Clone, Debug)]
#[diesel(table_name = matches)]
pub struct OwnMatch {
    /// The id.
    pub id: MatchId,
    /// The game.
    pub game: String,
    /// The name.
    pub name: String,
    pub phase: Phase,
    /// True if the person created it.
    #[diesel(sql_type = sql::Bool)]
    pub created: bool,
    /// True if the person imported it from a record.
    pub imported: bool,
    /// The time at which the person joined, if so.
    #[diesel(sql_type = sql::Nullable<sql::Timestamptz>)]
    pub joined_at: Option<DateTime<Utc>>,
    /// The seat.
    #[diesel(sql_type = sql::Nullable<SeatNumber>)]
    pub seat: Option<Seat>,
}

/// An invitation to or by the person.
#[derive(QueryableByName, Clone, Debug)]
#[diesel(table_name = invitations)]
pub struct OwnInvitation {
    /// The match.
    pub match_id: MatchId,
    /// True if the person sent it.
    #[diesel(sql_type = sql::Bool)]
    pub sent: bool,
    /// The address, if it is by address.
    pub address: Option<String>,
    /// The time at which it was sent.
    pub created_at: DateTime<Utc>,
    /// The answer, if there is one.
    pub answer: Option<InvitationAnswer>,
    /// The time at which it was answered.
    pub answered_at: Option<DateTime<Utc>>,
    /// The reason for which it was declined.
    pub reason: Option<String>,
}

/// A move of the person.
#[derive(QueryableByName, Clone, Debug)]
#[diesel(table_name = moves)]
pub struct OwnMove {
    /// The match.
    pub match_id: MatchId,
    /// The turn for which it was sent.
    pub turn: u32,
    /// The cause.
    pub cause: Cause,
    /// The move.
    pub text: String,
    /// The time.
    pub at: DateTime<Utc>,
}

statement! {
    ListOwnMatches { user: UserId => sql::Uuid } =
    "SELECT matches.id, game, name, phase, creator = $user AS created, imported, joined_at, seat
     FROM (SELECT id FROM matches WHERE creator = $user UNION SELECT match_id FROM seats WHERE user_id = $user
        UNION SELECT match_id FROM replacements WHERE user_id = $user) own
     JOIN matches ON matches.id = own.id
     LEFT JOIN seats ON seats.match_id = matches.id AND seats.user_id = $user ORDER BY matches.id"
}

statement! {
    ListOwnInvitations { user: UserId => sql::Uuid } =
    "SELECT match_id, inviter = $user AS sent, invitations.address, invitations.created_at, answer, answered_at, reason
     FROM invitations WHERE inviter = $user OR user_id = $user
        OR invitations.address = (SELECT address FROM users WHERE id = $user) ORDER BY id"
}

statement! {
    ListOwnMoves { user: UserId => sql::Uuid } =
    "SELECT moves.match_id, turn, cause, text, at, ply FROM seats
     JOIN moves ON moves.match_id = seats.match_id AND moves.seat = seats.seat
     WHERE seats.user_id = $user AND moves.ply >= seats.from_ply
     UNION ALL
     SELECT m.match_id, m.turn, m.cause, m.text, m.at, m.ply FROM replacements r
     JOIN moves m ON m.match_id = r.match_id AND m.seat = r.seat AND m.ply >= r.from_ply AND m.ply < r.to_ply
     WHERE r.user_id = $user ORDER BY match_id, ply"
}

/// The matches that this person has created or sits in.
pub async fn matches(connection: &mut Connection, user: UserId) -> Result<Vec<OwnMatch>> {
    Ok(ListOwnMatches { user }.load(connection).await?)
}

/// The invitations to and by this person.
pub async fn invitations(connection: &mut Connection, user: UserId) -> Result<Vec<OwnInvitation>> {
    Ok(ListOwnInvitations { user }.load(connection).await?)
}

/// The moves of this person. Without their events, which may tell what is hidden from them.
pub async fn moves(connection: &mut Connection, user: UserId) -> Result<Vec<OwnMove>> {
    Ok(ListOwnMoves { user }.load(connection).await?)
}
