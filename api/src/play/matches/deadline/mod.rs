//! Deadlines: match clocks, their start and end, the acts that are due, and the words for people. All other code asks here. Pure.
//!
//! A *deadline* is when the match clock of one seat expires. The *timer* of the rules is the game's own, such as Magma's
//! hourglass; it wakes the match at `wake_at`.
//!
//! No deadline is stored: it follows from the [`Countdown`] of the seat and from the [`Calendar`] in which its clock runs.

mod calendar;
mod countdown;
mod hours;
mod local;
mod pace;
mod terms;
#[cfg(test)]
mod tests;
mod vacation;

use chrono::{DateTime, TimeDelta, Utc};
use engine::{Act, Clock, LapsePolicy, Page, Seat, Seats, Span, Status, Waiting};

use super::{moments, reminder};
use crate::brief::Lapse;
use crate::db::alive::Outages;
use crate::db::seat_clocks::{Running, SeatClock, SeatClocks};
use crate::play::{Match, OnLapse, Phase, Result};

/// A seat whose time has expired is offered to others for this time.
pub(in crate::play) const OFFERED_FOR: TimeDelta = TimeDelta::days(7);

pub use calendar::{Calendar, Standing};
pub use countdown::Countdown;
pub use hours::{DaysOff, Hours, Night};
pub use pace::Pace;
pub use terms::{BadTerms, Terms, VacationRule};
pub use vacation::{BadVacation, Vacation, Vacations};

/// The clocks of a match after an act.
pub(in crate::play) struct Clocks {
    /// The match clock of each seat.
    pub(in crate::play) seats: SeatClocks,
    /// The time at which the timer of the rules expires, if there is one.
    pub(in crate::play) wake_at: Option<DateTime<Utc>>,
}

impl Clocks {
    /// Returns the clocks after an act that counts from a time, was judged now, and has lines of this time. The clock of a seat for which a
    /// turn `begins` is reset; that of any other awaited seat runs on. What a seat keeps of its time is counted when its turn is over. A
    /// seat that is offered to others pauses until it has acted.
    pub(in crate::play) fn after(
        m: &Match,
        status: &Status,
        acted: Seats,
        begins: impl Fn(Seat) -> bool,
        counts_from: DateTime<Utc>,
        (now, line_at): (DateTime<Utc>, DateTime<Utc>),
    ) -> Clocks {
        let seat_clock = |seat: Seat| {
            let was = m.clock(seat);
            if was.offered_until.is_some() && status.awaited.contains(seat) && !acted.contains(seat) {
                return was;
            }
            let goes_on = status.awaited.contains(seat) && !begins(seat) && status.clock(seat) != Clock::Stopped;
            if goes_on && was.running.is_some() {
                return was;
            }
            let reserve = kept(m, seat, counts_from);
            SeatClock { reserve, running: begun(m, status, seat, reserve, now), offered_until: None }
        };
        let wake_at = status.wake.map(|wake| m.time_from((line_at, m.moment(now)), wake.at));
        Clocks { seats: SeatClocks(Seat::all(m.seats()).map(seat_clock).collect()), wake_at }
    }

    /// Returns when the worker has to look at the match next: when one of them expires, or a reminder may be owed.
    pub(in crate::play) fn next(&self, m: &Match, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let each = Seat::all(m.seats()).zip(&self.seats.0).filter_map(|(seat, clock)| {
            let Some(running) = clock.running else { return clock.offered_until };
            let deadline = countdown(running).deadline(&m.calendar(seat, running.is_answer));
            Some(reminder::earliest(now, deadline, running.since).unwrap_or(deadline))
        });
        each.chain(self.wake_at).chain(moments::asked_at(m, now)).min()
    }
}

/// Returns the time that a seat keeps once its turn, if it has one, is over at this time.
fn kept(m: &Match, seat: Seat, at: DateTime<Utc>) -> Span {
    let Some(pace) = m.terms.pace else { return Span(0) };
    let SeatClock { reserve, running, .. } = m.clock(seat);
    if m.started_at().is_none() {
        return pace.at_start();
    }
    match running.filter(|running| !running.is_answer) {
        Some(running) => pace.after_turn(reserve, countdown(running).left(&m.calendar(seat, false), at)),
        None => reserve,
    }
}

/// Returns the clock of a seat whose turn or answer begins now, if a match clock runs for it.
fn begun(m: &Match, status: &Status, seat: Seat, reserve: Span, now: DateTime<Utc>) -> Option<Running> {
    let pace = m.terms.pace;
    let (allowed, is_answer) = match status.clock(seat) {
        Clock::Stopped => return None,
        Clock::AlwaysLapses { within: Some(span) } => (span, true),
        Clock::AlwaysLapses { within: None } => (pace?.for_an_answer(), true),
        Clock::CanLapse | Clock::Forfeits => (pace?.allowed(reserve), false),
    };
    Some(Running { since: now, allowed, is_answer })
}

/// Returns the clocks of a match in which these seats, where a clock runs, have more time: by the length that belongs to the time that
/// the seat had when its turn began.
pub(in crate::play) fn extended(m: &Match, seats: Seats, by: impl Fn(Span) -> Span) -> SeatClocks {
    let mut clocks = m.progress().clocks.clone();
    for (_, clock) in clocks.each_mut().filter(|(seat, _)| seats.contains(*seat)) {
        if let Some(running) = &mut clock.running {
            running.allowed = countdown(*running).extended(by(running.allowed)).allowed;
        }
    }
    clocks
}

/// Returns the deadlines of a match, of the seats in their order.
pub(in crate::play) fn of_seats(m: &Match) -> Vec<Option<DateTime<Utc>>> {
    Seat::all(m.seats()).map(|seat| m.deadline(seat)).collect()
}

/// Returns the clocks of a match in which no deadline is earlier than these were, before vacations of the player of a seat were ended;
/// `None` if none is. The clock of the player's own turn is that player's business; answers of all seats have the same time.
pub(in crate::play) fn not_earlier(
    m: &Match,
    deadlines: &[Option<DateTime<Utc>>],
    owner: Option<Seat>,
) -> Option<SeatClocks> {
    let mut clocks = m.progress().clocks.clone();
    let running = clocks.each_mut().filter_map(|(seat, clock)| Some((seat, clock.running.as_mut()?)));
    for (seat, running) in running.filter(|(seat, running)| running.is_answer || Some(*seat) != owner) {
        let calendar = m.calendar(seat, running.is_answer);
        let Some(deadline) = deadlines.get(seat.index()).copied().flatten() else { continue };
        if countdown(*running).deadline(&calendar) < deadline {
            running.allowed = calendar.running(running.since, deadline);
        }
    }
    (clocks != m.progress().clocks).then_some(clocks)
}

pub(in crate::play) fn countdown(running: Running) -> Countdown {
    Countdown { since: running.since, allowed: running.allowed }
}

/// Returns when the next clock of a match expires: the timer of the rules or a deadline.
pub(in crate::play) fn next_of(m: &Match) -> Option<DateTime<Utc>> {
    match m.phase() {
        Phase::Running => {
            let of_seat = |seat| m.deadline(seat).or(m.offered_until(seat));
            Seat::all(m.seats()).filter_map(of_seat).chain(m.wake_at()).min()
        }
        Phase::Open | Phase::Over | Phase::Cancelled => None,
    }
}

/// What follows where clocks have expired.
pub(in crate::play) enum Follows {
    /// An act of the rules.
    Act(Act<'static>),
    /// The seats are offered to others.
    Offer,
}

/// The clocks that have expired.
pub(in crate::play) struct Due {
    /// What follows.
    pub(in crate::play) follows: Follows,
    /// The seats that count as having acted: after a timer, the next turn may be a new one of the same seat.
    pub(in crate::play) whose: Seats,
    /// The latest of the deadlines that have passed; none for a timer.
    pub(in crate::play) deadline: Option<DateTime<Utc>>,
}

/// Returns what is due now by the clocks, if anything. The timer of the rules comes first, then seats that no one has taken, then all
/// deadlines that have passed, as one act: no seat gains by being settled last.
///
/// A deadline counts as passed if it passed before `received_at`, the time of the move that asks: the sender of a message cannot know
/// how long it lies unread. Timers do not wait for it.
pub(in crate::play) fn due(m: &Match, now: DateTime<Utc>, received_at: DateTime<Utc>) -> Result<Option<Due>> {
    if m.phase() != Phase::Running {
        return Ok(None);
    }
    if m.wake_at().is_some_and(|at| at <= now) {
        let whose = m.rules.status(&m.frame()?)?.wake.and_then(|wake| wake.seat);
        return Ok(Some(Due {
            follows: Follows::Act(Act::TimerOut),
            whose: whose.into_iter().collect(),
            deadline: None,
        }));
    }
    let not_taken = |seat: Seat| m.offered_until(seat).filter(|until| *until <= received_at);
    let out: Seats = m.offered().iter().filter(|seat| not_taken(*seat).is_some()).collect();
    if let Some(deadline) = out.iter().filter_map(not_taken).max() {
        return Ok(Some(Due { follows: Follows::Act(Act::Forfeit(out)), whose: out, deadline: Some(deadline) }));
    }
    let passed = |seat: Seat| m.deadline(seat).filter(|at| *at <= received_at);
    let run_out: Seats = Seat::all(m.seats()).filter(|seat| passed(*seat).is_some()).collect();
    let Some(deadline) = run_out.iter().filter_map(passed).max() else { return Ok(None) };
    let act = m.rules.on_lapse(&m.frame()?, run_out, policy(m))?;
    let whose = match act {
        Act::Lapse(seats) | Act::Forfeit(seats) => seats,
        Act::Chosen { .. } | Act::TimerOut | Act::Abandoned => Seats::NONE,
    };
    let follows = match (act, m.on_lapse()) {
        (Act::Forfeit(_), OnLapse::Replace) => Follows::Offer,
        (Act::Lapse(_) | Act::Chosen { .. } | Act::TimerOut | Act::Abandoned, OnLapse::Replace)
        | (_, OnLapse::Forfeit | OnLapse::Pass) => Follows::Act(act),
    };
    Ok(Some(Due { follows, whose, deadline: Some(deadline) }))
}

/// The consequence of a lapse, as the rules know it: for them a seat that is offered would be out.
fn policy(m: &Match) -> LapsePolicy {
    match m.on_lapse() {
        OnLapse::Pass => LapsePolicy::Pass,
        OnLapse::Forfeit | OnLapse::Replace => LapsePolicy::Forfeit,
    }
}

/// Returns the clocks of a match in which these seats are offered to others until a time.
pub(in crate::play) fn offered(m: &Match, seats: Seats, now: DateTime<Utc>, until: DateTime<Utc>) -> SeatClocks {
    let mut clocks = m.progress().clocks.clone();
    for (seat, clock) in clocks.each_mut().filter(|(seat, _)| seats.contains(*seat)) {
        *clock = SeatClock { reserve: kept(m, seat, now), running: None, offered_until: Some(until) };
    }
    clocks
}

/// Returns the clocks of a match in which another player has taken this seat: with the time of the start of a match.
pub(in crate::play) fn taken(m: &Match, seat: Seat, now: DateTime<Utc>) -> Result<SeatClocks> {
    let status = m.rules.status(&m.frame()?)?;
    let reserve = m.terms.pace.map_or(Span(0), Pace::at_start);
    let mut clocks = m.progress().clocks.clone();
    if let Some(clock) = clocks.0.get_mut(seat.index()) {
        *clock = SeatClock { reserve, running: begun(m, &status, seat, reserve, now), offered_until: None };
    }
    Ok(clocks)
}

/// Returns the deadline of a seat and its consequence, for its player, who reads this page. `None` if no match clock runs for it.
pub fn of_player(m: &Match, seat: Seat, page: &Page) -> Result<Option<(DateTime<Utc>, Lapse)>> {
    if let Some(until) = m.offered_until(seat) {
        return Ok(Some((until, Lapse::SeatIsOffered)));
    }
    let Some(at) = m.deadline(seat) else { return Ok(None) };
    let frame = m.frame()?;
    let clock = m.rules.status(&frame)?.clock(seat);
    // Asked as the clock itself will ask: at the third lapse the same policy has another consequence.
    let lapse = match (m.rules.on_lapse(&frame, Seats::just(seat), policy(m))?, clock) {
        (Act::Lapse(_), Clock::AlwaysLapses { .. }) if page.waiting.undisclosed => Lapse::CountsAsPass,
        (Act::Lapse(_), Clock::AlwaysLapses { .. }) => Lapse::UsualChoice,
        (Act::Lapse(_), Clock::CanLapse | Clock::Forfeits | Clock::Stopped) => Lapse::TurnPasses,
        (Act::Forfeit(_), _) if m.on_lapse() == OnLapse::Replace => Lapse::OffersSeat,
        (Act::Forfeit(_) | Act::Chosen { .. } | Act::TimerOut | Act::Abandoned, _) => Lapse::PlayerIsOut,
    };
    Ok(Some((at, lapse)))
}

/// Returns the time until which responses are awaited, if the page says that they are and a clock runs: the same for every reader.
/// All seats that are asked at once get the same time, so this does not tell which of them have answered.
pub fn of_responses(m: &Match, waiting: &Waiting) -> Option<DateTime<Utc>> {
    let deadlines = m.awaited().iter().filter_map(|seat| m.deadline(seat));
    deadlines.max().filter(|_| waiting.undisclosed)
}

/// Returns the deadlines that the reader of a page may know: those of the seats that the page says are awaited. Of any other
/// seat, the clock would tell that it is awaited.
pub fn on_page(m: &Match, waiting: &Waiting) -> Vec<(Seat, DateTime<Utc>)> {
    waiting.seats.iter().filter_map(|seat| Some((seat, m.deadline(seat)?))).collect()
}

/// Returns the time at which the free time of a turn is over and the reserve begins to run, if there is a reserve on top of it.
pub fn reserve_from(m: &Match, seat: Seat) -> Option<DateTime<Utc>> {
    let SeatClock { reserve, running, .. } = m.clock(seat);
    let running = running.filter(|running| !running.is_answer && reserve > Span(0))?;
    match m.terms.pace? {
        Pace::PerMove { .. } | Pace::Fischer { .. } => None,
        Pace::Bank { time, .. } => Some(m.calendar(seat, false).after(running.since, time)),
    }
}

/// Returns the time that a seat keeps for later turns, if the match runs and its clock has a reserve.
pub fn reserve(m: &Match, seat: Seat) -> Option<Span> {
    let reserve = m.clock(seat).reserve;
    match m.terms.pace? {
        Pace::PerMove { .. } => None,
        Pace::Fischer { .. } | Pace::Bank { .. } => (m.phase() == Phase::Running).then_some(reserve),
    }
}

/// Returns the match clock of a match in a list, and the deadline of the asking user there if the user is awaited: by the terms as they
/// are stored, the clock of the user's seat, the vacations of those at the table, the user's first, and the times in which no server was
/// alive. Both are `None` for stored data that cannot be read; the match itself tells.
pub fn in_list(
    terms: &str,
    clocks: &SeatClocks,
    seat: Option<Seat>,
    vacations: &[String],
    outages: &Outages,
) -> (Option<Pace>, Option<DateTime<Utc>>) {
    let Ok(terms) = serde_json::from_str::<Terms>(terms) else { return (None, None) };
    let of_seat = || {
        let running = clocks.clock(seat?).running?;
        let vacations = vacations.iter().map(|one| serde_json::from_str(one));
        let vacations = vacations.collect::<std::result::Result<Vec<Vacations>, _>>().ok()?;
        let calendar = terms.calendar(vacations.first(), vacations.iter(), running.is_answer, &standing(outages));
        Some(countdown(running).deadline(&calendar))
    };
    (terms.pace, of_seat())
}

/// Returns the times in which no server was alive, as times in which clocks pause.
pub(in crate::play) fn standing(outages: &Outages) -> Vec<Standing> {
    let times = outages.outages_began.iter().zip(&outages.outages_ended);
    times.map(|(from, until)| Standing { from: *from, until: *until }).collect()
}

/// Returns the time that the clock of a seat has had to wait for servers since its turn or answer began; zero for almost all.
pub(in crate::play) fn away(m: &Match, seat: Seat) -> TimeDelta {
    let Some(running) = m.clock(seat).running else { return TimeDelta::zero() };
    m.outages().iter().map(|one| (one.until - one.from.max(running.since)).max(TimeDelta::zero())).sum()
}
