//! Tournaments.

use chrono::{DateTime, Utc};
use diesel::{OptionalExtension, QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;
use engine::{Seed, Span};

use super::schema::tournaments;
use super::types::{Bytes, Milliseconds, Small, Word};
use super::words::{EmailKind, TournamentFormat, TournamentPhase};
use super::{Connection, CountRow, Result, statement};
use crate::ids::{EmailId, TournamentId, UserId};

/// A tournament.
#[derive(QueryableByName, Clone, Debug)]
#[diesel(table_name = tournaments)]
pub struct TournamentRow {
    pub id: TournamentId,
    /// By which email calls it.
    pub number: i32,
    pub format: TournamentFormat,
    pub name: String,
    pub creator: UserId,
    #[diesel(sql_type = sql::Text)]
    pub creator_handle: String,
    pub created_at: DateTime<Utc>,
    pub game: String,
    /// JSON, every default filled in.
    pub options: String,
    pub seats: u8,
    /// The terms of the clock of its matches, as JSON.
    pub clock: String,
    pub phase: TournamentPhase,
    pub closes_at: DateTime<Utc>,
    pub max_entries: u8,
    /// The most matches of one person at a time.
    pub at_once: u8,
    pub seed: Seed,
    /// How long people can enter.
    #[diesel(column_name = entry_ms)]
    pub entry_time: Span,
    #[diesel(embed)]
    pub series: Series,
    /// True if the host shows it before others.
    pub featured: bool,
    pub started_at: Option<DateTime<Utc>>,
    pub ended_at: Option<DateTime<Utc>>,
    /// The number of people who have entered.
    #[diesel(sql_type = sql::BigInt)]
    pub entry_count: i64,
}

/// The editions before and after a tournament.
#[derive(QueryableByName, Clone, Copy, PartialEq, Eq, Debug)]
#[diesel(table_name = tournaments)]
pub struct Series {
    /// True if another edition follows.
    pub repeats: bool,
    /// The number of the edition, from 1.
    pub edition: i32,
    /// The edition before.
    pub previous: Option<TournamentId>,
    /// How many players of a group are in the group above in the next edition.
    pub promoted: u8,
    /// How many are in the group below.
    pub relegated: u8,
}

/// The columns of a tournament.
macro_rules! columns {
    () => {
        "SELECT t.id, t.number, t.format, t.name, t.creator, (SELECT handle FROM users WHERE id = t.creator) AS creator_handle, t.created_at, t.game,
            t.options, t.seats, t.clock, t.phase, t.closes_at, t.max_entries, t.at_once, t.seed, t.entry_ms, t.repeats, t.edition, t.previous,
            t.promoted, t.relegated, t.featured, t.started_at, t.ended_at,
            (SELECT count(*) FROM entries e WHERE e.tournament_id = t.id AND (e.withdrawn_at IS NULL OR t.format = 'groups')) AS entry_count
         FROM tournaments t "
    };
}

/// A tournament to be stored.
#[derive(Debug)]
pub struct NewTournament {
    pub id: TournamentId,
    pub format: TournamentFormat,
    pub name: String,
    pub creator: UserId,
    pub created_at: DateTime<Utc>,
    pub game: &'static str,
    /// JSON, every default filled in.
    pub options: String,
    pub seats: u8,
    /// The terms of the clock of its matches, as JSON.
    pub clock: String,
    pub entry_time: Span,
    pub max_entries: u8,
    pub at_once: u8,
    pub seed: Seed,
    pub series: Series,
}

statement! {
    InsertTournament<'a> {
        id: TournamentId => sql::Uuid, format: TournamentFormat => Word, name: &'a str => sql::Text, creator: UserId => sql::Uuid, created_at: DateTime<Utc> => sql::Timestamptz,
        game: &'a str => sql::Text, options: &'a str => sql::Text, seats: u8 => Small, clock: &'a str => sql::Text,
        entry_ms: Span => Milliseconds, max_entries: u8 => Small, at_once: u8 => Small, seed: &'a Seed => Bytes, repeats: bool => sql::Bool,
        edition: i32 => sql::Integer, previous: Option<TournamentId> => sql::Nullable<sql::Uuid>, promoted: u8 => Small, relegated: u8 => Small,
    } = "INSERT INTO tournaments (id, format, number, name, creator, created_at, game, options, seats, clock, closes_at, max_entries, at_once, seed, due_at,
            entry_ms, repeats, edition, previous, promoted, relegated)
         SELECT $id, $format, coalesce((SELECT max(number) FROM tournaments), 0) + 1, $name, u.id, $created_at, $game, $options, $seats, $clock,
            c.closes_at, $max_entries, $at_once, $seed, c.closes_at, $entry_ms, $repeats, $edition, $previous, $promoted, $relegated
         FROM users u CROSS JOIN (SELECT $created_at + $entry_ms * interval '1 millisecond' AS closes_at) c
         WHERE u.id = $creator AND u.deleted_at IS NULL FOR KEY SHARE OF u"
}

/// Stores a new tournament; `false` if its creator's account is gone. Another one may have taken its number meanwhile:
/// [`Trouble::Taken`](super::Trouble::Taken).
pub async fn insert(connection: &mut Connection, new: &NewTournament) -> Result<bool> {
    let statement = InsertTournament {
        id: new.id,
        format: new.format,
        name: &new.name,
        creator: new.creator,
        created_at: new.created_at,
        game: new.game,
        options: &new.options,
        seats: new.seats,
        clock: &new.clock,
        entry_ms: new.entry_time,
        max_entries: new.max_entries,
        at_once: new.at_once,
        seed: &new.seed,
        repeats: new.series.repeats,
        edition: new.series.edition,
        previous: new.series.previous,
        promoted: new.series.promoted,
        relegated: new.series.relegated,
    };
    Ok(statement.execute(connection).await? == 1)
}

statement! {
    FindTournament { id: TournamentId => sql::Uuid } = concat!(columns!(), "WHERE t.id = $id")
}

/// The tournament with this id.
pub async fn find(connection: &mut Connection, id: TournamentId) -> Result<Option<TournamentRow>> {
    Ok(FindTournament { id }.get_result(connection).await.optional()?)
}

statement! {
    LockTournament { id: TournamentId => sql::Uuid } = "SELECT 1 AS one FROM tournaments WHERE id = $id FOR NO KEY UPDATE"
}

/// Locks a tournament until the transaction ends: no other transaction can change it, its entries or its pairings.
pub async fn lock(connection: &mut Connection, id: TournamentId) -> Result<()> {
    LockTournament { id }.execute(connection).await?;
    Ok(())
}

statement! {
    FindTournamentNumber { number: i32 => sql::Integer } = concat!(columns!(), "WHERE t.number = $number")
}

/// The tournament with this number.
pub async fn numbered(connection: &mut Connection, number: i32) -> Result<Option<TournamentRow>> {
    Ok(FindTournamentNumber { number }.get_result(connection).await.optional()?)
}

statement! {
    ListTournaments<'a> {
        phase: TournamentPhase => Word, game: Option<&'a str> => sql::Nullable<sql::Text>, before: TournamentId => sql::Uuid, max: i64 => sql::BigInt,
    } = concat!(columns!(), "WHERE t.phase = $phase AND t.id < $before AND ($game IS NULL OR t.game = $game) ORDER BY t.id DESC LIMIT $max")
}

/// The tournaments in a phase, the newest first; all, or those of one game.
pub async fn list(
    connection: &mut Connection,
    phase: TournamentPhase,
    game: Option<&str>,
    before: TournamentId,
    max: i64,
) -> Result<Vec<TournamentRow>> {
    Ok(ListTournaments { phase, game, before, max }.load(connection).await?)
}

statement! {
    ListTournamentsOf { user: UserId => sql::Uuid, before: TournamentId => sql::Uuid, is_over: bool => sql::Bool, max: i64 => sql::BigInt } =
    concat!(columns!(), "JOIN entries o ON o.tournament_id = t.id
        WHERE o.user_id = $user AND t.id < $before AND (t.phase IN ('over', 'called-off')) = $is_over AND ($is_over OR o.withdrawn_at IS NULL)
        ORDER BY t.id DESC LIMIT $max")
}

/// The tournaments that a person has entered, the newest first: those that are over, or others.
pub async fn of_person(
    connection: &mut Connection,
    user: UserId,
    is_over: bool,
    before: TournamentId,
    max: i64,
) -> Result<Vec<TournamentRow>> {
    Ok(ListTournamentsOf { user, before, is_over, max }.load(connection).await?)
}

statement! {
    FindNextTournament { id: TournamentId => sql::Uuid } = concat!(columns!(), "WHERE t.previous = $id")
}

/// The edition after a tournament, if there is one.
pub async fn next(connection: &mut Connection, id: TournamentId) -> Result<Option<TournamentRow>> {
    Ok(FindNextTournament { id }.get_result(connection).await.optional()?)
}

statement! {
    CountTournamentsBy { user: UserId => sql::Uuid } =
    "SELECT count(*) AS count FROM tournaments WHERE creator = $user AND phase IN ('entry', 'running') AND format = 'groups'"
}

/// The number of tournaments of this creator that are not over, without ladders, which do not end.
pub async fn count_by(connection: &mut Connection, user: UserId) -> Result<i64> {
    let row: CountRow = CountTournamentsBy { user }.get_result(connection).await?;
    Ok(row.count)
}

statement! {
    FindTournamentName { id: TournamentId => sql::Uuid } = "SELECT name FROM tournaments WHERE id = $id"
}

#[derive(QueryableByName)]
#[diesel(table_name = tournaments)]
struct NameRow {
    name: String,
}

/// The name of a tournament.
pub async fn name(connection: &mut Connection, id: TournamentId) -> Result<Option<String>> {
    let row: Option<NameRow> = FindTournamentName { id }.get_result(connection).await.optional()?;
    Ok(row.map(|row| row.name))
}

statement! {
    SetTournament {
        id: TournamentId => sql::Uuid, phase: TournamentPhase => Word, started_at: Option<DateTime<Utc>> => sql::Nullable<sql::Timestamptz>,
        ended_at: Option<DateTime<Utc>> => sql::Nullable<sql::Timestamptz>, due_at: Option<DateTime<Utc>> => sql::Nullable<sql::Timestamptz>,
    } = "UPDATE tournaments SET phase = $phase, started_at = $started_at, ended_at = $ended_at, due_at = $due_at WHERE id = $id"
}

/// Stores the phase of a tournament with its times, and when the worker looks at it next.
pub async fn set(connection: &mut Connection, row: &TournamentRow, due_at: Option<DateTime<Utc>>) -> Result<()> {
    let TournamentRow { id, phase, started_at, ended_at, .. } = *row;
    SetTournament { id, phase, started_at, ended_at, due_at }.execute(connection).await?;
    Ok(())
}

statement! {
    FeatureTournament { id: TournamentId => sql::Uuid, featured: bool => sql::Bool } =
    "UPDATE tournaments SET featured = $featured WHERE id = $id AND featured <> $featured"
}

/// Lets the host show a tournament before others, or not any more; `false` if that is so already.
pub async fn feature(connection: &mut Connection, id: TournamentId, featured: bool) -> Result<bool> {
    Ok(FeatureTournament { id, featured }.execute(connection).await? == 1)
}

statement! {
    ListFeatured { max: i64 => sql::BigInt } =
    concat!(columns!(), "WHERE t.featured AND t.phase IN ('entry', 'running') ORDER BY t.id DESC LIMIT $max")
}

/// The tournaments that the host shows before others and that are not over.
pub async fn featured(connection: &mut Connection, max: i64) -> Result<Vec<TournamentRow>> {
    Ok(ListFeatured { max }.load(connection).await?)
}

#[derive(QueryableByName)]
#[diesel(table_name = tournaments)]
struct IdRow {
    id: TournamentId,
}

statement! {
    ListDueTournaments { now: DateTime<Utc> => sql::Timestamptz, max: i64 => sql::BigInt } =
    "SELECT id FROM (
        SELECT id FROM tournaments WHERE due_at <= $now
        UNION
        SELECT p.tournament_id FROM pairings p JOIN matches m ON m.id = p.match_id WHERE p.state = 'playing' AND m.phase <> 'running'
     ) d ORDER BY id LIMIT $max"
}

/// The tournaments at which the worker has to look: their time has come, or a match has ended.
pub async fn due(connection: &mut Connection, now: DateTime<Utc>, max: i64) -> Result<Vec<TournamentId>> {
    let rows: Vec<IdRow> = ListDueTournaments { now, max }.load(connection).await?;
    Ok(rows.into_iter().map(|row| row.id).collect())
}

statement! {
    OweTournamentEmails<'a> {
        id: TournamentId => sql::Uuid, emails: &'a [EmailId] => sql::Array<sql::Uuid>, users: &'a [UserId] => sql::Array<sql::Uuid>,
        kind: EmailKind => Word, now: DateTime<Utc> => sql::Timestamptz,
    } = "INSERT INTO emails (home, id, kind, user_id, about, created_at, due_at)
         SELECT $id, e.id, $kind, e.user_id, $id, $now, $now FROM unnest($emails, $users) AS e(id, user_id)"
}

/// Owes an email about a tournament to each of these people.
pub async fn owe(
    connection: &mut Connection,
    id: TournamentId,
    kind: EmailKind,
    users: &[UserId],
    now: DateTime<Utc>,
) -> Result<()> {
    let emails: Vec<EmailId> = users.iter().map(|_| EmailId::new()).collect();
    OweTournamentEmails { id, emails: &emails, users, kind, now }.execute(connection).await?;
    Ok(())
}
