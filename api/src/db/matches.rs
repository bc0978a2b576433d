//! Matches, their seats and their log.

use std::sync::LazyLock;

use chrono::{DateTime, Utc};
use diesel::deserialize::QueryableByName as ByName;
use diesel::pg::Pg;
use diesel::row::NamedRow;
use diesel::{OptionalExtension, QueryableByName, deserialize, sql_types as sql};
use diesel_async::RunQueryDsl;
use engine::players::Level;
use engine::records::Head;
use engine::{RatingClass, Seat, Seed};

use super::advance::Progress;
use super::alive::{Outages, outages};
use super::played_on::PlayedOn;
use super::proposals::{Unanswered, unanswered_columns};
use super::schema::matches;
use super::statement::for_each_column;
use super::types::{Bytes, Count, SeatNumber, Small, Word};
use super::words::{ComputerPace, OnLapse, Seating, Visibility};
use super::{Connection, CountRow, Result, statement};
use crate::ids::{MatchId, TournamentId, UserId};

/// A match as it is stored, with the people at its table.
#[derive(QueryableByName, Clone, Debug)]
#[diesel(table_name = matches)]
pub struct MatchRow {
    pub id: MatchId,
    pub game: String,
    pub edition: u16,
    pub name: String,
    /// JSON, every default filled in.
    pub options: String,
    pub seats: u8,
    pub seating: Seating,
    pub visibility: Visibility,
    /// The terms of the match clock, as JSON.
    pub clock: String,
    pub on_lapse: OnLapse,
    /// True if players may write notes to each other.
    pub notes: bool,
    pub computer_pace: ComputerPace,
    /// The class of ratings that the result counts for, if any.
    pub rated: Option<RatingClass>,
    /// The tournament that it belongs to, if any.
    pub tournament: Option<TournamentId>,
    pub creator: UserId,
    #[diesel(sql_type = sql::Text)]
    pub creator_handle: String,
    pub created_at: DateTime<Utc>,
    /// True if the creator imported it from a record.
    pub imported: bool,
    /// Secret until the match is over. From the start with the values of players.
    pub seed: Seed,
    /// The time of the last line of the log.
    #[diesel(sql_type = sql::Nullable<sql::Timestamptz>)]
    pub last_at: Option<DateTime<Utc>>,
    #[diesel(embed)]
    pub outages: Outages,
    /// The number of changes that were no moves.
    pub revision: u32,
    #[diesel(embed)]
    pub progress: Progress,
    #[diesel(embed)]
    pub heads: Heads,
    #[diesel(embed)]
    pub players: Players,
    #[diesel(embed)]
    pub proposal: Unanswered,
    #[diesel(embed)]
    pub played_on: PlayedOn,
    /// True if the host has hidden the match. It is private then.
    #[diesel(sql_type = sql::Bool)]
    pub hidden: bool,
    /// The reason for which the host ended the match or cancelled it.
    #[diesel(sql_type = sql::Nullable<sql::Text>)]
    pub ended_by_host: Option<String>,
    /// True if the asking user has an open invitation. Looked up for private matches only.
    #[diesel(sql_type = sql::Bool)]
    pub invited: bool,
}

/// The heads of the chain of the log. None of them before the start, and in a match that began before heads were stored.
#[derive(QueryableByName, Clone, Copy, Default, Debug)]
pub struct Heads {
    /// That after the last line.
    #[diesel(sql_type = sql::Nullable<Bytes>)]
    pub head: Option<Head>,
    /// That after the last line that spectators may know of.
    #[diesel(sql_type = sql::Nullable<Bytes>)]
    pub public_head: Option<Head>,
    /// The number of that line for spectators.
    #[diesel(sql_type = sql::Nullable<Count>)]
    pub public_line: Option<u32>,
}

/// A person at the table.
#[derive(Clone, Debug)]
pub struct Player {
    pub id: UserId,
    pub handle: String,
    pub name: String,
    /// The seat; none before the start.
    pub seat: Option<Seat>,
    /// The number of people who held the seat before.
    pub holder: u8,
    /// The vacations, as JSON.
    pub vacations: String,
    /// The level, if this is a computer player.
    pub computer: Option<Level>,
    /// True if a program plays for the account.
    pub is_bot: bool,
}

/// The people at a table in the order in which they joined.
#[derive(Clone, Debug)]
pub struct Players(pub Vec<Player>);

/// The statement gives a list for each property, as Postgres reads and sends those faster than records.
impl ByName<Pg> for Players {
    fn build<'a>(row: &impl NamedRow<'a, Pg>) -> deserialize::Result<Players> {
        let ids: Vec<UserId> = NamedRow::get::<sql::Array<sql::Uuid>, _>(row, "user_ids")?;
        let handles: Vec<String> = NamedRow::get::<sql::Array<sql::Text>, _>(row, "handles")?;
        let names: Vec<String> = NamedRow::get::<sql::Array<sql::Text>, _>(row, "names")?;
        let seats: Vec<Option<Seat>> = NamedRow::get::<sql::Array<sql::Nullable<SeatNumber>>, _>(row, "places")?;
        let vacations: Vec<String> = NamedRow::get::<sql::Array<sql::Text>, _>(row, "vacations")?;
        let holders: Vec<u8> = NamedRow::get::<sql::Array<Small>, _>(row, "holders")?;
        let computers: Vec<Option<Level>> = NamedRow::get::<sql::Array<sql::Nullable<Small>>, _>(row, "computers")?;
        let bots: Vec<bool> = NamedRow::get::<sql::Array<sql::Bool>, _>(row, "bots")?;
        let each =
            ids.into_iter().zip(handles).zip(names).zip(seats).zip(holders).zip(vacations).zip(computers).zip(bots);
        let player = |(((((((id, handle), name), seat), holder), vacations), computer), is_bot)| Player {
            id,
            handle,
            name,
            seat,
            holder,
            vacations,
            computer,
            is_bot,
        };
        Ok(Players(each.map(player).collect()))
    }
}

/// The last line of a log, and the last one that spectators may know of.
macro_rules! last_lines {
    () => {
        "LEFT JOIN moves l ON l.match_id = $id AND l.ply = m.ply
         LEFT JOIN LATERAL (
            SELECT head AS public_head, public_line FROM moves
            WHERE l.head IS NOT NULL AND match_id = $id AND ply <= m.ply AND public_line IS NOT NULL ORDER BY ply DESC LIMIT 1
         ) k ON true "
    };
}

/// The people at the table of the match with this id.
macro_rules! people {
    ($id:literal) => {
        concat!("CROSS JOIN LATERAL (
            SELECT coalesce(array_agg(q.id), '{}') AS user_ids, coalesce(array_agg(q.handle), '{}') AS handles,
                   coalesce(array_agg(q.name), '{}') AS names, coalesce(array_agg(q.place), '{}') AS places,
                   coalesce(array_agg(q.holder), '{}') AS holders, coalesce(array_agg(q.vacations), '{}') AS vacations,
                   coalesce(array_agg(q.computer), '{}') AS computers, coalesce(array_agg(q.is_bot), '{}') AS bots
            FROM (
                SELECT u.id, u.handle, u.name, u.vacations, u.computer, u.is_bot, s.seat AS place, s.holder
                FROM seats s JOIN users u ON u.id = s.user_id WHERE s.match_id = ", $id, " ORDER BY s.joined_at, u.id
            ) q
         ) p")
    };
}
pub(super) use people;

/// The statement that reads a match. Each table names the match itself: where the rows are distributed, a node is found by that. Public for the benchmark, which lets pgbench run the same.
pub static FIND: LazyLock<String> =
    LazyLock::new(|| for_each_column(FIND_TEMPLATE, "progress", &Progress::parameters()));

const FIND_TEMPLATE: &str = concat!(
    "SELECT m.id, m.game, m.edition, m.name, m.options, m.seats, m.seating, m.visibility, m.clock, m.on_lapse, m.notes, m.computer_pace, m.rated, m.tournament, m.creator,
            (SELECT handle FROM users WHERE id = m.creator) AS creator_handle, m.created_at, m.imported, m.seed, m.revision, [[m.progress]],
            l.at AS last_at, l.head, k.public_head, k.public_line, p.user_ids, p.handles, p.names, p.places, p.holders, p.vacations,
            p.computers, p.bots, e.source, e.earlier_seeds, e.moment AS start_moment, ",
    outages!(),
    ", ",
    unanswered_columns!(),
    ",
            CASE WHEN m.visibility = 'private' THEN EXISTS (
                SELECT FROM invitations i JOIN users u ON u.id = $user
                WHERE i.match_id = $id AND i.answer IS NULL AND (i.user_id = u.id OR i.address = u.address)
            ) ELSE false END AS invited,
            CASE WHEN m.visibility = 'private' THEN EXISTS (SELECT FROM hidden_matches WHERE match_id = $id) ELSE false END AS hidden,
            CASE WHEN m.phase IN ('over', 'cancelled') THEN (
                SELECT reason FROM host_acts WHERE match_id = $id AND act = 'end'
            ) END AS ended_by_host
         FROM matches m LEFT JOIN proposals o ON o.match_id = $id AND o.answer IS NULL
              LEFT JOIN played_on e ON e.match_id = $id ",
    last_lines!(),
    people!("$id"),
    " WHERE m.id = $id"
);

statement! {
    FindMatch { id: MatchId => sql::Uuid, user: Option<UserId> => sql::Nullable<sql::Uuid> } = &FIND
}

/// The match with this id, as far as it concerns this user.
pub async fn find(connection: &mut Connection, id: MatchId, user: Option<UserId>) -> Result<Option<MatchRow>> {
    Ok(FindMatch { id, user }.get_result(connection).await.optional()?)
}

statement! {
    LockMatch { id: MatchId => sql::Uuid } = "SELECT 1 AS one FROM matches WHERE id = $id FOR NO KEY UPDATE"
}

/// Locks the match until the transaction ends: no other transaction can change it, but others may refer to it.
pub async fn lock(connection: &mut Connection, id: MatchId) -> Result<()> {
    LockMatch { id }.execute(connection).await?;
    Ok(())
}

/// A match to be stored.
#[derive(Debug)]
pub struct NewMatch {
    pub id: MatchId,
    pub game: &'static str,
    pub edition: u16,
    pub name: String,
    /// JSON, every default filled in.
    pub options: String,
    pub seats: u8,
    pub seating: Seating,
    pub visibility: Visibility,
    /// The terms of the match clock, as JSON.
    pub clock: String,
    pub on_lapse: OnLapse,
    pub notes: bool,
    pub computer_pace: ComputerPace,
    pub rated: Option<RatingClass>,
    pub tournament: Option<TournamentId>,
    pub creator: UserId,
    pub created_at: DateTime<Utc>,
    pub imported: bool,
    pub seed: Seed,
}

statement! {
    InsertMatch<'a> {
        id: MatchId => sql::Uuid, game: &'a str => sql::Text, edition: u16 => Small, name: &'a str => sql::Text,
        options: &'a str => sql::Text, seats: u8 => Small, seating: Seating => Word, visibility: Visibility => Word,
        clock: &'a str => sql::Text, on_lapse: OnLapse => Word, notes: bool => sql::Bool,
        computer_pace: ComputerPace => Word, rated: Option<RatingClass> => sql::Nullable<Word>,
        tournament: Option<TournamentId> => sql::Nullable<sql::Uuid>, creator: UserId => sql::Uuid, created_at: DateTime<Utc> => sql::Timestamptz,
        imported: bool => sql::Bool, seed: &'a Seed => Bytes,
    } = "INSERT INTO matches (id, game, edition, name, options, seats, seating, visibility, clock, on_lapse, notes, computer_pace, rated,
            tournament, creator, created_at, imported, seed)
         SELECT $id, $game, $edition, $name, $options, $seats, $seating, $visibility, $clock, $on_lapse, $notes, $computer_pace, $rated,
            $tournament, u.id, $created_at, $imported, $seed
         FROM users u WHERE u.id = $creator AND u.deleted_at IS NULL FOR KEY SHARE"
}

/// Stores a new match; `false` if its creator's account is gone.
pub async fn insert(connection: &mut Connection, new: &NewMatch) -> Result<bool> {
    let statement = InsertMatch {
        id: new.id,
        game: new.game,
        edition: new.edition,
        name: &new.name,
        options: &new.options,
        seats: new.seats,
        seating: new.seating,
        visibility: new.visibility,
        clock: &new.clock,
        on_lapse: new.on_lapse,
        notes: new.notes,
        computer_pace: new.computer_pace,
        rated: new.rated,
        tournament: new.tournament,
        creator: new.creator,
        created_at: new.created_at,
        imported: new.imported,
        seed: &new.seed,
    };
    Ok(statement.execute(connection).await? == 1)
}

statement! {
    /// `FOR KEY SHARE` looks again at an account that is just being deleted.
    AddPlayer { id: MatchId => sql::Uuid, user: UserId => sql::Uuid, now: DateTime<Utc> => sql::Timestamptz } =
    include_str!("add_player.sql")
}

/// Gives the user a place at the table, and answers the invitation; `false` if there is none to give. Lock the match first.
pub async fn add_player(connection: &mut Connection, id: MatchId, user: UserId, now: DateTime<Utc>) -> Result<bool> {
    Ok(AddPlayer { id, user, now }.execute(connection).await? == 1)
}

statement! {
    RemovePlayer { id: MatchId => sql::Uuid, user: UserId => sql::Uuid, now: DateTime<Utc> => sql::Timestamptz } =
    "WITH gone AS (
        DELETE FROM seats USING matches m
        WHERE seats.match_id = $id AND seats.user_id = $user AND m.id = $id AND m.phase = 'open' RETURNING seats.user_id
     ), others AS (
        SELECT count(*) AS people FROM seats s JOIN users u ON u.id = s.user_id
        WHERE s.match_id = $id AND s.user_id <> $user AND u.computer IS NULL
     )
     UPDATE matches SET players = players - 1,
        phase = CASE WHEN o.people = 0 AND creator = $user THEN 'cancelled' ELSE phase END,
        ended_at = CASE WHEN o.people = 0 AND creator = $user THEN $now ELSE ended_at END
     FROM others o WHERE id = $id AND EXISTS (SELECT FROM gone)"
}

/// Takes the user's place away before the start; a creator who leaves as the last person cancels the match. `false` if there was no
/// place.
pub async fn remove_player(connection: &mut Connection, id: MatchId, user: UserId, now: DateTime<Utc>) -> Result<bool> {
    Ok(RemovePlayer { id, user, now }.execute(connection).await? == 1)
}

statement! {
    CancelMatch { id: MatchId => sql::Uuid, creator: UserId => sql::Uuid, now: DateTime<Utc> => sql::Timestamptz } =
    "WITH cancelled AS (
        UPDATE matches SET phase = 'cancelled', ended_at = $now WHERE id = $id AND creator = $creator AND phase = 'open'
        RETURNING id
     ), ended AS (
        UPDATE seats SET over_at = $now FROM cancelled WHERE seats.match_id = $id
     )
     SELECT id FROM cancelled"
}

/// Cancels a match that has not started; `false` if this user did not create it or if it is not open.
pub async fn cancel(connection: &mut Connection, id: MatchId, creator: UserId, now: DateTime<Utc>) -> Result<bool> {
    Ok(CancelMatch { id, creator, now }.execute(connection).await? == 1)
}

statement! {
    SeatPlayers<'a> {
        id: MatchId => sql::Uuid, users: &'a [UserId] => sql::Array<sql::Uuid>, places: &'a [Seat] => sql::Array<SeatNumber>,
    } = "UPDATE seats SET seat = o.place FROM unnest($users, $places) AS o(user_id, place)
         WHERE seats.match_id = $id AND seats.user_id = o.user_id"
}

/// Stores the seat of each of these users.
pub async fn seat_players(connection: &mut Connection, id: MatchId, users: &[UserId], places: &[Seat]) -> Result<()> {
    SeatPlayers { id, users, places }.execute(connection).await?;
    Ok(())
}

/// The id of a match.
#[derive(QueryableByName)]
#[diesel(table_name = matches)]
pub(super) struct IdRow {
    pub(super) id: MatchId,
}

statement! {
    CountLate { now: DateTime<Utc> => sql::Timestamptz } =
    "SELECT count(*) AS count FROM matches WHERE due_at < $now - interval '1 minute'"
}

/// The number of matches in which a clock expired a minute ago or earlier and was not settled.
pub async fn late(connection: &mut Connection, now: DateTime<Utc>) -> Result<i64> {
    let row: CountRow = CountLate { now }.get_result(connection).await?;
    Ok(row.count)
}

statement! {
    ListPlayed { after: MatchId => sql::Uuid } =
    "SELECT id FROM matches WHERE state IS NOT NULL AND id > $after ORDER BY id LIMIT 500"
}

/// The matches that have started, some at a time.
pub async fn played(connection: &mut Connection, after: MatchId) -> Result<Vec<MatchId>> {
    let rows: Vec<IdRow> = ListPlayed { after }.load(connection).await?;
    Ok(rows.into_iter().map(|row| row.id).collect())
}
