//! What matches of tournaments have come to.

use chrono::{DateTime, Utc};
use engine::{Cause, Seat};

use super::results::SeatResult;
use crate::db::pairings::{self, PairingRow};
use crate::db::words::PairingState;
use crate::db::{Connection, ratings};
use crate::ids::{TournamentId, UserId};
use crate::play::{Match, Refusal, Result};

/// Stores what a match has come to.
pub(super) async fn store(
    connection: &mut Connection,
    id: TournamentId,
    row: &mut PairingRow,
    (state, results): (PairingState, Option<Vec<SeatResult>>),
    now: DateTime<Utc>,
) -> Result<()> {
    let text = results.map(|results| serde_json::to_string(&results)).transpose();
    row.results = text.map_err(|why| Refusal::Broken(format!("results of a match of a tournament: {why}")))?;
    row.state = state;
    row.done_at = row.done_at.or(Some(now));
    Ok(pairings::set(connection, id, row).await?)
}

/// The state and the results of a match that has ended.
pub(super) async fn of_ended(
    connection: &mut Connection,
    row: &mut PairingRow,
) -> Result<Option<(PairingState, Option<Vec<SeatResult>>)>> {
    let Some(id) = row.match_id else { return Ok(None) };
    let m = Match::get(connection, id, None).await?;
    row.done_at = m.ended_at();
    let lines = ratings::end_lines(connection, id).await?;
    let is_abandoned = lines.iter().any(|line| line.cause == Cause::Abandoned);
    let Some(outcome) = m.outcome()?.filter(|_| !is_abandoned && m.ended_by_host().is_none()) else {
        return Ok(Some((PairingState::Void, None)));
    };
    let forfeited = |seat| lines.iter().any(|line| line.cause == Cause::Forfeit && line.seat == Some(seat));
    let of_seat = |seat: Seat| SeatResult {
        rank: outcome.ranks.get(seat.index()).copied().unwrap_or(u8::MAX),
        forfeited: forfeited(seat),
    };
    Ok(Some((PairingState::Over, Some(Seat::all(m.seats()).map(of_seat).collect()))))
}

/// Who still plays in a match that has no result: neither withdrawn nor out of it.
pub(super) async fn still_playing(
    connection: &mut Connection,
    row: &PairingRow,
    gone: &[UserId],
) -> Result<Vec<SeatResult>> {
    let left = match row.match_id {
        Some(id) => Match::get(connection, id, None).await?.left(),
        None => engine::Seats::NONE,
    };
    let of_seat = |(seat, person): (u8, &UserId)| {
        let is_out = left.contains(Seat(seat)) || gone.contains(person);
        SeatResult { rank: if is_out { 2 } else { 1 }, forfeited: false }
    };
    Ok((0..).zip(&row.people).map(of_seat).collect())
}
