//! From what the rules say to what is stored: clocks, letters, log lines. Pure.

use chrono::{DateTime, Duration, Utc};
use engine::{Advance, Cause, Clock, Seat, Span};
use uuid::Uuid;

use super::{Match, Outcome, Phase, Refusal, bits_of, clock};
use crate::db::advance::{Advance as Stored, NewLetter, NewLine};

/// How many seats a stored list of deadlines has.
const CLOCKS: usize = engine::MAX_SEATS as usize;

/// What to store after an act of the seat `acted`, which for a timer of the rules is the one whose time ran out; nobody's for
/// the start.
///
/// A seat that is awaited anew gets a deadline and a letter. One that was awaited before and has not acted keeps its
/// deadline, and so does one whose turn is not over yet: it has got a letter for it already.
pub(super) fn stored(m: &Match, advance: &Advance, acted: Option<Seat>, now: DateTime<Utc>) -> Outcome<Stored> {
    let (frame, status) = (&advance.frame, &advance.status);
    let started = m.row.started_at.is_none();
    let over = status.outcome.is_some();
    let turn_over = i64::from(frame.turn) != i64::from(m.row.turn);
    let anew = |seat: Seat| {
        let was_awaited = super::seats_of(m.row.awaited).contains(seat);
        started || !was_awaited || (turn_over && acted == Some(seat) && status.midway != Some(seat))
    };
    let mut deadlines = vec![0; CLOCKS];
    for seat in status.awaited.iter() {
        let within = match status.clock(seat) {
            Clock::Stopped => None,
            Clock::AlwaysLapses { within: Some(span) } => Some(span),
            Clock::CanLapse | Clock::AlwaysLapses { within: None } | Clock::Forfeits => move_time(m),
        };
        let kept = m.row.deadlines.get(seat.index()).copied().filter(|at| *at > 0 && !anew(seat));
        deadlines[seat.index()] = match within {
            None => 0,
            Some(span) => kept.unwrap_or_else(|| later(now, span).timestamp_millis()),
        };
    }
    let wake_at =
        status.wake.map(|wake| if started { later(now, wake.at.since(engine::Moment(0))) } else { m.time_of(wake.at) });
    let letters = letters(m, advance, &anew);
    let number = |value: u32| i32::try_from(value).map_err(|_| Refusal::Broken("the log is full".to_owned()));
    Ok(Stored {
        id: m.row.id,
        before: m.row.ply,
        phase: if over { Phase::Over.name() } else { Phase::Running.name() },
        ply: number(frame.ply)?,
        turn: number(frame.turn)?,
        moment: advance.lines.last().map_or(m.row.moment, |line| moment(line.at)),
        left_seats: bits_of(frame.left),
        awaited: bits_of(status.awaited),
        lapses: frame.lapses.to_vec(),
        wake_at,
        due_at: clock::next(wake_at, &deadlines),
        deadlines,
        state: frame.state.clone(),
        outcome: status.outcome.as_ref().map(|outcome| serde_json::to_string(outcome).unwrap_or_default()),
        now,
        lines: advance.lines.iter().map(|line| new_line(m, line)).collect::<Outcome<_>>()?,
        letters,
    })
}

fn move_time(m: &Match) -> Option<Span> {
    m.row.move_time_ms.and_then(|milliseconds| u64::try_from(milliseconds).ok()).map(Span)
}

fn later(now: DateTime<Utc>, span: Span) -> DateTime<Utc> {
    let by = i64::try_from(span.0).ok().and_then(Duration::try_milliseconds);
    by.and_then(|by| now.checked_add_signed(by)).unwrap_or(DateTime::<Utc>::MAX_UTC)
}

fn moment(at: engine::Moment) -> i64 {
    i64::try_from(at.0).unwrap_or(i64::MAX)
}

fn new_line(m: &Match, line: &engine::Line) -> Outcome<NewLine> {
    Ok(NewLine {
        ply: i32::try_from(line.ply).map_err(|_| Refusal::Broken("the log is full".to_owned()))?,
        turn: m.row.turn,
        seat: line.seat.map(|seat| i16::from(seat.0)),
        cause: cause_name(line.cause).to_owned(),
        text: line.text.clone(),
        events: line.events.clone(),
        moment: moment(line.at),
    })
}

/// The letters owed: one a person at most.
fn letters(m: &Match, advance: &Advance, anew: &dyn Fn(Seat) -> bool) -> Vec<NewLetter> {
    let started = m.row.started_at.is_none();
    let owed = |seat: Seat| {
        if advance.status.outcome.is_some() {
            Some("match-over")
        } else if started {
            // It says so, too, if the reader is awaited at once.
            Some("match-started")
        } else {
            (advance.status.awaited.contains(seat) && anew(seat)).then_some("your-turn")
        }
    };
    let letter = |seat: Seat| {
        let user_id = m.row.user_ids[m.person_at(seat)?];
        let kind = owed(seat)?;
        Some(NewLetter { id: Uuid::now_v7(), kind, user_id, seat: i16::from(seat.0) })
    };
    Seat::all(m.seats()).filter_map(letter).collect()
}

/// The name of a cause in the database and in answers.
pub(super) fn cause_name(cause: Cause) -> &'static str {
    match cause {
        Cause::Start => "start",
        Cause::Chosen => "chosen",
        Cause::Forced => "forced",
        Cause::Lapse => "lapse",
        Cause::Forfeit => "forfeit",
        Cause::TimerOut => "timer-out",
    }
}

/// The cause of this name.
pub(super) fn cause_named(name: &str) -> Option<Cause> {
    [Cause::Start, Cause::Chosen, Cause::Forced, Cause::Lapse, Cause::Forfeit, Cause::TimerOut]
        .into_iter()
        .find(|cause| cause_name(*cause) == name)
}
