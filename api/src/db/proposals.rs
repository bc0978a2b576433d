//! Proposals to pause match clocks or to give them more time.

use chrono::{DateTime, Utc};
use diesel::deserialize::QueryableByName as ByName;
use diesel::pg::Pg;
use diesel::row::NamedRow;
use diesel::{OptionalExtension, QueryableByName, deserialize, sql_types as sql};
use diesel_async::RunQueryDsl;
use engine::{Seat, Seats, Span};

use super::schema::proposals;
use super::types::{Count, Milliseconds, SeatBits, SeatNumber, Word};
use super::words::{ProposalAnswer, ProposalKind};
use super::{Connection, CountRow, Result, statement};
use crate::ids::{MatchId, UserId};

/// A proposal.
#[derive(QueryableByName, Clone, Debug)]
#[diesel(table_name = proposals)]
pub struct ProposalRow {
    /// The number of the proposal in its match, from 1.
    pub number: u32,
    pub user_id: UserId,
    /// The seat of the proposer.
    pub seat: Seat,
    pub kind: ProposalKind,
    #[diesel(column_name = length_ms)]
    pub length: Span,
    pub agreed: Seats,
    pub created_at: DateTime<Utc>,
    pub answer: Option<ProposalAnswer>,
    pub answered_at: Option<DateTime<Utc>>,
    /// The seat that declined or withdrew it.
    pub answered_by: Option<Seat>,
}

/// The proposal of a match that has no answer, if there is one; it may have expired.
#[derive(Clone, Debug)]
pub struct Unanswered(pub Option<ProposalRow>);

/// The columns by which a statement with a match reads the proposal `o` without an answer.
macro_rules! unanswered_columns {
    () => {
        "o.number AS proposal_number, o.user_id AS proposal_user, o.seat AS proposal_seat, o.kind AS proposal_kind,
         o.length_ms AS proposal_length, o.agreed AS proposal_agreed, o.created_at AS proposal_at"
    };
}

pub(super) use unanswered_columns;

impl ByName<Pg> for Unanswered {
    fn build<'a>(row: &impl NamedRow<'a, Pg>) -> deserialize::Result<Unanswered> {
        let number: Option<u32> = NamedRow::get::<sql::Nullable<Count>, _>(row, "proposal_number")?;
        let Some(number) = number else { return Ok(Unanswered(None)) };
        Ok(Unanswered(Some(ProposalRow {
            number,
            user_id: NamedRow::get::<sql::Uuid, _>(row, "proposal_user")?,
            seat: NamedRow::get::<SeatNumber, _>(row, "proposal_seat")?,
            kind: NamedRow::get::<Word, _>(row, "proposal_kind")?,
            length: NamedRow::get::<Milliseconds, _>(row, "proposal_length")?,
            agreed: NamedRow::get::<SeatBits, _>(row, "proposal_agreed")?,
            created_at: NamedRow::get::<sql::Timestamptz, _>(row, "proposal_at")?,
            answer: None,
            answered_at: None,
            answered_by: None,
        })))
    }
}

/// The columns of a [`ProposalRow`].
macro_rules! columns {
    () => {
        "number, user_id, seat, kind, length_ms, agreed, created_at, answer, answered_at, answered_by"
    };
}

/// A proposal to store.
#[derive(Clone, Copy, Debug)]
pub struct NewProposal {
    pub match_id: MatchId,
    pub user: UserId,
    pub seat: Seat,
    pub kind: ProposalKind,
    pub length: Span,
    pub now: DateTime<Utc>,
}

statement! {
    AddProposal {
        match_id: MatchId => sql::Uuid, user: UserId => sql::Uuid, seat: Seat => SeatNumber, kind: ProposalKind => Word,
        length: Span => Milliseconds, agreed: Seats => SeatBits, now: DateTime<Utc> => sql::Timestamptz,
    } = concat!(
        "INSERT INTO proposals (match_id, number, user_id, seat, kind, length_ms, agreed, created_at)
         SELECT $match_id, coalesce(max(number), 0) + 1, $user, $seat, $kind, $length, $agreed, $now
         FROM proposals WHERE match_id = $match_id RETURNING ",
        columns!()
    )
}

/// Stores a proposal, to which its proposer has agreed. Lock the match first; no other proposal of it may be without an answer.
pub async fn add(connection: &mut Connection, new: &NewProposal) -> Result<ProposalRow> {
    let NewProposal { match_id, user, seat, kind, length, now } = *new;
    let agreed = Seats::just(seat);
    Ok(AddProposal { match_id, user, seat, kind, length, agreed, now }.get_result(connection).await?)
}

statement! {
    CountProposals { match_id: MatchId => sql::Uuid, user: UserId => sql::Uuid, now: DateTime<Utc> => sql::Timestamptz } =
    "SELECT count(*) AS count FROM proposals
     WHERE match_id = $match_id AND user_id = $user AND created_at > $now - interval '1 day'"
}

/// Counts the proposals that a person has made in a match in the last day.
pub async fn in_a_day(connection: &mut Connection, match_id: MatchId, user: UserId, now: DateTime<Utc>) -> Result<i64> {
    let row: CountRow = CountProposals { match_id, user, now }.get_result(connection).await?;
    Ok(row.count)
}

statement! {
    FindProposal { match_id: MatchId => sql::Uuid, number: u32 => Count } =
    concat!("SELECT ", columns!(), " FROM proposals WHERE match_id = $match_id AND number = $number")
}

/// The proposal of a match with this number, if there is one.
pub async fn find(connection: &mut Connection, match_id: MatchId, number: u32) -> Result<Option<ProposalRow>> {
    // No number that is stored is higher.
    if number > i32::MAX.unsigned_abs() {
        return Ok(None);
    }
    Ok(FindProposal { match_id, number }.get_result(connection).await.optional()?)
}

statement! {
    ListProposals { match_id: MatchId => sql::Uuid, before: u32 => Count, max: i64 => sql::BigInt } =
    concat!(
        "SELECT ",
        columns!(),
        " FROM proposals WHERE match_id = $match_id AND number < $before ORDER BY number DESC LIMIT $max"
    )
}

/// The proposals of a match with smaller numbers than this one, the newest first; at most so many.
pub async fn list(connection: &mut Connection, match_id: MatchId, before: u32, max: i64) -> Result<Vec<ProposalRow>> {
    Ok(ListProposals { match_id, before, max }.load(connection).await?)
}

statement! {
    AgreeToProposal { match_id: MatchId => sql::Uuid, number: u32 => Count, seats: Seats => SeatBits } =
    "UPDATE proposals SET agreed = agreed | $seats WHERE match_id = $match_id AND number = $number AND answer IS NULL"
}

/// Adds seats to those that have agreed to a proposal without an answer.
pub async fn agree(connection: &mut Connection, match_id: MatchId, number: u32, seats: Seats) -> Result<()> {
    AgreeToProposal { match_id, number, seats }.execute(connection).await?;
    Ok(())
}

statement! {
    AnswerProposal {
        match_id: MatchId => sql::Uuid, number: u32 => Count, answer: ProposalAnswer => Word,
        seat: Option<Seat> => sql::Nullable<SeatNumber>, at: DateTime<Utc> => sql::Timestamptz,
    } = "UPDATE proposals SET answer = $answer, answered_at = $at, answered_by = $seat
         WHERE match_id = $match_id AND number = $number AND answer IS NULL"
}

/// Answers a proposal that has no answer: by a seat, if it declines it or takes it back.
pub async fn answer(
    connection: &mut Connection,
    match_id: MatchId,
    number: u32,
    (answer, seat): (ProposalAnswer, Option<Seat>),
    at: DateTime<Utc>,
) -> Result<()> {
    AnswerProposal { match_id, number, answer, seat, at }.execute(connection).await?;
    Ok(())
}
