//! Emails that could not be delivered: their reader is marked after several, has more time for the turn of the email, and the others
//! hear of it.

use chrono::{DateTime, Utc};
use engine::{Seat, Seats, Span};

use super::account;
use crate::app::App;
use crate::db::Connection;
use crate::db::about::About;
use crate::db::bounces::{self, CompanionRow, SentRow};
use crate::db::invitations;
use crate::db::people;
use crate::db::seat_clocks::SeatClocks;
use crate::ids::{EmailId, UserId};
use crate::play::matches::deadline;
use crate::play::telling::look;
use crate::play::telling::news::{self, Readers};
use crate::play::{EmailKind, Match, Phase, Refusal, Result};
use crate::secrets::hash;

/// This number of points in thirty days marks a person as unreachable.
const MAX_POINTS: i64 = 4;

/// A deadline moves by the time for a move, and by this at most.
const LONGEST_EXTENSION: Span = Span::days(3);

/// At most this many people hear that a person cannot be reached.
const MAX_TOLD: i64 = 200;

/// The codes of addresses (RFC 3463, section 3.2) that are about the sender of an email.
const OF_SENDER: [&str; 2] = ["5.1.7", "5.1.8"];

/// The weight of an email that was not delivered, by the report about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Weight {
    /// The address does not exist, or refuses for good.
    Heavy,
    /// Another email may be delivered: a full mailbox, a policy, an end of tries.
    Light,
    /// Nothing is known about the address: the email alone was refused.
    None,
}

impl Weight {
    /// The weight by the enhanced status codes (RFC 3463) of a report of failure.
    pub fn from_codes(codes: &[String]) -> Weight {
        let is_light = |code: &String| {
            code.starts_with("4.") || code.starts_with("5.7.") || code == "5.2.2" || OF_SENDER.contains(&code.as_str())
        };
        match codes {
            [] => Weight::Light,
            codes if codes.iter().any(|code| code.starts_with("5.") && !is_light(code)) => Weight::Heavy,
            _ => Weight::Light,
        }
    }

    /// The weight by the answer with which a mail server has refused an email, for good or not. One that knows the address tells more
    /// than one that does not want the email: X.1.Y of RFC 3463, section 3.2, without those about the sender, as in
    /// `550 5.1.1 unknown user`.
    pub fn of_answer(answer: &str, permanent: bool) -> Weight {
        let status = answer.split_whitespace().nth(1).unwrap_or_default();
        let is_heavy = permanent && status.starts_with("5.1.") && !OF_SENDER.contains(&status);
        if is_heavy { Weight::Heavy } else { Weight::None }
    }

    fn points(self) -> i16 {
        match self {
            Weight::Heavy => 2,
            Weight::Light => 1,
            Weight::None => 0,
        }
    }
}

/// Notes, in a transaction, that an email was not delivered. Returns false if the email is not known, or has no reader with an account.
pub async fn note(connection: &mut Connection, id: EmailId, weight: Weight, now: DateTime<Utc>) -> Result<bool> {
    let Some(email) = bounces::sent(connection, id).await? else { return Ok(false) };
    let Some(user) = email.user_id else { return Ok(false) };
    // The email about a change of address may go to one that was mistyped.
    if email.kind == EmailKind::ConfirmAddress {
        return Ok(true);
    }
    people::lock(connection, user).await?;
    // The reader has proved since to read mail, perhaps at another address.
    if bounces::proved(connection, user, email.created_at).await? {
        return Ok(true);
    }
    if weight != Weight::None && bounces::count(connection, user, weight.points(), MAX_POINTS, now).await? {
        let companions = bounces::companions(connection, user, MAX_TOLD).await?;
        bounces::owe(connection, &companions, now).await?;
    }
    extend(connection, &email, user, now).await?;
    Ok(true)
}

/// Moves the deadline of the turn that an email was about, if the turn continues and its player was not seen since. A list is about several
/// turns, and moves none.
async fn extend(connection: &mut Connection, email: &SentRow, user: UserId, now: DateTime<Utc>) -> Result<()> {
    let is_about_turn = email.kind.facts().asks_for_move && !email.overtaken;
    let Some(match_id) = email.match_id.filter(|_| is_about_turn) else { return Ok(()) };
    let Some(m) = Match::find(connection, match_id, None).await? else { return Ok(()) };
    let Some((seat, clocks)) = extension(&m, user, now)? else { return Ok(()) };
    if bounces::seen(connection, user, email.created_at).await?
        || !bounces::note_extension(connection, match_id, (seat, m.turn()), now).await?
    {
        return Ok(());
    }
    if !m.set_clocks(connection, &m.terms, &clocks, &[], now).await? {
        // The transaction is given up, and the email is looked at again.
        return Err(Refusal::Busy);
    }
    let others = Seat::all(m.seats()).filter(|other| *other != seat).filter_map(|other| m.player_at(other));
    let told = others.map(|player| CompanionRow { match_id, user_id: player.id, seat: Some(seat) });
    Ok(bounces::owe(connection, &told.collect::<Vec<_>>(), now).await?)
}

/// Publishes, after the commit, that the deadline of the turn that an email was about was moved, if it was: all readers may know it. Told again
/// it does no harm.
pub async fn tell(app: &App, connection: &mut Connection, id: EmailId) -> Result<()> {
    let Some(email) = bounces::sent(connection, id).await? else { return Ok(()) };
    let (Some(match_id), Some(user)) = (email.match_id, email.user_id) else { return Ok(()) };
    let Some(m) = Match::find(connection, match_id, None).await? else { return Ok(()) };
    let Some(seat) = m.seat_of(user).filter(|_| m.phase() == Phase::Running) else { return Ok(()) };
    if bounces::is_extended(connection, match_id, seat, m.turn()).await? {
        news::publish_change(app, connection, &m, Readers::all).await;
    }
    Ok(())
}

/// The seat of a player, and the clocks in which that player has more time. A deadline that others may not know does not move: the
/// email about it would tell that its seat is awaited.
fn extension(m: &Match, user: UserId, now: DateTime<Utc>) -> Result<Option<(Seat, SeatClocks)>> {
    let Some(seat) = m.seat_of(user).filter(|_| m.phase() == Phase::Running) else { return Ok(None) };
    let is_public = look::page(m, None)?.is_some_and(|page| page.waiting.seats.contains(seat));
    if !is_public || m.deadline(seat).is_none_or(|deadline| deadline <= now) {
        return Ok(None);
    }
    Ok(Some((seat, deadline::extended(m, Seats::just(seat), |allowed| allowed.min(LONGEST_EXTENSION)))))
}

/// Notes, in a transaction, that the reader of an email has reported it as unwanted: no more emails of its kind are sent, without a
/// further email about it. Returns false if the email is not known.
pub async fn complain(connection: &mut Connection, id: EmailId, now: DateTime<Utc>) -> Result<bool> {
    let Some(email) = bounces::sent(connection, id).await? else { return Ok(false) };
    // Without a category, their reader or a person who has mistyped an address asked for it, or it protects an account.
    let Some(category) = email.kind.facts().category else { return Ok(true) };
    match (email.user_id, email.about) {
        (Some(user), _) => account::stop_emails(connection, user, category, now).await?,
        (None, About::Invitation(invitation)) => {
            let found = invitations::find(connection, invitation).await?;
            if let Some(address) = found.and_then(|invitation| invitation.address) {
                let mailbox = hash(&crate::address::mailbox(&address));
                invitations::refuse_all(connection, &mailbox, now).await?;
            }
        }
        (None, _) => {}
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_code_gives_the_weight() {
        let weight =
            |codes: &[&str]| Weight::from_codes(&codes.iter().map(|code| (*code).to_owned()).collect::<Vec<_>>());
        for (codes, expected) in [
            (&["5.1.1"][..], Weight::Heavy),
            (&["5.0.0"], Weight::Heavy),
            (&["5.2.2"], Weight::Light),
            (&["5.1.8"], Weight::Light),
            (&["5.7.1", "5.7.26"], Weight::Light),
            (&["5.7.1", "5.1.1"], Weight::Heavy),
            (&["4.4.7"], Weight::Light),
            (&["5.2.1"], Weight::Heavy),
            (&[], Weight::Light),
        ] {
            assert_eq!(weight(codes), expected, "{codes:?}");
        }
    }
}
