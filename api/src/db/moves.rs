//! The log of a match: its lines in order, only ever appended to.

use chrono::{DateTime, Utc};
use diesel::{OptionalExtension, QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;
use engine::records::Head;
use engine::{Cause, Moment, Seat};

use super::schema::moves;
use super::types::{Count, SeatNumber};
use super::{Connection, CountRow, Result, statement};
use crate::ids::MatchId;

/// A line of the log as it is stored.
#[derive(QueryableByName, Clone, Debug)]
#[diesel(table_name = moves)]
pub struct MoveRow {
    pub ply: u32,
    pub seat: Option<Seat>,
    pub cause: Cause,
    pub text: String,
    pub events: String,
    pub moment: Moment,
    pub at: DateTime<Utc>,
}

statement! {
    ListMoves { id: MatchId => sql::Uuid } =
    "SELECT ply, seat, cause, text, events, moment, at FROM moves WHERE match_id = $id ORDER BY ply"
}

statement! {
    PartOfLog { id: MatchId => sql::Uuid, first: u32 => Count, last: u32 => Count, max: u32 => Count } =
    "SELECT ply, seat, cause, text, events, moment, at FROM moves
     WHERE match_id = $id AND ply BETWEEN $first AND $last ORDER BY ply LIMIT $max"
}

/// The lines of the log from one to another, at most so many, in order.
pub async fn lines(connection: &mut Connection, id: MatchId, first: u32, last: u32, max: u32) -> Result<Vec<MoveRow>> {
    Ok(PartOfLog { id, first, last, max }.load(connection).await?)
}

statement! {
    LastOwnLine { id: MatchId => sql::Uuid, seat: Seat => SeatNumber, last: u32 => Count } =
    "SELECT ply, seat, cause, text, events, moment, at FROM moves
     WHERE match_id = $id AND ply <= $last AND seat = $seat AND cause = 'chosen' ORDER BY ply DESC LIMIT 1"
}

/// The last line of the log, up to this one, by which a seat sent a move; none if there is none.
pub async fn last_own_line(connection: &mut Connection, id: MatchId, seat: Seat, last: u32) -> Result<Option<MoveRow>> {
    Ok(LastOwnLine { id, seat, last }.get_result(connection).await.optional()?)
}

/// The whole log, in order.
pub async fn log(connection: &mut Connection, id: MatchId) -> Result<Vec<MoveRow>> {
    Ok(ListMoves { id }.load(connection).await?)
}

/// The place of a line of the log in its chain.
#[derive(QueryableByName, Clone, Copy, Default, PartialEq, Eq, Debug)]
#[diesel(table_name = moves)]
pub struct Chained {
    /// The head of the chain after the line; none in a match that began before heads were stored.
    pub head: Option<Head>,
    /// The number of the line for spectators; none if they may not know of it before the end, and where there are no heads.
    pub public_line: Option<u32>,
}

statement! {
    ListChain { id: MatchId => sql::Uuid, last: Option<u32> => sql::Nullable<Count> } =
    "SELECT head, public_line FROM moves WHERE match_id = $id AND ply <= $last ORDER BY ply"
}

/// The places in the chain of all lines up to this one, in order.
pub async fn chain(connection: &mut Connection, id: MatchId, last: Option<u32>) -> Result<Vec<Chained>> {
    Ok(ListChain { id, last }.load(connection).await?)
}

statement! {
    MovedSince { id: MatchId => sql::Uuid, seat: Seat => SeatNumber, turn: u32 => Count, since: DateTime<Utc> => sql::Timestamptz } =
    "SELECT count(*) FROM moves WHERE match_id = $id AND seat = $seat AND turn = $turn AND cause = 'chosen' AND at > $since"
}

/// Returns whether a seat has sent a move in this turn since this time.
pub async fn moved_since(
    connection: &mut Connection,
    id: MatchId,
    (seat, turn): (Seat, u32),
    since: DateTime<Utc>,
) -> Result<bool> {
    Ok(MovedSince { id, seat, turn, since }.get_result::<CountRow>(connection).await?.count > 0)
}

/// A move that a seat chose.
#[derive(QueryableByName, Clone, Debug)]
#[diesel(table_name = moves)]
pub struct ChosenRow {
    pub text: String,
    /// The turn for which it was sent.
    pub turn: u32,
    pub at: DateTime<Utc>,
}

statement! {
    LatestMoves { id: MatchId => sql::Uuid, seat: Seat => SeatNumber, max: i64 => sql::BigInt } =
    "SELECT text, turn, at FROM moves WHERE match_id = $id AND seat = $seat AND cause = 'chosen' ORDER BY ply DESC LIMIT $max"
}

/// Returns the last moves that a seat chose, at most this many, the latest first.
pub async fn latest_moves(connection: &mut Connection, id: MatchId, seat: Seat, max: i64) -> Result<Vec<ChosenRow>> {
    Ok(LatestMoves { id, seat, max }.load(connection).await?)
}

/// Returns the last move that a seat chose, if any.
pub async fn last_move(connection: &mut Connection, id: MatchId, seat: Seat) -> Result<Option<ChosenRow>> {
    Ok(latest_moves(connection, id, seat, 1).await?.pop())
}
