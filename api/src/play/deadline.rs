//! Deadlines: match clocks, their start and end, the acts that are due, and the words for people. All other code asks here. Pure.
//!
//! A *deadline* is when the match clock of one seat runs out. The *timer* of the rules is the game's own, such as Magma's
//! hourglass; it wakes the match at `wake_at`.

use chrono::{DateTime, Duration, Utc};
use engine::{Act, Clock, LapsePolicy, Moment, Page, Seat, Seats, Span, Status};

use super::{Match, Phase, Result, reminder};
use crate::brief::Lapse;

/// The shortest time for a move. A shorter one does not suit play by mail and would keep the worker busy.
const LEAST_MOVE_TIME: Span = Span::seconds(10);
/// The longest time for a move.
const MOST_MOVE_TIME: Span = Span::days(400);

/// Checks the time for a move that a match is created with. The error says what is right.
pub fn check_move_time(span: Span) -> Result<(), String> {
    if (LEAST_MOVE_TIME..=MOST_MOVE_TIME).contains(&span) {
        return Ok(());
    }
    Err(format!("expected a time from {LEAST_MOVE_TIME} to {MOST_MOVE_TIME}, or none at all"))
}

/// The clocks of a match as they are stored.
pub(super) struct Clocks {
    /// The time at which the match clock of each seat runs out, if it runs.
    pub(super) deadlines: Vec<Option<DateTime<Utc>>>,
    /// The time at which the timer of the rules runs out, if there is one.
    pub(super) wake_at: Option<DateTime<Utc>>,
}

impl Clocks {
    /// Returns the clocks after a move. The clock of a seat for which a turn `begins` is set anew; that of any other
    /// awaited seat runs on.
    pub(super) fn after(m: &Match, status: &Status, begins: impl Fn(Seat) -> bool, now: DateTime<Utc>) -> Clocks {
        let mut deadlines = vec![None; usize::from(engine::MAX_SEATS)];
        for seat in status.awaited.iter() {
            let kept = m.deadline(seat).filter(|_| !begins(seat));
            deadlines[seat.index()] = allowed(m, status, seat).map(|span| kept.unwrap_or_else(|| later(now, span)));
        }
        let wake_at = status.wake.map(|wake| match m.started_at() {
            Some(_) => m.time_of(wake.at),
            None => later(now, wake.at.since(Moment(0))),
        });
        Clocks { deadlines, wake_at }
    }

    /// Returns when the worker has to look at the match next: when one of them runs out, or a reminder may be owed.
    pub(super) fn next(&self, m: &Match, status: &Status, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let first = |(seat, deadline): (Seat, &Option<DateTime<Utc>>)| {
            reminder::earliest(now, (*deadline)?, allowed(m, status, seat)?)
        };
        let reminders = Seat::all(m.seats()).zip(&self.deadlines).filter_map(first);
        reminders.chain(next(&self.deadlines, self.wake_at)).min()
    }
}

fn next(deadlines: &[Option<DateTime<Utc>>], wake_at: Option<DateTime<Utc>>) -> Option<DateTime<Utc>> {
    deadlines.iter().copied().chain([wake_at]).flatten().min()
}

/// Returns the time that a seat has for its turn or answer when it begins, if a match clock runs for it.
pub fn allowed(m: &Match, status: &Status, seat: Seat) -> Option<Span> {
    match status.clock(seat) {
        Clock::Stopped => None,
        Clock::AlwaysLapses { within: Some(span) } => Some(span),
        Clock::CanLapse | Clock::AlwaysLapses { within: None } | Clock::Forfeits => m.move_time(),
    }
}

fn later(now: DateTime<Utc>, span: Span) -> DateTime<Utc> {
    let by = i64::try_from(span.0).ok().and_then(Duration::try_milliseconds);
    by.and_then(|by| now.checked_add_signed(by)).unwrap_or(DateTime::<Utc>::MAX_UTC)
}

/// Returns when the next clock of a match runs out: the timer of the rules or a deadline.
pub(super) fn next_of(m: &Match) -> Option<DateTime<Utc>> {
    match m.phase() {
        Phase::Running => next(&m.progress().deadlines, m.progress().wake_at),
        Phase::Open | Phase::Over | Phase::Cancelled => None,
    }
}

/// The act of the clocks that have run out.
pub(super) struct Due {
    /// The act.
    pub(super) act: Act<'static>,
    /// The seats that count as having acted: after a timer, the next turn may be a new one of the same seat.
    pub(super) whose: Seats,
    /// The latest of the deadlines that have passed; none for a timer.
    pub(super) deadline: Option<DateTime<Utc>>,
}

/// Returns the act of the clocks that is due now, if any. The timer of the rules comes first, then all deadlines that have
/// passed, as one act: no seat gains by being settled last.
///
/// A deadline counts as passed if it passed before `received_at`, the time of the move that asks: the sender of a message cannot know
/// how long it lies unread. Timers do not wait for it.
pub(super) fn due(m: &Match, now: DateTime<Utc>, received_at: DateTime<Utc>) -> Result<Option<Due>> {
    if m.phase() != Phase::Running {
        return Ok(None);
    }
    let progress = m.progress();
    if progress.wake_at.is_some_and(|at| at <= now) {
        let whose = m.rules.status(&m.frame()?)?.wake.and_then(|wake| wake.seat);
        return Ok(Some(Due { act: Act::TimerOut, whose: whose.into_iter().collect(), deadline: None }));
    }
    let passed = |seat: Seat| m.deadline(seat).filter(|at| *at <= received_at);
    let run_out: Seats = Seat::all(m.seats()).filter(|seat| passed(*seat).is_some()).collect();
    let Some(deadline) = run_out.iter().filter_map(passed).max() else { return Ok(None) };
    let act = m.rules.on_lapse(&m.frame()?, run_out, m.on_lapse())?;
    let whose = match act {
        Act::Lapse(seats) | Act::Forfeit(seats) => seats,
        Act::Chosen { .. } | Act::TimerOut => Seats::NONE,
    };
    Ok(Some(Due { act, whose, deadline: Some(deadline) }))
}

/// Returns the deadline of a seat and its consequence, for its player, who reads this page. `None` if no match clock runs for it.
pub fn of_player(m: &Match, seat: Seat, page: &Page) -> Result<Option<(DateTime<Utc>, Lapse)>> {
    let Some(at) = m.deadline(seat) else { return Ok(None) };
    let frame = m.frame()?;
    let clock = m.rules.status(&frame)?.clock(seat);
    // Asked as the clock itself will ask: at the third lapse the same policy has another consequence.
    let lapse = match (m.rules.on_lapse(&frame, Seats::just(seat), m.on_lapse())?, clock) {
        (Act::Lapse(_), Clock::AlwaysLapses { .. }) if page.waiting.undisclosed => Lapse::CountsAsPass,
        (Act::Lapse(_), Clock::AlwaysLapses { .. }) => Lapse::UsualChoice,
        (Act::Lapse(_), Clock::CanLapse | Clock::Forfeits | Clock::Stopped) => Lapse::TurnPasses,
        (Act::Forfeit(_) | Act::Chosen { .. } | Act::TimerOut, _) => Lapse::PlayerIsOut,
    };
    Ok(Some((at, lapse)))
}

/// Returns the time until which responses are awaited, if the page says that they are and a clock runs: the same for every reader.
/// All seats that are asked at once get the same time, so this does not tell which of them have answered.
pub fn of_responses(m: &Match, page: &Page) -> Option<DateTime<Utc>> {
    let deadlines = m.awaited().iter().filter_map(|seat| m.deadline(seat));
    deadlines.max().filter(|_| page.waiting.undisclosed)
}

/// Returns the deadlines that the reader of a page may know: those of the seats that the page says are awaited. Of any other
/// seat, the clock would tell that it is awaited.
pub fn on_page(m: &Match, page: &Page) -> Vec<(Seat, DateTime<Utc>)> {
    page.waiting.seats.iter().filter_map(|seat| Some((seat, m.deadline(seat)?))).collect()
}

/// Returns the match clock in words.
pub fn in_words(move_time: Option<Span>, on_lapse: LapsePolicy) -> String {
    let Some(span) = move_time else { return "No clock: take the time you need".to_owned() };
    let then = match on_lapse {
        LapsePolicy::Pass => "then the turn passes where the rules allow it, and after three in a row you are out",
        LapsePolicy::Forfeit => "then you are out",
    };
    format!("{} for each move, {then}", span.in_words())
}
