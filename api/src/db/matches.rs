//! Matches, their seats and their log.

use chrono::{DateTime, Utc};
use diesel::{OptionalExtension, QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::{Connection, Found, statement};

/// A match as it is stored, with the people at its table.
#[derive(QueryableByName, Clone, Debug)]
pub struct MatchRow {
    #[diesel(sql_type = sql::Uuid)]
    pub id: Uuid,
    #[diesel(sql_type = sql::Text)]
    pub game: String,
    #[diesel(sql_type = sql::SmallInt)]
    pub edition: i16,
    #[diesel(sql_type = sql::Text)]
    pub name: String,
    /// JSON, every default filled in.
    #[diesel(sql_type = sql::Text)]
    pub options: String,
    #[diesel(sql_type = sql::SmallInt)]
    pub seats: i16,
    #[diesel(sql_type = sql::Text)]
    pub seating: String,
    #[diesel(sql_type = sql::Text)]
    pub visibility: String,
    #[diesel(sql_type = sql::Nullable<sql::BigInt>)]
    pub move_time_ms: Option<i64>,
    #[diesel(sql_type = sql::Text)]
    pub on_lapse: String,
    #[diesel(sql_type = sql::Uuid)]
    pub creator: Uuid,
    #[diesel(sql_type = sql::Text)]
    pub creator_handle: String,
    #[diesel(sql_type = sql::Timestamptz)]
    pub created_at: DateTime<Utc>,
    #[diesel(sql_type = sql::Text)]
    pub phase: String,
    /// 32 bytes, secret until the match is over.
    #[diesel(sql_type = sql::Binary)]
    pub seed: Vec<u8>,
    #[diesel(sql_type = sql::Nullable<sql::Timestamptz>)]
    pub started_at: Option<DateTime<Utc>>,
    #[diesel(sql_type = sql::Nullable<sql::Timestamptz>)]
    pub ended_at: Option<DateTime<Utc>>,
    /// The number of the last log line; -1 before the start.
    #[diesel(sql_type = sql::Integer)]
    pub ply: i32,
    #[diesel(sql_type = sql::Integer)]
    pub turn: i32,
    /// When the last log line was written, in milliseconds since the start.
    #[diesel(sql_type = sql::BigInt)]
    pub moment: i64,
    /// Bit masks: seat n is the bit 1 << n.
    #[diesel(sql_type = sql::SmallInt)]
    pub left_seats: i16,
    #[diesel(sql_type = sql::SmallInt)]
    pub awaited: i16,
    #[diesel(sql_type = sql::Binary)]
    pub lapses: Vec<u8>,
    /// By seat, in milliseconds since 1970; 0 where no match clock runs.
    #[diesel(sql_type = sql::Array<sql::BigInt>)]
    pub deadlines: Vec<i64>,
    #[diesel(sql_type = sql::Nullable<sql::Timestamptz>)]
    pub wake_at: Option<DateTime<Utc>>,
    #[diesel(sql_type = sql::Nullable<sql::Text>)]
    pub state: Option<String>,
    /// The people in the order in which they joined.
    #[diesel(sql_type = sql::Array<sql::Uuid>)]
    pub user_ids: Vec<Uuid>,
    #[diesel(sql_type = sql::Array<sql::Text>)]
    pub handles: Vec<String>,
    #[diesel(sql_type = sql::Array<sql::Text>)]
    pub names: Vec<String>,
    /// Their seats; -1 before the start.
    #[diesel(sql_type = sql::Array<sql::SmallInt>)]
    pub places: Vec<i16>,
    /// Has the asking user been invited, without having answered? Looked up for private matches only.
    #[diesel(sql_type = sql::Bool)]
    pub invited: bool,
}

/// The columns of a match and of the people at its table.
macro_rules! match_columns {
    () => {
        "m.id, m.game, m.edition, m.name, m.options, m.seats, m.seating, m.visibility, m.move_time_ms, m.on_lapse, m.creator,
         (SELECT handle FROM users WHERE id = m.creator) AS creator_handle, m.created_at, m.phase, m.seed, m.started_at,
         m.ended_at, m.ply, m.turn, m.moment, m.left_seats, m.awaited, m.lapses, m.deadlines, m.wake_at, m.state,
         p.user_ids, p.handles, p.names, p.places"
    };
}

/// The people at a table.
macro_rules! people {
    () => {
        "CROSS JOIN LATERAL (
            SELECT coalesce(array_agg(q.id), '{}') AS user_ids, coalesce(array_agg(q.handle), '{}') AS handles,
                   coalesce(array_agg(q.name), '{}') AS names, coalesce(array_agg(q.place), '{}') AS places
            FROM (
                SELECT u.id, u.handle, u.name, coalesce(s.seat, -1::smallint) AS place
                FROM seats s JOIN users u ON u.id = s.user_id WHERE s.match_id = m.id ORDER BY s.joined_at, u.id
            ) q
         ) p"
    };
}

/// The statement that reads a match; public for the benchmark, which lets pgbench run the same.
pub const FIND: &str = concat!(
    "SELECT ",
    match_columns!(),
    ",
            CASE WHEN m.visibility = 'private' THEN EXISTS (
                SELECT FROM invitations i JOIN users u ON u.id = $user
                WHERE i.match_id = m.id AND i.answer IS NULL AND (i.user_id = u.id OR i.address = u.address)
            ) ELSE false END AS invited
         FROM matches m ",
    people!(),
    " WHERE m.id = $id"
);

statement! {
    FindMatch { id: Uuid => sql::Uuid, user: Option<Uuid> => sql::Nullable<sql::Uuid> } = FIND
}

/// The match with this id, as far as it concerns this user.
pub async fn find(connection: &mut Connection, id: Uuid, user: Option<Uuid>) -> Found<Option<MatchRow>> {
    Ok(FindMatch { id, user }.get_result(connection).await.optional()?)
}

/// What somebody moved last.
#[derive(QueryableByName, Clone, Debug)]
pub struct LastMoveRow {
    #[diesel(sql_type = sql::Text)]
    pub text: String,
    /// The turn for which it was sent.
    #[diesel(sql_type = sql::Integer)]
    pub turn: i32,
}

statement! {
    LastMove { id: Uuid => sql::Uuid, seat: i16 => sql::SmallInt } =
    "SELECT text, turn FROM moves WHERE match_id = $id AND seat = $seat AND cause = 'chosen' ORDER BY ply DESC LIMIT 1"
}

/// The latest move of a seat, if it has made one.
pub async fn last_move(connection: &mut Connection, id: Uuid, seat: i16) -> Found<Option<LastMoveRow>> {
    Ok(LastMove { id, seat }.get_result(connection).await.optional()?)
}

statement! {
    LockMatch { id: Uuid => sql::Uuid } = "SELECT 1 AS one FROM matches WHERE id = $id FOR NO KEY UPDATE"
}

/// Nobody else changes the match, though others may refer to it, until the transaction ends.
pub async fn lock(connection: &mut Connection, id: Uuid) -> Found<()> {
    LockMatch { id }.execute(connection).await?;
    Ok(())
}

/// A match that has just been thought of.
#[derive(Debug)]
pub struct NewMatch {
    pub id: Uuid,
    pub game: &'static str,
    pub edition: i16,
    pub name: String,
    pub options: String,
    pub seats: i16,
    pub seating: &'static str,
    pub visibility: &'static str,
    pub move_time_ms: Option<i64>,
    pub on_lapse: &'static str,
    pub creator: Uuid,
    pub created_at: DateTime<Utc>,
    pub seed: [u8; 32],
}

statement! {
    InsertMatch<'a> {
        id: Uuid => sql::Uuid, game: &'a str => sql::Text, edition: i16 => sql::SmallInt, name: &'a str => sql::Text,
        options: &'a str => sql::Text, seats: i16 => sql::SmallInt, seating: &'a str => sql::Text,
        visibility: &'a str => sql::Text, move_time_ms: Option<i64> => sql::Nullable<sql::BigInt>,
        on_lapse: &'a str => sql::Text, creator: Uuid => sql::Uuid, created_at: DateTime<Utc> => sql::Timestamptz,
        seed: &'a [u8] => sql::Binary,
    } = "INSERT INTO matches (id, game, edition, name, options, seats, seating, visibility, move_time_ms, on_lapse, creator,
            created_at, seed)
         SELECT $id, $game, $edition, $name, $options, $seats, $seating, $visibility, $move_time_ms, $on_lapse, u.id,
            $created_at, $seed
         FROM users u WHERE u.id = $creator AND u.deleted_at IS NULL FOR KEY SHARE"
}

/// Stores a new match; `false` if its creator's account is gone.
pub async fn insert(connection: &mut Connection, new: &NewMatch) -> Found<bool> {
    let statement = InsertMatch {
        id: new.id,
        game: new.game,
        edition: new.edition,
        name: &new.name,
        options: &new.options,
        seats: new.seats,
        seating: new.seating,
        visibility: new.visibility,
        move_time_ms: new.move_time_ms,
        on_lapse: new.on_lapse,
        creator: new.creator,
        created_at: new.created_at,
        seed: &new.seed,
    };
    Ok(statement.execute(connection).await? == 1)
}

statement! {
    /// `FOR KEY SHARE` looks again at an account that is just being deleted.
    AddPlayer { id: Uuid => sql::Uuid, user: Uuid => sql::Uuid, now: DateTime<Utc> => sql::Timestamptz } =
    "WITH joined AS (
        INSERT INTO seats (match_id, user_id, joined_at)
        SELECT m.id, u.id, $now FROM matches m, users u
        WHERE m.id = $id AND u.id = $user AND u.deleted_at IS NULL AND m.phase = 'open' AND m.players < m.seats
        FOR KEY SHARE OF u
        ON CONFLICT DO NOTHING RETURNING user_id
     ), answered AS (
        UPDATE invitations i SET answer = 'accepted', answered_at = $now
        FROM joined j JOIN users u ON u.id = j.user_id
        WHERE i.match_id = $id AND i.answer IS NULL AND (i.user_id = u.id OR i.address = u.address)
     )
     UPDATE matches SET players = players + 1 WHERE id = $id AND EXISTS (SELECT FROM joined)"
}

/// Gives the user a place at the table, and answers the invitation; `false` if there is none to give. Lock the match first.
pub async fn add_player(connection: &mut Connection, id: Uuid, user: Uuid, now: DateTime<Utc>) -> Found<bool> {
    Ok(AddPlayer { id, user, now }.execute(connection).await? == 1)
}

statement! {
    RemovePlayer { id: Uuid => sql::Uuid, user: Uuid => sql::Uuid, now: DateTime<Utc> => sql::Timestamptz } =
    "WITH gone AS (
        DELETE FROM seats USING matches m
        WHERE seats.match_id = $id AND seats.user_id = $user AND m.id = $id AND m.phase = 'open' RETURNING seats.user_id
     )
     UPDATE matches SET players = players - 1,
        phase = CASE WHEN players = 1 AND creator = $user THEN 'cancelled' ELSE phase END,
        ended_at = CASE WHEN players = 1 AND creator = $user THEN $now ELSE ended_at END
     WHERE id = $id AND EXISTS (SELECT FROM gone)"
}

/// Takes the user's place away before the start; a creator who leaves as the last cancels the match. `false` if there was no
/// place.
pub async fn remove_player(connection: &mut Connection, id: Uuid, user: Uuid, now: DateTime<Utc>) -> Found<bool> {
    Ok(RemovePlayer { id, user, now }.execute(connection).await? == 1)
}

statement! {
    CancelMatch { id: Uuid => sql::Uuid, creator: Uuid => sql::Uuid, now: DateTime<Utc> => sql::Timestamptz } =
    "WITH cancelled AS (
        UPDATE matches SET phase = 'cancelled', ended_at = $now WHERE id = $id AND creator = $creator AND phase = 'open'
        RETURNING id
     ), ended AS (
        UPDATE seats SET over = true FROM cancelled c WHERE seats.match_id = c.id
     )
     SELECT id FROM cancelled"
}

/// Calls a match off that has not started; `false` if it is not this creator's or not open.
pub async fn cancel(connection: &mut Connection, id: Uuid, creator: Uuid, now: DateTime<Utc>) -> Found<bool> {
    Ok(CancelMatch { id, creator, now }.execute(connection).await? == 1)
}

statement! {
    SeatPlayers<'a> {
        id: Uuid => sql::Uuid, users: &'a [Uuid] => sql::Array<sql::Uuid>, places: &'a [i16] => sql::Array<sql::SmallInt>,
    } = "UPDATE seats SET seat = o.place FROM unnest($users, $places) AS o(user_id, place)
         WHERE seats.match_id = $id AND seats.user_id = o.user_id"
}

/// Says who sits where.
pub async fn seat_players(connection: &mut Connection, id: Uuid, users: &[Uuid], places: &[i16]) -> Found<()> {
    SeatPlayers { id, users, places }.execute(connection).await?;
    Ok(())
}

/// A line of the log as it is stored.
#[derive(QueryableByName, Clone, Debug)]
pub struct MoveRow {
    #[diesel(sql_type = sql::Integer)]
    pub ply: i32,
    #[diesel(sql_type = sql::Nullable<sql::SmallInt>)]
    pub seat: Option<i16>,
    #[diesel(sql_type = sql::Text)]
    pub cause: String,
    #[diesel(sql_type = sql::Text)]
    pub text: String,
    #[diesel(sql_type = sql::Text)]
    pub events: String,
    #[diesel(sql_type = sql::BigInt)]
    pub moment: i64,
    #[diesel(sql_type = sql::Timestamptz)]
    pub at: DateTime<Utc>,
}

statement! {
    ListMoves { id: Uuid => sql::Uuid } =
    "SELECT ply, seat, cause, text, events, moment, at FROM moves WHERE match_id = $id ORDER BY ply"
}

/// The whole log, in order.
pub async fn log(connection: &mut Connection, id: Uuid) -> Found<Vec<MoveRow>> {
    Ok(ListMoves { id }.load(connection).await?)
}

statement! {
    DueMatches { now: DateTime<Utc> => sql::Timestamptz } =
    "SELECT id FROM matches WHERE due_at <= $now ORDER BY due_at LIMIT 64"
}

/// Nothing but an id.
#[derive(QueryableByName)]
pub(super) struct IdRow {
    #[diesel(sql_type = sql::Uuid)]
    pub(super) id: Uuid,
}

/// The matches in which a clock has run out, the longest overdue first.
pub async fn due(connection: &mut Connection, now: DateTime<Utc>) -> Found<Vec<Uuid>> {
    let rows: Vec<IdRow> = DueMatches { now }.load(connection).await?;
    Ok(rows.into_iter().map(|row| row.id).collect())
}

statement! {
    CountLate { now: DateTime<Utc> => sql::Timestamptz } =
    "SELECT count(*) AS count FROM matches WHERE due_at < $now - interval '1 minute'"
}

#[derive(QueryableByName)]
struct CountRow {
    #[diesel(sql_type = sql::BigInt)]
    count: i64,
}

/// In how many matches a clock ran out a minute ago, and nobody has looked.
pub async fn late(connection: &mut Connection, now: DateTime<Utc>) -> Found<i64> {
    let row: CountRow = CountLate { now }.get_result(connection).await?;
    Ok(row.count)
}

statement! {
    LookAgain { id: Uuid => sql::Uuid, ply: i32 => sql::Integer, at: Option<DateTime<Utc>> => sql::Nullable<sql::Timestamptz> } =
    "UPDATE matches SET due_at = $at WHERE id = $id AND ply = $ply"
}

/// Says when the worker has to look at a match again, unless it has gone on meanwhile.
pub async fn look_again(connection: &mut Connection, id: Uuid, ply: i32, at: Option<DateTime<Utc>>) -> Found<()> {
    LookAgain { id, ply, at }.execute(connection).await?;
    Ok(())
}

statement! {
    PostponeMatch { id: Uuid => sql::Uuid, until: DateTime<Utc> => sql::Timestamptz } =
    "UPDATE matches SET due_at = $until WHERE id = $id AND due_at IS NOT NULL"
}

/// Lets the worker look at a match later, because something is wrong with it.
pub async fn postpone(connection: &mut Connection, id: Uuid, until: DateTime<Utc>) -> Found<()> {
    PostponeMatch { id, until }.execute(connection).await?;
    Ok(())
}

statement! {
    ListPlayed { after: Uuid => sql::Uuid } =
    "SELECT id FROM matches WHERE state IS NOT NULL AND id > $after ORDER BY id LIMIT 500"
}

/// The matches that have started, some at a time.
pub async fn played(connection: &mut Connection, after: Uuid) -> Found<Vec<Uuid>> {
    let rows: Vec<IdRow> = ListPlayed { after }.load(connection).await?;
    Ok(rows.into_iter().map(|row| row.id).collect())
}
