//! A match on its way from one stored frame to the next: one act, then the forced moves after it.

use crate::dice::Dice;
use crate::game::{Cause, Clock, Game, Illegal, Leaving, Step};
use crate::moment::Moment;
use crate::rules::{Advance, Fault, Frame, Line, Status};
use crate::seat::{Seat, Seats};

/// The move that every game has; the kernel plays it.
pub(crate) const RESIGN: &str = "resign";

/// A match between two frames.
///
/// Each act is one method. A method that refuses leaves the journey unusable: drop it and keep the frame it began with.
pub(crate) struct Journey<G: Game> {
    frame: Frame,
    position: G,
    lines: Vec<Line>,
}

impl<G: Game> Journey<G> {
    /// A journey that begins at a stored frame, with the position of that frame.
    pub(crate) fn from(frame: &Frame, position: G) -> Journey<G> {
        Journey { frame: frame.clone(), position, lines: Vec::with_capacity(1) }
    }

    /// A journey that begins with the first line of a new match. `frame` has ply 0 and no position yet.
    pub(crate) fn start(frame: Frame, step: Step<G>) -> Result<Journey<G>, Fault> {
        let line = Line {
            ply: 0,
            cause: Cause::Start,
            seat: None,
            text: "start".to_owned(),
            events: stored("events", serde_json::to_string(step.events.as_slice()))?,
            at: Moment(0),
        };
        Ok(Journey { frame, position: step.position, lines: vec![line] })
    }

    /// A move of a player; `None` resigns.
    pub(crate) fn chosen(&mut self, by: Seat, mv: Option<&G::Move>, at: Moment) -> Result<(), Fault> {
        if by.0 >= self.frame.seats {
            return Err(no_such_seat(&self.frame));
        }
        if self.frame.left.contains(by) {
            return Err(Illegal::new("left", "This seat has left the match.").into());
        }
        let mut dice = self.dice();
        let (text, step) = match mv {
            Some(mv) => (mv.to_string(), self.position.play(by, mv, at, &mut dice)?),
            None => {
                self.frame.left.insert(by);
                (RESIGN.to_owned(), self.position.leave(Seats::just(by), Leaving::Resigned, at, &mut dice))
            }
        };
        self.frame.lapses[by.index()] = 0;
        self.step_with(Cause::Chosen, Some(by), text, at, step)
    }

    /// The match clocks of these seats ran out at one instant. That is one act with a line for each seat; the events stand on
    /// the last line.
    pub(crate) fn run_out(&mut self, why: Leaving, seats: Seats, at: Moment) -> Result<(), Fault> {
        let status = status_of(&self.position);
        let Some(last) = seats.iter().last() else { return Err(no_clock()) };
        for seat in seats.iter() {
            match (status.clock(seat), why) {
                (Clock::Stopped, _) => return Err(no_clock()),
                (_, Leaving::Forfeited | Leaving::Resigned) => self.frame.left.insert(seat),
                (Clock::Forfeits, Leaving::Lapsed) => {
                    return Err(Illegal::new("no-lapse", "The match cannot go on without this seat's move.").into());
                }
                (Clock::CanLapse, Leaving::Lapsed) => {
                    let lapses = &mut self.frame.lapses[seat.index()];
                    *lapses = lapses.saturating_add(1);
                }
                (Clock::AlwaysLapses { .. }, Leaving::Lapsed) => {}
            }
        }
        let cause = if why == Leaving::Lapsed { Cause::Lapse } else { Cause::Forfeit };
        let step = self.position.leave(seats, why, at, &mut self.dice());
        for seat in seats.iter().filter(|seat| *seat != last) {
            self.frame.ply += 1;
            let text = cause.text().unwrap_or_default().to_owned();
            let events = "[]".to_owned();
            self.lines.push(Line { ply: self.frame.ply, cause, seat: Some(seat), text, events, at });
        }
        self.step(cause, Some(last), at, step)
    }

    /// The timer of the rules ran out.
    pub(crate) fn timer_out(&mut self, at: Moment) -> Result<(), Fault> {
        let Some(wake) = self.position.wake().filter(|wake| wake.at <= at) else {
            return Err(Illegal::new("too-early", "No timer has run out.").into());
        };
        let step = self.position.woken(at, &mut self.dice());
        self.step(Cause::TimerOut, wake.seat, at, step)
    }

    /// Plays the forced moves and closes the journey.
    pub(crate) fn arrive(mut self, at: Moment) -> Result<Advance, Fault> {
        while let Some((seat, mv)) = self.position.forced() {
            let step = self.position.play(seat, &mv, at, &mut self.dice())?;
            self.step_with(Cause::Forced, Some(seat), mv.to_string(), at, step)?;
        }
        let status = status_of(&self.position);
        self.frame.over = status.outcome.is_some();
        self.frame.state = stored("position", serde_json::to_string(&self.position))?;
        Ok(Advance { frame: self.frame, lines: self.lines, status })
    }

    fn dice(&self) -> Dice {
        Dice::at(&self.frame.seed, self.frame.ply + 1)
    }

    /// Adds a line of the clock, with its own word.
    fn step(&mut self, cause: Cause, seat: Option<Seat>, at: Moment, step: Step<G>) -> Result<(), Fault> {
        self.step_with(cause, seat, cause.text().unwrap_or_default().to_owned(), at, step)
    }

    fn step_with(
        &mut self,
        cause: Cause,
        seat: Option<Seat>,
        text: String,
        at: Moment,
        step: Step<G>,
    ) -> Result<(), Fault> {
        self.frame.ply += 1;
        self.frame.turn += u32::from(step.moved_on);
        self.position = step.position;
        let events = stored("events", serde_json::to_string(step.events.as_slice()))?;
        self.lines.push(Line { ply: self.frame.ply, cause, seat, text, events, at });
        Ok(())
    }
}

/// The status of a match at this position.
pub(crate) fn status_of<G: Game>(position: &G) -> Status {
    let awaited = position.awaited();
    let clocks =
        awaited.iter().map(|seat| (seat, position.clock(seat))).filter(|(_, clock)| *clock != Clock::Stopped).collect();
    let (outcome, wake) = (position.outcome(), position.wake());
    Status { awaited, clocks, midway: position.midway(), outcome, wake }
}

pub(crate) fn stored<T>(what: &'static str, made: serde_json::Result<T>) -> Result<T, Fault> {
    made.map_err(|why| Fault::Stored { what, why: why.to_string() })
}

pub(crate) fn no_such_seat(frame: &Frame) -> Fault {
    Illegal::new("no-such-seat", format!("The match has {} seats.", frame.seats)).into()
}

pub(crate) fn no_clock() -> Fault {
    Illegal::new("no-clock", "The clock of this seat does not run.").into()
}
