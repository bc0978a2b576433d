//! From the answer of the rules to the rows to store: clocks, emails, log lines. Pure.

use chrono::{DateTime, TimeDelta, Utc};
use engine::{Advance, Cause, Seat, Seats};

use crate::db::advance::{Progress, Step};
use crate::db::new_emails::NewEmail;
use crate::ids::{EmailId, IncomingId};
use crate::play::matches::chain;
use crate::play::matches::deadline::Clocks;
use crate::play::telling::grace;
use crate::play::{EmailKind, Match, Phase, Refusal, Result};

/// An act that the rules have judged.
pub(in crate::play) struct Judged<'a> {
    /// The answer of the rules.
    pub(in crate::play) advance: &'a Advance,
    /// The seats that acted: the sender of a move, or the seats whose clocks expired. None for the start.
    pub(in crate::play) acted: Seats,
    /// The turn for which the move was sent.
    pub(in crate::play) turn: u32,
    /// The time from which it counts for the clocks: when it was received.
    pub(in crate::play) counts_from: DateTime<Utc>,
    /// The message that the move came by, if it came by email.
    pub(in crate::play) via: Option<IncomingId>,
    /// The seats whose players may have a page open: it may show the turn before an email does.
    pub(in crate::play) watching: Seats,
}

/// Returns the changes to store.
///
/// A turn begins for a seat that is awaited and was not before, or that has acted and ended its turn: it gets a new deadline
/// and an email. A seat that was awaited before and has not acted keeps its deadline, unless its clock is another one now: it was
/// asked in the turn of another player, and its own has begun. A seat in the middle of its turn keeps its deadline, too. Each has
/// its email already; if the table has moved on, the link in it is of no more use, and a new email is owed.
pub(in crate::play) fn stored(m: &Match, judged: &Judged<'_>, now: DateTime<Utc>) -> Result<Step> {
    let (frame, status) = (&judged.advance.frame, &judged.advance.status);
    let started = m.started_at().is_none();
    let turn_over = frame.turn != m.turn();
    let waits_on = m.awaited().without(judged.acted).iter().any(|seat| status.awaited.contains(seat));
    let before = if turn_over && waits_on && !started { Some(m.rules.status(&m.frame()?)?) } else { None };
    let has_other_clock = |seat: Seat| before.as_ref().is_some_and(|before| before.clock(seat) != status.clock(seat));
    let begins = |seat: Seat| {
        let is_over = turn_over && judged.acted.contains(seat) && status.midway != Some(seat);
        started || !m.awaited().contains(seat) || is_over || (turn_over && has_other_clock(seat))
    };
    let midway_since = midway_since(m, judged);
    let needs_email = |seat: Seat| {
        let goes_on = status.midway == Some(seat) && midway_since.is_some();
        started || !m.awaited().contains(seat) || (turn_over && !goes_on)
    };
    // The clock may have been put back since the last line.
    let line_at = m.last_at().map_or(now, |last| last.max(now));
    let clocks = Clocks::after(m, status, judged.acted, begins, judged.counts_from, (now, line_at));
    let over = status.outcome.is_some();
    let due_at = clocks.next(m, now).filter(|_| !over);
    let progress = Progress {
        phase: if over { Phase::Over } else { Phase::Running },
        started_at: m.started_at().or(Some(now)),
        ended_at: over.then_some(now),
        ply: Some(frame.ply),
        turn: frame.turn,
        midway_since,
        moment: judged.advance.lines.last().map_or(m.progress().moment, |line| line.at),
        left_seats: frame.left,
        awaited: status.awaited,
        lapses: frame.lapses,
        offered: clocks.seats.offered(),
        clocks: clocks.seats,
        wake_at: clocks.wake_at,
        state: Some(frame.state.clone()),
    };
    let outcome = status.outcome.as_ref().map(serde_json::to_string).transpose();
    Ok(Step {
        id: m.id(),
        before: m.progress().ply,
        known_moment: m.progress().moment,
        revision: m.version().1,
        progress,
        due_at,
        outcome: outcome.map_err(|why| Refusal::Broken(format!("match {}: {why}", m.id())))?,
        now,
        line_at,
        lines: chain::append(m, &judged.advance.lines, judged.turn)?,
        via: judged.via,
        emails: emails(m, judged, needs_email, now),
    })
}

/// Returns the turn in which the turn of the seat midway began, if every line since then is its own.
fn midway_since(m: &Match, judged: &Judged<'_>) -> Option<u32> {
    let seat = judged.advance.status.midway?;
    if judged.advance.lines.iter().any(|line| line.seat != Some(seat)) {
        return None;
    }
    // The seat that was midway before is this one: it alone could act.
    Some(m.progress().midway_since.unwrap_or(m.turn()))
}

/// The creator of a match hears of a player whose turn has passed, and who has not moved this long after it.
const IDLE_AFTER: TimeDelta = TimeDelta::days(7);

/// Returns the emails to owe: at most one for each player now. An email to the sender of a message is its reply, too. The first lapse
/// of several in a row also owes one to the creator for later.
fn emails(m: &Match, judged: &Judged<'_>, needs_email: impl Fn(Seat) -> bool, now: DateTime<Utc>) -> Vec<NewEmail> {
    let advance = judged.advance;
    let started = m.started_at().is_none();
    let has_lapsed = |seat: Seat| {
        let mut of_seat = advance.lines.iter().filter(|line| line.seat == Some(seat));
        of_seat.any(|line| matches!(line.cause, Cause::Lapse | Cause::Forfeit))
    };
    let owed = |seat: Seat| {
        if advance.status.outcome.is_some() {
            Some(EmailKind::MatchOver)
        } else if started && m.tournament().is_none() {
            // That email also tells the reader that they are awaited. A tournament tells all of its matches in one.
            Some(EmailKind::MatchStarted)
        } else {
            let lapsed = has_lapsed(seat) && !m.clock(seat).running.is_some_and(|running| running.is_answer);
            let wanted = advance.status.awaited.contains(seat) && needs_email(seat);
            wanted.then_some(EmailKind::YourTurn).or(lapsed.then_some(EmailKind::Lapsed))
        }
    };
    let email = |seat: Seat| {
        let user_id = m.player_at(seat).filter(|player| player.computer.is_none())?.id;
        let replies_to = judged.via.filter(|_| judged.acted.contains(seat));
        let kind = owed(seat)?;
        let waits = kind == EmailKind::YourTurn && replies_to.is_none() && judged.watching.contains(seat);
        let due_at = if waits { grace::due_at(now) } else { now };
        Some(NewEmail { id: EmailId::new(), kind, user_id, seat, replies_to, due_at })
    };
    let begins_to_lapse = |seat: &Seat| {
        let is_creator = m.seat_of(m.creator()) == Some(*seat);
        let lapses = advance.frame.lapses.get(seat.index()).is_some_and(|lapses| *lapses > 0);
        m.lapses_left(*seat).is_none() && lapses && !is_creator
    };
    let to_creator = |seat: Seat| {
        let due_at = now + IDLE_AFTER;
        NewEmail { id: EmailId::new(), kind: EmailKind::SeatIdle, user_id: m.creator(), seat, replies_to: None, due_at }
    };
    let goes_on = advance.status.outcome.is_none();
    let idle = Seat::all(m.seats()).filter(begins_to_lapse).filter(|_| goes_on).map(to_creator);
    Seat::all(m.seats()).filter_map(email).chain(idle).collect()
}
