//! What is stored about a person beside the account itself: letters, matches, invitations, moves.

use chrono::{DateTime, Utc};
use diesel::{QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::{Connection, Found, statement};

/// A letter to the person.
#[derive(QueryableByName, Clone, Debug)]
pub struct Letter {
    /// The id.
    #[diesel(sql_type = sql::Uuid)]
    pub id: Uuid,
    /// What kind of letter.
    #[diesel(sql_type = sql::Text)]
    pub kind: String,
    /// The match it is about.
    #[diesel(sql_type = sql::Nullable<sql::Uuid>)]
    pub match_id: Option<Uuid>,
    /// When it was first owed.
    #[diesel(sql_type = sql::Timestamptz)]
    pub created_at: DateTime<Utc>,
    /// `due`, `sent`, `moot` or `failed`.
    #[diesel(sql_type = sql::Text)]
    pub state: String,
}

/// A try to deliver a letter.
#[derive(QueryableByName, Clone, Debug)]
pub struct Delivery {
    /// The letter.
    #[diesel(sql_type = sql::Uuid)]
    pub letter_id: Uuid,
    /// When.
    #[diesel(sql_type = sql::Timestamptz)]
    pub at: DateTime<Utc>,
    /// Has the mail server taken it?
    #[diesel(sql_type = sql::Bool)]
    pub accepted: bool,
    /// What the mail server said.
    #[diesel(sql_type = sql::Text)]
    pub answer: String,
}

statement! {
    ListLetters { user: Uuid => sql::Uuid, before: Uuid => sql::Uuid, most: i64 => sql::BigInt } =
    "SELECT id, kind, match_id, created_at, state FROM letters
     WHERE user_id = $user AND id < $before ORDER BY id DESC LIMIT $most"
}

statement! {
    ListDeliveries<'a> { letters: &'a [Uuid] => sql::Array<sql::Uuid> } =
    "SELECT letter_id, at, accepted, answer FROM deliveries WHERE letter_id = ANY($letters) ORDER BY letter_id, attempt"
}

/// Letters of this person with smaller ids, the newest first.
pub async fn letters(connection: &mut Connection, user: Uuid, before: Uuid, most: i64) -> Found<Vec<Letter>> {
    Ok(ListLetters { user, before, most }.load(connection).await?)
}

/// What became of these letters, the earliest try of each first.
pub async fn deliveries(connection: &mut Connection, letters: &[Uuid]) -> Found<Vec<Delivery>> {
    Ok(ListDeliveries { letters }.load(connection).await?)
}

/// A match that the person has created or sits in.
#[derive(QueryableByName, Clone, Debug)]
pub struct OwnMatch {
    /// The id.
    #[diesel(sql_type = sql::Uuid)]
    pub id: Uuid,
    /// The game.
    #[diesel(sql_type = sql::Text)]
    pub game: String,
    /// What the match is called.
    #[diesel(sql_type = sql::Text)]
    pub name: String,
    /// `open`, `running`, `over` or `cancelled`.
    #[diesel(sql_type = sql::Text)]
    pub phase: String,
    /// Did they create it?
    #[diesel(sql_type = sql::Bool)]
    pub created: bool,
    /// When they joined, if they did.
    #[diesel(sql_type = sql::Nullable<sql::Timestamptz>)]
    pub joined_at: Option<DateTime<Utc>>,
    /// Where they sit.
    #[diesel(sql_type = sql::Nullable<sql::SmallInt>)]
    pub seat: Option<i16>,
}

/// An invitation to or by the person.
#[derive(QueryableByName, Clone, Debug)]
pub struct OwnInvitation {
    /// The match.
    #[diesel(sql_type = sql::Uuid)]
    pub match_id: Uuid,
    /// Did they send it?
    #[diesel(sql_type = sql::Bool)]
    pub sent: bool,
    /// The address, if it is by address.
    #[diesel(sql_type = sql::Nullable<sql::Text>)]
    pub address: Option<String>,
    /// When it was sent.
    #[diesel(sql_type = sql::Timestamptz)]
    pub created_at: DateTime<Utc>,
    /// The answer, if there is one.
    #[diesel(sql_type = sql::Nullable<sql::Text>)]
    pub answer: Option<String>,
    /// When it was answered.
    #[diesel(sql_type = sql::Nullable<sql::Timestamptz>)]
    pub answered_at: Option<DateTime<Utc>>,
}

/// A move of the person.
#[derive(QueryableByName, Clone, Debug)]
pub struct OwnMove {
    /// The match.
    #[diesel(sql_type = sql::Uuid)]
    pub match_id: Uuid,
    /// The turn for which it was sent.
    #[diesel(sql_type = sql::Integer)]
    pub turn: i32,
    /// What brought it about.
    #[diesel(sql_type = sql::Text)]
    pub cause: String,
    /// The move.
    #[diesel(sql_type = sql::Text)]
    pub text: String,
    /// When.
    #[diesel(sql_type = sql::Timestamptz)]
    pub at: DateTime<Utc>,
}

statement! {
    ListOwnMatches { user: Uuid => sql::Uuid } =
    "SELECT matches.id, game, name, phase, creator = $user AS created, joined_at, seat
     FROM (SELECT id FROM matches WHERE creator = $user UNION SELECT match_id FROM seats WHERE user_id = $user) own
     JOIN matches ON matches.id = own.id
     LEFT JOIN seats ON seats.match_id = matches.id AND seats.user_id = $user ORDER BY matches.id"
}

statement! {
    ListOwnInvitations { user: Uuid => sql::Uuid } =
    "SELECT match_id, inviter = $user AS sent, invitations.address, invitations.created_at, answer, answered_at
     FROM invitations WHERE inviter = $user OR user_id = $user
        OR invitations.address = (SELECT address FROM users WHERE id = $user) ORDER BY id"
}

statement! {
    ListOwnMoves { user: Uuid => sql::Uuid } =
    "SELECT moves.match_id, turn, cause, text, at FROM seats
     JOIN moves ON moves.match_id = seats.match_id AND moves.seat = seats.seat
     WHERE seats.user_id = $user ORDER BY moves.match_id, moves.ply"
}

/// The matches that this person has created or sits in.
pub async fn matches(connection: &mut Connection, user: Uuid) -> Found<Vec<OwnMatch>> {
    Ok(ListOwnMatches { user }.load(connection).await?)
}

/// The invitations to and by this person.
pub async fn invitations(connection: &mut Connection, user: Uuid) -> Found<Vec<OwnInvitation>> {
    Ok(ListOwnInvitations { user }.load(connection).await?)
}

/// The moves of this person. Without their events, which may tell what is hidden from them.
pub async fn moves(connection: &mut Connection, user: Uuid) -> Found<Vec<OwnMove>> {
    Ok(ListOwnMoves { user }.load(connection).await?)
}
