//! The matches of tournaments, those to come included.

use chrono::{DateTime, Utc};
use diesel::{QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;

use super::schema::pairings;
use super::types::{Small, Word};
use super::words::PairingState;
use super::{Connection, Result, statement};
use crate::ids::{MatchId, TournamentId, UserId};

/// A match of a tournament.
#[derive(QueryableByName, Clone, Debug)]
#[diesel(table_name = pairings)]
pub struct PairingRow {
    /// In the tournament, from 1.
    pub number: i32,
    /// The group.
    pub division: u8,
    /// The players by seat.
    #[diesel(sql_type = sql::Array<sql::Uuid>)]
    pub people: Vec<UserId>,
    pub state: PairingState,
    /// None before it starts.
    pub match_id: Option<MatchId>,
    /// The result of each seat, as JSON, once there is one.
    pub results: Option<String>,
    /// When it ended in one way or another.
    pub done_at: Option<DateTime<Utc>>,
}

statement! {
    ListPairings { id: TournamentId => sql::Uuid } =
    "SELECT number, division, people, state, match_id, results, done_at FROM pairings WHERE tournament_id = $id ORDER BY number"
}

/// The matches of a tournament in their order, those to come included.
pub async fn list(connection: &mut Connection, id: TournamentId) -> Result<Vec<PairingRow>> {
    Ok(ListPairings { id }.load(connection).await?)
}

statement! {
    ListRecentPairings { id: TournamentId => sql::Uuid, since: DateTime<Utc> => sql::Timestamptz } =
    "SELECT number, division, people, state, match_id, results, done_at FROM pairings
     WHERE tournament_id = $id AND (state = 'playing' OR done_at > $since) ORDER BY number DESC"
}

/// The matches of a ladder that are played, or ended after this time, the newest first.
pub async fn recent(connection: &mut Connection, id: TournamentId, since: DateTime<Utc>) -> Result<Vec<PairingRow>> {
    Ok(ListRecentPairings { id, since }.load(connection).await?)
}

statement! {
    NextPairing { id: TournamentId => sql::Uuid, none: i32 => sql::Integer } =
    "SELECT coalesce(max(number), $none) + 1 AS number FROM pairings WHERE tournament_id = $id"
}

/// The number of the next match of a ladder. Lock the ladder first.
pub async fn next_number(connection: &mut Connection, id: TournamentId) -> Result<i32> {
    let row: NumberRow = NextPairing { id, none: 0 }.get_result(connection).await?;
    Ok(row.number)
}

statement! {
    InsertPairing<'a> {
        id: TournamentId => sql::Uuid, number: i32 => sql::Integer, division: u8 => Small, people: &'a [UserId] => sql::Array<sql::Uuid>,
    } = "INSERT INTO pairings (tournament_id, number, division, people) VALUES ($id, $number, $division, $people)"
}

/// Stores a match to come: its number, its group, and its players by seat.
pub async fn insert(
    connection: &mut Connection,
    id: TournamentId,
    (number, division): (i32, u8),
    people: &[UserId],
) -> Result<()> {
    InsertPairing { id, number, division, people }.execute(connection).await?;
    Ok(())
}

statement! {
    SetPairing<'a> {
        id: TournamentId => sql::Uuid, number: i32 => sql::Integer, state: PairingState => Word, match_id: Option<MatchId> => sql::Nullable<sql::Uuid>,
        results: Option<&'a str> => sql::Nullable<sql::Text>, done_at: Option<DateTime<Utc>> => sql::Nullable<sql::Timestamptz>,
    } = "UPDATE pairings SET state = $state, match_id = $match_id, results = $results, done_at = $done_at
         WHERE tournament_id = $id AND number = $number"
}

/// Stores what a match has come to.
pub async fn set(connection: &mut Connection, id: TournamentId, row: &PairingRow) -> Result<()> {
    let PairingRow { number, state, match_id, results, done_at, .. } = row;
    let statement = SetPairing {
        id,
        number: *number,
        state: *state,
        match_id: *match_id,
        results: results.as_deref(),
        done_at: *done_at,
    };
    statement.execute(connection).await?;
    Ok(())
}

#[derive(QueryableByName)]
#[diesel(table_name = pairings)]
struct NumberRow {
    number: i32,
}

statement! {
    ListEndedPairings { id: TournamentId => sql::Uuid } =
    "SELECT p.number FROM pairings p JOIN matches m ON m.id = p.match_id
     WHERE p.tournament_id = $id AND p.state = 'playing' AND m.phase <> 'running'"
}

/// The numbers of the matches that have ended since they were last looked at.
pub async fn ended(connection: &mut Connection, id: TournamentId) -> Result<Vec<i32>> {
    let rows: Vec<NumberRow> = ListEndedPairings { id }.load(connection).await?;
    Ok(rows.into_iter().map(|row| row.number).collect())
}

statement! {
    ListPairingsOf { user: UserId => sql::Uuid, since: DateTime<Utc> => sql::Timestamptz } =
    "SELECT p.number, p.division, p.people, p.state, p.match_id, p.results, p.done_at
     FROM entries e JOIN pairings p ON p.tournament_id = e.tournament_id
     WHERE e.user_id = $user AND p.state = 'over' AND p.done_at > $since AND $user = ANY(p.people)"
}

/// The matches of tournaments that a person has ended since then.
pub async fn of_person(connection: &mut Connection, user: UserId, since: DateTime<Utc>) -> Result<Vec<PairingRow>> {
    Ok(ListPairingsOf { user, since }.load(connection).await?)
}
