//! Seats that are offered to other people, and those who take them.

use chrono::{DateTime, Utc};
use diesel::{OptionalExtension, QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;
use engine::Seat;

use super::schema::users;
use super::types::{Count, SeatNumber, Small};
use super::{Connection, Result, statement};
use crate::ids::{MatchId, UserId};

/// A person who held a seat before another took it.
#[derive(QueryableByName, Clone, Debug)]
#[diesel(table_name = users)]
pub struct HolderRow {
    #[diesel(sql_type = sql::Uuid)]
    pub user_id: UserId,
    pub name: String,
}

statement! {
    FindBefore { id: MatchId => sql::Uuid, seat: Seat => SeatNumber, holder: u8 => Small } =
    "SELECT r.user_id, u.name FROM replacements r JOIN users u ON u.id = r.user_id
     WHERE r.match_id = $id AND r.seat = $seat AND r.holder = $holder - 1"
}

/// Returns the person who held a seat before this holder, if any.
pub async fn before(connection: &mut Connection, id: MatchId, (seat, holder): (Seat, u8)) -> Result<Option<HolderRow>> {
    Ok(FindBefore { id, seat, holder }.get_result(connection).await.optional()?)
}

statement! {
    TakeSeat {
        id: MatchId => sql::Uuid, seat: Seat => SeatNumber, user: UserId => sql::Uuid, ply: Option<u32> => sql::Nullable<Count>,
        now: DateTime<Utc> => sql::Timestamptz,
    } = include_str!("take_seat.sql")
}

/// Gives a seat to another person, from the line of the log after this one on, and answers the person's invitation. Returns false if the
/// account is deleted, or too many have held the seat. Lock the match first.
pub async fn take(
    connection: &mut Connection,
    id: MatchId,
    (seat, ply): (Seat, Option<u32>),
    user: UserId,
    now: DateTime<Utc>,
) -> Result<bool> {
    Ok(TakeSeat { id, seat, user, ply, now }.execute(connection).await? == 1)
}
