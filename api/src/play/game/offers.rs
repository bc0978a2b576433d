//! Seats whose time has expired, offered to other people with the position as it stands. The rules know nothing of it: the seat continues,
//! and whose it is concerns this service alone.

use chrono::{DateTime, Utc};
use engine::{Seat, Seats};

use super::computers;
use crate::db::Connection;
use crate::db::new_emails::NewEmail;
use crate::db::offers;
use crate::ids::{EmailId, UserId};
use crate::play::matches::deadline;
use crate::play::{EmailKind, Match, Phase, Refusal, Result};

/// Offers seats whose time has expired. Returns false, with nothing written, if the match has changed meanwhile.
pub(in crate::play) async fn offer(
    connection: &mut Connection,
    m: &Match,
    seats: Seats,
    now: DateTime<Utc>,
) -> Result<bool> {
    let clocks = deadline::offered(m, seats, now, now + deadline::OFFERED_FOR);
    let of_seat = |seat: Seat| {
        let others = m.users_at(Seats::all(m.seats())).into_iter();
        others.chain(stranger(m)).map(move |reader| email(EmailKind::SeatOffered, reader, seat, now))
    };
    let emails: Vec<NewEmail> = seats.iter().flat_map(of_seat).collect();
    m.set_clocks(connection, &m.terms, &clocks, &emails, now).await
}

/// The creator of a match, if not a player of it.
fn stranger(m: &Match) -> Option<UserId> {
    Some(m.creator()).filter(|creator| !m.has_player(*creator))
}

fn email(kind: EmailKind, user_id: UserId, seat: Seat, due_at: DateTime<Utc>) -> NewEmail {
    NewEmail { id: EmailId::new(), kind, user_id, seat, replies_to: None, due_at }
}

/// The seat that a person who is not at the table can take now: the first one of those that are offered.
pub(in crate::play) fn free(m: &Match) -> Option<Seat> {
    Some(m).filter(|m| m.phase() == Phase::Running).and_then(|m| m.offered().iter().next())
}

/// Gives an offered seat to a person who is not at the table, in a transaction that has locked the match. The clock of the seat begins as
/// at the start of a match, and emails tell the new player, the one before, and the others.
pub(in crate::play) async fn take(
    connection: &mut Connection,
    m: &Match,
    seat: Seat,
    user: UserId,
    now: DateTime<Utc>,
) -> Result<()> {
    let ply = m.frame()?.ply;
    if !offers::take(connection, m.id(), (seat, Some(ply)), user, now).await? {
        return Err(Refusal::Forbidden("Your account is deleted, or too many people have held this seat."));
    }
    let clocks = deadline::taken(m, seat, now)?;
    let others = m.users_at(Seats::all(m.seats()).without(Seats::just(seat))).into_iter();
    let told = others.chain(stranger(m)).chain(m.users_at(Seats::just(seat))).filter(|reader| *reader != user);
    let emails = told.map(|reader| email(EmailKind::SeatTaken, reader, seat, now));
    let own = (!computers::is_account(user)).then(|| email(EmailKind::YourTurn, user, seat, now));
    let emails: Vec<NewEmail> = emails.chain(own).collect();
    if m.set_clocks(connection, &m.terms, &clocks, &emails, now).await? { Ok(()) } else { Err(Refusal::Busy) }
}
