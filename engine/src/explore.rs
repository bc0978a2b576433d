//! Exploration: moves that are played on a copy of what one reader may know, without touching the match.
//!
//! # Secrecy
//!
//! * The moves are played in several positions that the eye imagines ([`Game::imagine`]). From then on the real position is asked for
//!   nothing. What is imagined follows from what the eye knows and from the dice alone (a law of every game), and so does the answer: it
//!   is the same for all positions that the eye cannot tell apart, and repeated requests show the real one no more often than a fair
//!   draw does.
//! * Chance comes from the dice of the caller, never from the seed of the match.
//! * What the eye would see must be the same in all imagined positions, after every move. Otherwise the exploration ends there: the
//!   answer would be one guess out of many.
//! * A refusal is passed on if it is the same in all of them. So it tells nothing of a position that was only imagined, either.

#[cfg(test)]
mod tests;

use crate::choice::Choice;
use crate::dice::{Dice, Seed};
use crate::game::{Clock, Eye, Game, Leaving, Outcome};
use crate::journey::{Journey, choices, over, page_of};
use crate::moment::Moment;
use crate::notation::Unreadable;
pub use crate::rules::exploration::{Explored, Plan, Planned, Tried, Unexplored};
use crate::rules::{Fault, Frame};
use crate::seat::{Seat, Seats};

/// The number of positions in which moves are explored.
const WORLDS: usize = 8;

/// The most forced moves, timers and missing responses that follow on one move.
const MAX_UNASKED: u32 = 200;

/// A position that was imagined, played on.
struct World<G: Game> {
    journey: Journey<G>,
    at: Moment,
}

/// Plays moves in positions that an eye imagines. `parse` reads a text without looking at any position: it returns the canonical spelling
/// and the game's move, `None` for the kernel's `resign`.
pub(crate) fn explore<G: Game>(
    frame: &Frame,
    position: &G,
    plan: &Plan<'_>,
    parse: impl Fn(&str) -> Result<(String, Option<G::Move>), Unreadable>,
    dice: &mut Dice,
) -> Result<Explored, Unexplored> {
    let mut worlds: Vec<World<G>> = Vec::with_capacity(WORLDS);
    for _ in 0..WORLDS {
        let imagined = position.imagine(plan.eye, dice);
        let seed = Seed::new(std::array::from_fn(|_| dice.below(256) as u8));
        let journey = Journey::from(&Frame { seed, state: String::new(), ..frame.clone() }, imagined);
        worlds.push(World { journey, at: plan.at });
    }
    let mut moves = Vec::with_capacity(plan.moves.len());
    let mut view = on_all(&mut worlds, plan, 0, |_| Ok(()))?;
    for (number, planned) in (1..).zip(plan.moves) {
        let (text, mv) = parse(&planned.text).map_err(|why| Unexplored::Refused { number, fault: why.into() })?;
        if is_over(&worlds) {
            return Err(Unexplored::Refused { number, fault: over() });
        }
        let next = next_seat::<G>(&view, plan.eye);
        let by = planned.by.or(next).ok_or(Unexplored::NoSeat { number })?;
        view = on_all(&mut worlds, plan, number, |world| world.journey.chosen(by, mv.as_ref(), world.at))?;
        moves.push(Tried { by, text });
    }
    let next = next_seat::<G>(&view, plan.eye).filter(|_| !is_over(&worlds));
    let (choices, may_have_others) =
        next.map_or((Vec::new(), false), |seat| shared_choices(&worlds, seat, plan.so_far));
    let first = worlds.first().ok_or(Unexplored::Depends { number: 0 })?;
    let plays_on = choices.iter().any(|choice| choice.kind.plays_on());
    let prompt = next.filter(|_| plays_on).map(|seat| G::prompt(&first.view(Eye::Seat(seat)), plan.so_far, &choices));
    let page = page_of(frame, first.journey.position(), &view, plan.eye.seat());
    let page = page.map_err(|fault| Unexplored::Refused { number: moves.len(), fault })?;
    Ok(Explored { moves, page, next, choices, prompt: prompt.unwrap_or_default(), may_have_others })
}

/// What the eye sees after an act, and the result if the match is over; or the refusal.
type Seen<V> = Result<(V, Option<Outcome>), Fault>;

/// Does the same in all positions, then what no seat decides. Returns what the eye sees then, the same everywhere.
fn on_all<G: Game>(
    worlds: &mut [World<G>],
    plan: &Plan<'_>,
    number: usize,
    act: impl Fn(&mut World<G>) -> Result<(), Fault>,
) -> Result<G::View, Unexplored> {
    let mut seen: Option<Seen<G::View>> = None;
    for world in worlds {
        if (plan.time_is_over)() {
            return Err(Unexplored::TooLong { number });
        }
        let result = act(world).and_then(|()| world.go_on(plan.eye));
        let sees = result.map(|()| (world.view(plan.eye), world.outcome()));
        if seen.as_ref().is_some_and(|seen| *seen != sees) {
            return Err(Unexplored::Depends { number });
        }
        seen = Some(sees);
    }
    match seen {
        Some(Ok((view, _))) => Ok(view),
        Some(Err(fault)) => Err(Unexplored::Refused { number, fault }),
        None => Err(Unexplored::Depends { number }),
    }
}

/// True if the match has ended, which is the same in all positions.
fn is_over<G: Game>(worlds: &[World<G>]) -> bool {
    worlds.iter().any(|world| world.outcome().is_some())
}

/// The seat whose move comes next, if the eye may know it: its own, if it is awaited, else the only one. For a reader without a seat, the
/// first of those that are awaited.
fn next_seat<G: Game>(view: &G::View, eye: Eye) -> Option<Seat> {
    let waiting = G::waiting(view);
    match eye.seat() {
        Some(own) if waiting.seats.contains(own) => Some(own),
        Some(_) => waiting.seats.only().filter(|_| !waiting.undisclosed),
        None => waiting.seats.first().filter(|_| !waiting.undisclosed),
    }
}

/// The continuations of a text that a seat has in all positions, and whether it has others in some.
fn shared_choices<G: Game>(worlds: &[World<G>], seat: Seat, so_far: &str) -> (Vec<Choice>, bool) {
    let mut in_each = worlds.iter().map(|world| choices::<G>(&world.view(Eye::Seat(seat)), so_far));
    let mut shared = in_each.next().unwrap_or_default();
    let mut may_have_others = false;
    for choices in in_each {
        let number = shared.len();
        shared.retain(|choice| choices.contains(choice));
        may_have_others |= shared.len() < number || choices.len() > shared.len();
    }
    (shared, may_have_others)
}

impl<G: Game> World<G> {
    fn view(&self, eye: Eye) -> G::View {
        self.journey.position().view(eye)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.journey.position().outcome()
    }

    /// Plays what no seat decides: forced moves, and timers that have run out. Where the match waits for responses of others, these
    /// give none.
    fn go_on(&mut self, eye: Eye) -> Result<(), Fault> {
        for _ in 0..MAX_UNASKED {
            self.journey.forced(self.at)?;
            let position = self.journey.position();
            if position.outcome().is_some() {
                return Ok(());
            }
            let awaited = position.awaited();
            if let Some(wake) = position.wake().filter(|wake| wake.at <= self.at || awaited.is_empty()) {
                self.at = self.at.max(wake.at);
                self.journey.timer_out(self.at)?;
                continue;
            }
            let undisclosed =
                G::waiting(&self.view(eye)).undisclosed && !eye.seat().is_some_and(|own| awaited.contains(own));
            let responds = |seat: &Seat| undisclosed && matches!(position.clock(*seat), Clock::AlwaysLapses { .. });
            let silent: Seats = awaited.iter().filter(responds).collect();
            if silent.is_empty() {
                return Ok(());
            }
            self.journey.run_out(Leaving::Lapsed, silent, self.at)?;
        }
        Ok(())
    }
}
