//! Seats that are offered to other people, and those who take them.

use chrono::{DateTime, Utc};
use diesel::{OptionalExtension, QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;
use engine::{Seat, Seats};

use super::advance::NewLetter;
use super::schema::users;
use super::seat_clocks::SeatClocks;
use super::types::{Count, SeatBits, SeatNumber, Small, Word};
use super::words::LetterKind;
use super::{Connection, Result, statement};
use crate::ids::{LetterId, MatchId, UserId};

statement! {
    SetOffers<'a> {
        id: MatchId => sql::Uuid, ply: Option<u32> => sql::Nullable<Count>, revision: u32 => Count,
        clocks: &'a SeatClocks => Word, offered: Seats => SeatBits, letters: Vec<LetterId> => sql::Array<sql::Uuid>,
        kinds: Vec<LetterKind> => sql::Array<Word>, readers: Vec<UserId> => sql::Array<sql::Uuid>,
        letter_seats: Vec<Seat> => sql::Array<SeatNumber>, now: DateTime<Utc> => sql::Timestamptz,
    } = include_str!("set_offers.sql")
}

/// Changes which seats of a match are offered, with their clocks, and owes letters. Returns false, with nothing written, if the match has
/// gone on meanwhile.
pub async fn set(
    connection: &mut Connection,
    id: MatchId,
    (ply, revision): (Option<u32>, u32),
    clocks: &SeatClocks,
    letters: &[NewLetter],
    now: DateTime<Utc>,
) -> Result<bool> {
    let statement = SetOffers {
        id,
        ply,
        revision,
        clocks,
        offered: clocks.offered(),
        letters: letters.iter().map(|letter| letter.id).collect(),
        kinds: letters.iter().map(|letter| letter.kind).collect(),
        readers: letters.iter().map(|letter| letter.user_id).collect(),
        letter_seats: letters.iter().map(|letter| letter.seat).collect(),
        now,
    };
    Ok(statement.execute(connection).await? == 1)
}

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
