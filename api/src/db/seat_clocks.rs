//! The match clock of each seat, as it is stored with a match.

use chrono::{DateTime, Utc};
use diesel::deserialize::{self, FromSql};
use diesel::pg::{Pg, PgValue};
use diesel::serialize::{self, IsNull, Output, ToSql};
use diesel::sql_types as sql;
use diesel_async::RunQueryDsl;
use engine::{MAX_SEATS, Seat, Seats, Span};
use serde::{Deserialize, Serialize};

use super::new_emails::{Emails, NewEmail};
use super::types::{Count, SeatBits, Word};
use super::{Connection, Result, statement};
use crate::ids::MatchId;

/// The match clock of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatClock {
    /// The time that the seat keeps for its next turns, or kept when its present turn began.
    pub reserve: Span,
    /// The clock of its turn or answer, while one runs.
    pub running: Option<Running>,
    /// While the seat is offered to others: the time until which it is.
    #[serde(default)]
    pub offered_until: Option<DateTime<Utc>>,
}

/// A clock that runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Running {
    /// The time at which it began.
    pub since: DateTime<Utc>,
    /// The time that the seat had then.
    pub allowed: Span,
    /// True if it is for an answer outside of the seat's own turn, which leaves the reserve alone.
    pub is_answer: bool,
}

/// The clocks of all seats of a match, in their order; empty before the start.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SeatClocks(pub Vec<SeatClock>);

impl SeatClocks {
    /// Returns the clock of a seat; an empty one before the start.
    pub fn clock(&self, seat: Seat) -> SeatClock {
        self.0.get(seat.index()).copied().unwrap_or(SeatClock { reserve: Span(0), running: None, offered_until: None })
    }

    /// Returns the seats with their clocks, to be changed.
    pub fn each_mut(&mut self) -> impl Iterator<Item = (Seat, &mut SeatClock)> {
        Seat::all(MAX_SEATS).zip(&mut self.0)
    }

    /// Returns the seats that are offered.
    pub fn offered(&self) -> Seats {
        Seat::all(MAX_SEATS).filter(|seat| self.clock(*seat).offered_until.is_some()).collect()
    }
}

impl FromSql<Word, Pg> for SeatClocks {
    fn from_sql(value: PgValue<'_>) -> deserialize::Result<SeatClocks> {
        Ok(SeatClocks(serde_json::from_slice(value.as_bytes())?))
    }
}

impl ToSql<Word, Pg> for SeatClocks {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
        serde_json::to_writer(out, &self.0)?;
        Ok(IsNull::No)
    }
}

statement! {
    SetClocks<'a> {
        id: MatchId => sql::Uuid, ply: Option<u32> => sql::Nullable<Count>, revision: u32 => Count, clock: &'a str => sql::Text,
        clocks: &'a SeatClocks => Word, offered: Seats => SeatBits, now: DateTime<Utc> => sql::Timestamptz,
    } with owed: Emails = include_str!("set_clocks.sql")
}

/// Changes the terms (as JSON) and the clocks of a match, at which the worker then looks, and owes emails about it. Returns false, with
/// nothing written, if the match has changed meanwhile.
pub async fn set(
    connection: &mut Connection,
    id: MatchId,
    (ply, revision): (Option<u32>, u32),
    (clock, clocks): (&str, &SeatClocks),
    emails: &[NewEmail],
    now: DateTime<Utc>,
) -> Result<bool> {
    let statement =
        SetClocks { id, ply, revision, clock, clocks, offered: clocks.offered(), now, owed: &emails.iter().collect() };
    Ok(statement.execute(connection).await? == 1)
}
