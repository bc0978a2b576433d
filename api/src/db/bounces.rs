//! Emails that could not be delivered.

use chrono::{DateTime, Utc};
use diesel::{OptionalExtension, QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;
use engine::Seat;

use super::about::About;
use super::schema::{emails, seats};
use super::types::{Count, SeatNumber};
use super::words::EmailKind;
use super::{Connection, FoundRow, Result, statement};
use crate::ids::{EmailId, MatchId, UserId};

/// An email that was sent, or given up.
#[derive(QueryableByName, Clone, Debug)]
#[diesel(table_name = emails)]
pub struct SentRow {
    pub kind: EmailKind,
    pub user_id: Option<UserId>,
    pub match_id: Option<MatchId>,
    #[diesel(embed)]
    pub about: About,
    pub created_at: DateTime<Utc>,
    /// True if the email of a later turn was owed to this reader about the same match.
    #[diesel(sql_type = sql::Bool)]
    pub overtaken: bool,
}

statement! {
    FindSent { id: EmailId => sql::Uuid } =
    "SELECT kind, user_id, match_id, about, seat, deadline, proposal, created_at,
        EXISTS (SELECT FROM emails o WHERE o.home = l.home AND o.user_id = l.user_id AND o.id > l.id AND o.kind = 'your-turn') AS overtaken
     FROM emails l WHERE id = $id"
}

/// The email with this id, if there is one.
pub async fn sent(connection: &mut Connection, id: EmailId) -> Result<Option<SentRow>> {
    Ok(FindSent { id }.get_result(connection).await.optional()?)
}

statement! {
    AddPoints { user: UserId => sql::Uuid, points: i16 => sql::SmallInt, now: DateTime<Utc> => sql::Timestamptz } =
    "INSERT INTO bounces (user_id, day, points) VALUES ($user, ($now AT TIME ZONE 'UTC')::date, $points)
     ON CONFLICT (user_id, day) DO UPDATE SET points = greatest(bounces.points, EXCLUDED.points)"
}

statement! {
    MarkUnreachable { user: UserId => sql::Uuid, now: DateTime<Utc> => sql::Timestamptz, max: i64 => sql::BigInt } =
    "UPDATE users SET unreachable_since = $now WHERE id = $user AND unreachable_since IS NULL AND deleted_at IS NULL
        AND (SELECT sum(points) FROM bounces WHERE user_id = $user AND day > ($now AT TIME ZONE 'UTC')::date - 30) >= $max"
}

/// Counts an email that could not be delivered: of one day the worst counts. Returns true if the person has now come to this number
/// of points in thirty days, and is marked as unreachable.
pub async fn count(
    connection: &mut Connection,
    user: UserId,
    points: i16,
    max: i64,
    now: DateTime<Utc>,
) -> Result<bool> {
    AddPoints { user, points, now }.execute(connection).await?;
    Ok(MarkUnreachable { user, now, max }.execute(connection).await? == 1)
}

statement! {
    Forgive { user: UserId => sql::Uuid } =
    "WITH forgotten AS (DELETE FROM bounces WHERE user_id = $user)
     UPDATE users SET unreachable_since = NULL WHERE id = $user AND unreachable_since IS NOT NULL"
}

/// Forgets all bounces of emails to a person, who has read an email.
pub async fn forgive(connection: &mut Connection, user: UserId) -> Result<()> {
    Forgive { user }.execute(connection).await?;
    Ok(())
}

statement! {
    FindSeen { user: UserId => sql::Uuid, since: DateTime<Utc> => sql::Timestamptz } =
    "SELECT EXISTS (SELECT 1 FROM sessions WHERE user_id = $user AND last_used_at > $since)
        OR EXISTS (SELECT 1 FROM personal_tokens WHERE user_id = $user AND last_used_at > $since)
        OR EXISTS (SELECT 1 FROM incoming WHERE user_id = $user AND received_at > $since
            AND result IN ('played', 'repeated', 'refused', 'help', 'board', 'preview', 'resign-asked', 'stopped', 'noted')) AS found"
}

/// Returns whether a person, or a program that acts for them, has used the server since a time, signed in or by email.
pub async fn seen(connection: &mut Connection, user: UserId, since: DateTime<Utc>) -> Result<bool> {
    let row: FoundRow = FindSeen { user, since }.get_result(connection).await?;
    Ok(row.found)
}

statement! {
    FindProof { user: UserId => sql::Uuid, since: DateTime<Utc> => sql::Timestamptz } =
    "SELECT EXISTS (SELECT FROM sessions WHERE user_id = $user AND created_at > $since)
        OR EXISTS (SELECT FROM address_changes WHERE user_id = $user AND old_confirmed_at > $since AND new_confirmed_at > $since) AS found"
}

/// Returns whether a person has signed in, or changed their address, since a time.
pub async fn proved(connection: &mut Connection, user: UserId, since: DateTime<Utc>) -> Result<bool> {
    let row: FoundRow = FindProof { user, since }.get_result(connection).await?;
    Ok(row.found)
}

/// A player at the table of another one.
#[derive(QueryableByName, Clone, Copy, Debug)]
#[diesel(table_name = seats)]
pub struct CompanionRow {
    pub match_id: MatchId,
    pub user_id: UserId,
    /// The seat of the other one.
    pub seat: Option<Seat>,
}

statement! {
    ListCompanions { user: UserId => sql::Uuid, max: i64 => sql::BigInt } =
    "SELECT DISTINCT ON (s.user_id) s.match_id, s.user_id, own.seat
     FROM seats own JOIN matches m ON m.id = own.match_id AND m.phase = 'running'
        JOIN seats s ON s.match_id = own.match_id AND s.user_id <> own.user_id
     WHERE own.user_id = $user AND own.over_at IS NULL ORDER BY s.user_id, s.match_id DESC LIMIT $max"
}

/// The people who play with a person in running matches, each once, with the latest of these matches; at most so many.
pub async fn companions(connection: &mut Connection, user: UserId, max: i64) -> Result<Vec<CompanionRow>> {
    Ok(ListCompanions { user, max }.load(connection).await?)
}

statement! {
    OweBounces {
        ids: Vec<EmailId> => sql::Array<sql::Uuid>, matches: Vec<MatchId> => sql::Array<sql::Uuid>,
        users: Vec<UserId> => sql::Array<sql::Uuid>, seats: Vec<Option<Seat>> => sql::Array<sql::Nullable<SeatNumber>>,
        now: DateTime<Utc> => sql::Timestamptz,
    } = "WITH due AS (
            SELECT home, user_id, seat FROM emails
            WHERE home = ANY($matches) AND user_id = ANY($users) AND kind = 'emails-bounce' AND state = 'due' AND seat IS NOT NULL
         ), owed AS (
            INSERT INTO emails (home, id, kind, user_id, match_id, seat, created_at, due_at)
            SELECT r.match_id, r.id, 'emails-bounce', r.user_id, r.match_id, r.seat, $now, $now
            FROM unnest($matches, $ids, $users, $seats) AS r(match_id, id, user_id, seat)
            WHERE NOT EXISTS (SELECT 1 FROM due d WHERE d.home = r.match_id AND d.user_id = r.user_id AND d.seat = r.seat)
            RETURNING id
         )
         SELECT id FROM owed"
}

/// Owes emails that tell others of a person to whom emails cannot be delivered, unless such an email is due.
pub async fn owe(connection: &mut Connection, to: &[CompanionRow], now: DateTime<Utc>) -> Result<()> {
    let statement = OweBounces {
        ids: to.iter().map(|_| EmailId::new()).collect(),
        matches: to.iter().map(|row| row.match_id).collect(),
        users: to.iter().map(|row| row.user_id).collect(),
        seats: to.iter().map(|row| row.seat).collect(),
        now,
    };
    statement.execute(connection).await?;
    Ok(())
}

/// At most this many deadlines of a seat are moved in a match: a report that an email was not delivered can be forged by its reader.
const MAX_EXTENSIONS: i64 = 2;

statement! {
    AddExtension { match_id: MatchId => sql::Uuid, seat: Seat => SeatNumber, turn: u32 => Count, now: DateTime<Utc> => sql::Timestamptz, max: i64 => sql::BigInt } =
    "WITH added AS (
        INSERT INTO extensions (match_id, seat, turn, at) SELECT $match_id, $seat, $turn, $now
        WHERE (SELECT count(*) FROM extensions WHERE match_id = $match_id AND seat = $seat) < $max
        ON CONFLICT DO NOTHING RETURNING match_id
     )
     SELECT match_id FROM added"
}

/// Notes that the deadline of a seat moves in this turn. Returns false, with nothing noted, if it has moved in this turn before, or too
/// often in the match.
pub async fn note_extension(
    connection: &mut Connection,
    match_id: MatchId,
    (seat, turn): (Seat, u32),
    now: DateTime<Utc>,
) -> Result<bool> {
    let max = MAX_EXTENSIONS;
    Ok(AddExtension { match_id, seat, turn, now, max }.execute(connection).await? == 1)
}

statement! {
    FindExtension { match_id: MatchId => sql::Uuid, seat: Seat => SeatNumber, turn: u32 => Count } =
    "SELECT EXISTS (SELECT FROM extensions WHERE match_id = $match_id AND seat = $seat AND turn = $turn) AS found"
}

/// Returns whether the deadline of a seat was moved in this turn.
pub async fn is_extended(connection: &mut Connection, match_id: MatchId, seat: Seat, turn: u32) -> Result<bool> {
    let row: FoundRow = FindExtension { match_id, seat, turn }.get_result(connection).await?;
    Ok(row.found)
}

statement! {
    ForgetBounces { now: DateTime<Utc> => sql::Timestamptz } =
    "DELETE FROM bounces WHERE day < ($now AT TIME ZONE 'UTC')::date - 30"
}

/// Forgets bounces that do not count any more.
pub async fn forget_old(connection: &mut Connection, now: DateTime<Utc>) -> Result<()> {
    ForgetBounces { now }.execute(connection).await?;
    Ok(())
}
