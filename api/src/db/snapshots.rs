//! Snapshots: positions of a match after some lines of its log. They follow from the log.

use diesel::{OptionalExtension, QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;
use engine::{MAX_SEATS, Seats};

use super::schema::snapshots;
use super::types::{Bytes, Count, SeatBits};
use super::{Connection, Result, statement};
use crate::ids::MatchId;

/// A snapshot.
#[derive(QueryableByName, Clone, PartialEq, Debug)]
#[diesel(table_name = snapshots)]
pub struct SnapshotRow {
    /// The last line before the position.
    pub ply: u32,
    pub turn: u32,
    pub left_seats: Seats,
    pub lapses: [u8; MAX_SEATS as usize],
    /// The position.
    pub state: String,
    /// The number of lines so far that each eye may read.
    #[diesel(sql_type = sql::Array<Count>)]
    pub told: Vec<u32>,
}

statement! {
    LatestSnapshot { id: MatchId => sql::Uuid } =
    "SELECT ply, turn, left_seats, lapses, state, told FROM snapshots WHERE match_id = $id ORDER BY ply DESC LIMIT 1"
}

/// The snapshot with the most lines, if there is one.
pub async fn latest(connection: &mut Connection, id: MatchId) -> Result<Option<SnapshotRow>> {
    Ok(LatestSnapshot { id }.get_result(connection).await.optional()?)
}

statement! {
    SnapshotBefore { id: MatchId => sql::Uuid, eye: u32 => Count, line: u32 => Count } =
    "SELECT ply, turn, left_seats, lapses, state, told FROM snapshots
     WHERE match_id = $id AND told[$eye + 1] <= $line ORDER BY ply DESC LIMIT 1"
}

/// The last snapshot before the line with this number for the eye at this place of `told`, if there is one.
pub async fn before(connection: &mut Connection, id: MatchId, eye: u32, line: u32) -> Result<Option<SnapshotRow>> {
    Ok(SnapshotBefore { id, eye, line: line.min(i32::MAX as u32) }.get_result(connection).await.optional()?)
}

statement! {
    InsertSnapshot<'a> {
        id: MatchId => sql::Uuid, ply: u32 => Count, turn: u32 => Count, left: Seats => SeatBits,
        lapses: [u8; MAX_SEATS as usize] => Bytes, state: &'a str => sql::Text, told: &'a [u32] => sql::Array<Count>,
    } = "INSERT INTO snapshots (match_id, ply, turn, left_seats, lapses, state, told)
         VALUES ($id, $ply, $turn, $left, $lapses, $state, $told) ON CONFLICT DO NOTHING"
}

/// Stores a snapshot, unless it is there.
pub async fn insert(connection: &mut Connection, id: MatchId, row: &SnapshotRow) -> Result<()> {
    let SnapshotRow { ply, turn, left_seats: left, lapses, state, told } = row;
    let statement = InsertSnapshot { id, ply: *ply, turn: *turn, left: *left, lapses: *lapses, state, told };
    statement.execute(connection).await?;
    Ok(())
}
