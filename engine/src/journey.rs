//! A match on its way from one stored frame to the next: one act, then the forced moves after it.

use std::collections::BTreeMap;

use crate::dice::{Dice, Seed};
use crate::game::{Cause, Choice, ChoiceKind, Clock, Events, Game, Illegal, Leaving, Outcome, Step};
use crate::moment::{Moment, Span};
use crate::rules::{Advance, Fault, Frame, Line, MAX_MOVE_BYTES, Page, Playout, Status};
use crate::seat::{MAX_SEATS, Seat, Seats};

/// The move that every game has; the kernel plays it.
pub(crate) const RESIGN: &str = ChoiceKind::Resign.word();

/// The story and the result of an abandoned match. The engine does not know how long it waited.
pub(crate) const ABANDONED: &str = "The match was abandoned and ends as a draw.";

/// The continuations of a text for the seat of a view, `resign` among those of an empty one. A text that is too long has none.
pub(crate) fn choices<G: Game>(view: &G::View, so_far: &str) -> Vec<Choice> {
    let mut choices = if so_far.len() <= MAX_MOVE_BYTES { G::choices(view, so_far) } else { Vec::new() };
    if so_far.trim().is_empty() {
        choices.push(Choice::word(ChoiceKind::Resign, "Give up: leave the match for good.").short("Resign"));
    }
    choices
}

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
        let status = status_of(&self.frame, &self.position);
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

    /// The match was abandoned. No game knows of that: the position stays as it is, and the frame alone says that the match is
    /// over (see [`draw_of`]).
    pub(crate) fn abandoned(&mut self, at: Moment) -> Result<(), Fault> {
        self.frame.over = true;
        let step = Step { position: self.position.clone(), events: Events::new(), moved_on: true };
        self.step(Cause::Abandoned, None, at, step)
    }

    /// Plays the forced moves and closes the journey.
    pub(crate) fn arrive(mut self, at: Moment) -> Result<Advance, Fault> {
        self.forced(at)?;
        self.play_on()?;
        let status = status_of(&self.frame, &self.position);
        self.frame.over = status.outcome.is_some();
        self.frame.state = stored("position", serde_json::to_string(&self.position))?;
        Ok(Advance { frame: self.frame, lines: self.lines, status })
    }

    /// If a match is played on from another one after this act: draws anew what no seat knows, as all can read that match, and forgets
    /// the lapses of its players.
    fn play_on(&mut self) -> Result<(), Fault> {
        let Some(line) = self.lines.iter().find(|line| self.frame.seed.is_played_on_after(line.ply)) else {
            return Ok(());
        };
        let refused =
            |why| Fault::Stored { what: "seed", why: format!("no match is played on after line {}: {why}", line.ply) };
        if line.ply != self.frame.ply {
            return Err(refused("it is not the last one of its act"));
        }
        if self.position.outcome().is_some() || self.frame.over {
            return Err(refused("it ended the match"));
        }
        self.position = self.position.redraw(&mut Dice::between(&self.frame.seed, self.frame.ply));
        self.frame.lapses = [0; MAX_SEATS as usize];
        Ok(())
    }

    /// Plays the forced moves.
    pub(crate) fn forced(&mut self, at: Moment) -> Result<(), Fault> {
        while let Some((seat, mv)) = self.position.forced() {
            let step = self.position.play(seat, &mv, at, &mut self.dice())?;
            self.step_with(Cause::Forced, Some(seat), mv.to_string(), at, step)?;
        }
        Ok(())
    }

    /// The position so far.
    pub(crate) fn position(&self) -> &G {
        &self.position
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

/// The page of a match with this position, for a reader with this view of it.
pub(crate) fn page_of<G: Game>(frame: &Frame, position: &G, view: &G::View, you: Option<Seat>) -> Result<Page, Fault> {
    let page = Page {
        you,
        turn: frame.turn,
        waiting: G::waiting(view),
        ends: G::ends(view),
        outcome: position.outcome(),
        scene: G::scene(view),
        view: stored("view", serde_json::to_value(view))?,
    };
    Ok(match draw_of(frame, position) {
        Some(draw) => page.abandoned(draw),
        None => page,
    })
}

/// The status of a match at this position.
pub(crate) fn status_of<G: Game>(frame: &Frame, position: &G) -> Status {
    if let Some(draw) = draw_of(frame, position) {
        return Status { awaited: Seats::NONE, clocks: Vec::new(), midway: None, outcome: Some(draw), wake: None };
    }
    let awaited = position.awaited();
    let clocks =
        awaited.iter().map(|seat| (seat, position.clock(seat))).filter(|(_, clock)| *clock != Clock::Stopped).collect();
    let (outcome, wake) = (position.outcome(), position.wake());
    Status { awaited, clocks, midway: position.midway(), outcome, wake }
}

/// The result of an abandoned match, which is one that is over although the game gives no result for its position; `None` for any
/// other match.
pub(crate) fn draw_of<G: Game>(frame: &Frame, position: &G) -> Option<Outcome> {
    let is_abandoned = frame.over && position.outcome().is_none();
    is_abandoned.then(|| Outcome { ranks: ranks_of_draw(frame, position), scores: None, reason: ABANDONED.to_owned() })
}

/// The ranks if all sides that are still in share the first. Those that the rules have put out come next, the latest first, and
/// those that left come last, as after any other end. A side is ranked by the best of its seats.
fn ranks_of_draw<G: Game>(frame: &Frame, position: &G) -> Vec<u8> {
    let merit = |seat: Seat| match position.eliminated(seat) {
        _ if frame.left.contains(seat) => (0, 0),
        Some(turn) => (1, turn),
        None => (2, 0),
    };
    let chairs = G::chairs(frame.seats, &position.options());
    let mut sides: BTreeMap<u8, (u8, u32)> = BTreeMap::new();
    for (seat, chair) in Seat::all(frame.seats).zip(&chairs) {
        let best = sides.entry(chair.side).or_default();
        *best = merit(seat).max(*best);
    }
    let rank = |own: (u8, u32)| 1 + sides.values().filter(|other| **other > own).count() as u8;
    chairs.iter().map(|chair| rank(sides[&chair.side])).collect()
}

/// Plays a new match on by suggestions, at most so many moves.
pub(crate) fn playout<G: Game>(mut position: G, seed: &Seed, max: u32) -> Result<Playout, Fault> {
    let mut player = Dice::at(seed, u32::MAX);
    let mut moves = 0;
    let mut at = Moment(0);
    while moves < max {
        let mut dice = Dice::at(seed, moves + 1);
        let step = if let Some((seat, mv)) = position.forced() {
            position.play(seat, &mv, at, &mut dice)?
        } else if position.wake().is_some_and(|wake| wake.at <= at) {
            position.woken(at, &mut dice)
        } else {
            let Some(seat) = position.awaited().iter().next() else {
                let Some(wake) = position.wake() else { break };
                at = wake.at;
                continue;
            };
            match position.suggest(seat, &mut player) {
                Some(mv) => position.play(seat, &mv, at, &mut dice)?,
                None => position.leave(Seats::just(seat), Leaving::Forfeited, at, &mut dice),
            }
        };
        position = step.position;
        at = at.plus(Span::seconds(1));
        moves += 1;
    }
    Ok(Playout { moves, outcome: position.outcome() })
}

pub(crate) fn stored<T>(what: &'static str, made: serde_json::Result<T>) -> Result<T, Fault> {
    made.map_err(|why| Fault::Stored { what, why: why.to_string() })
}

pub(crate) fn over() -> Fault {
    Illegal::new("over", "The match is over.").into()
}

pub(crate) fn no_such_seat(frame: &Frame) -> Fault {
    Illegal::new("no-such-seat", format!("The match has {} seats.", frame.seats)).into()
}

pub(crate) fn no_clock() -> Fault {
    Illegal::new("no-clock", "The clock of this seat does not run.").into()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::chair::Names;
    use crate::game::Eye;
    use crate::rules::{Act, Rules};

    const NOW: Moment = Moment(1);

    /// A match of every game at every number of seats after some random moves, with its log. Of three seats or more the last one
    /// has left.
    fn running() -> Vec<(&'static dyn Rules, Frame, Vec<Line>)> {
        let mut matches = Vec::new();
        for rules in crate::GAMES {
            for seats in rules.info().seats.clone() {
                let seed = Seed::new([seats; 32]);
                let mut dice = Dice::at(&seed, u32::MAX);
                let Advance { mut frame, lines: mut log, .. } = rules.start(seats, &json!({}), &seed).unwrap();
                for number in 0..12 {
                    let awaited = rules.status(&frame).unwrap().awaited;
                    let leaves = number == 6 && seats > 2;
                    let by = if leaves { Seat(seats - 1) } else { awaited.first().unwrap() };
                    let suggested = rules.suggest(&frame, by, &mut dice).unwrap();
                    let text = if leaves { RESIGN.to_owned() } else { suggested.unwrap() };
                    let next = rules.advance(&frame, Act::Chosen { by, text: &text }, NOW).unwrap();
                    frame = next.frame;
                    log.extend(next.lines);
                }
                assert!(!frame.over, "{} for {seats}", rules.info().name);
                matches.push((*rules, frame, log));
            }
        }
        matches
    }

    #[test]
    fn an_abandoned_match_is_a_draw_of_all_seats_that_have_not_left() {
        for (rules, before, _) in running() {
            let Advance { frame, lines, status } = rules.advance(&before, Act::Abandoned, NOW).unwrap();
            let chairs = rules.created_with(&frame).unwrap().chairs;
            let is_in = |side: u8| {
                Seat::all(frame.seats)
                    .zip(&chairs)
                    .any(|(seat, chair)| chair.side == side && !frame.left.contains(seat))
            };
            let sides: std::collections::BTreeSet<u8> =
                chairs.iter().map(|chair| chair.side).filter(|side| is_in(*side)).collect();
            let ranks = chairs.iter().map(|chair| if is_in(chair.side) { 1 } else { 1 + sides.len() as u8 }).collect();
            let outcome = Outcome { ranks, scores: None, reason: ABANDONED.to_owned() };
            let over =
                Status { awaited: Seats::NONE, clocks: Vec::new(), midway: None, outcome: Some(outcome), wake: None };
            assert_eq!(status, over);
            assert_eq!(rules.status(&frame).unwrap(), over, "read again");
            let line = Line {
                ply: before.ply + 1,
                cause: Cause::Abandoned,
                seat: None,
                text: "abandoned".to_owned(),
                events: "[]".to_owned(),
                at: NOW,
            };
            assert_eq!(lines, [line]);
            assert_eq!(frame, Frame { ply: before.ply + 1, turn: before.turn + 1, over: true, ..before });
        }
    }

    #[test]
    fn an_abandoned_match_refuses_all_acts_and_every_eye_sees_and_reads_the_end() {
        for (rules, before, _) in running() {
            let Advance { frame, lines, status } = rules.advance(&before, Act::Abandoned, NOW).unwrap();
            for act in [
                Act::Chosen { by: Seat(0), text: RESIGN },
                Act::Lapse(Seats::just(Seat(0))),
                Act::TimerOut,
                Act::Abandoned,
            ] {
                let refusal = rules.advance(&frame, act, NOW).unwrap_err();
                assert_eq!(refusal, Illegal::new("over", "The match is over.").into());
            }
            let names = Names::new(&rules.created_with(&frame).unwrap().chairs);
            for eye in Seat::all(frame.seats).map(Eye::Seat).chain([Eye::Public, Eye::Open]) {
                let page = rules.page(&frame, eye).unwrap();
                assert_eq!((&page.outcome, page.waiting.seats, page.ends.len()), (&status.outcome, Seats::NONE, 0));
                assert!(page.text().starts_with(ABANDONED) && page.svg().contains(ABANDONED));
                let told = rules.tell(&lines[0], eye, &names).unwrap();
                assert_eq!((told.entry.unwrap().text.as_str(), told.story), ("abandoned", vec![ABANDONED.to_owned()]));
            }
            for seat in Seat::all(frame.seats) {
                assert!(rules.choices(&frame, seat, "").unwrap().is_empty());
                assert_eq!(rules.request(&frame, seat, &names).unwrap(), None);
            }
        }
    }

    #[test]
    fn every_prefix_of_an_abandoned_match_replays_and_nothing_stands_behind_its_end() {
        for (rules, before, mut log) in running() {
            let advance = rules.advance(&before, Act::Abandoned, NOW).unwrap();
            let replay = |log: &[Line]| rules.replay(before.seats, &json!({}), &before.seed, log);
            assert_eq!(replay(&log).unwrap(), before);
            log.extend(advance.lines);
            assert_eq!(replay(&log).unwrap(), advance.frame);
            let mut of_a_seat = log.clone();
            of_a_seat.last_mut().unwrap().seat = Some(Seat(0));
            assert!(replay(&of_a_seat).is_err());
            log.extend(log.last().cloned());
            assert!(replay(&log).is_err());
        }
    }
}
