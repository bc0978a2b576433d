//! A position that the search has imagined, played on.

use crate::dice::Dice;
use crate::game::{Game, Illegal, Leaving, Outcome, Step};
use crate::moment::{Moment, Span};
use crate::seat::{MAX_SEATS, Seat, Seats};

/// A result for each seat, from 0 for a match that is lost to 1 for one that is won.
pub(super) type Results = [f32; MAX_SEATS as usize];

/// The most forced moves and timers that follow on one move.
const MAX_UNASKED: u32 = 200;

/// A lead, in the measure of [`Game::scores_so_far`], that counts three quarters of a won match.
const THREE_QUARTERS: f32 = 30.0;

/// A position that is played on.
pub(super) struct World<G> {
    pub(super) position: G,
    at: Moment,
}

/// A seat that is to decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Turn {
    /// It decides for itself, knowing all decisions so far.
    Open(Seat),
    /// It decides while another seat does.
    Beside(Seat),
}

impl<G: Game> World<G> {
    pub(super) fn new(position: G, at: Moment) -> World<G> {
        World { position, at }
    }

    /// Takes over a step; a second passes.
    fn step(&mut self, step: Step<G>) {
        self.position = step.position;
        self.at = self.at.plus(Span::seconds(1));
    }

    /// Plays a move. Returns true if it has changed nothing for its seat: it is asked for the same again, in the same turn.
    pub(super) fn play(&mut self, seat: Seat, mv: &G::Move, dice: &mut Dice) -> Result<bool, Illegal> {
        let step = self.position.play(seat, mv, self.at, dice)?;
        let moved_on = step.moved_on;
        self.step(step);
        Ok(!moved_on && self.position.awaited().contains(seat))
    }

    /// Plays a suggestion of the seat. Without one it forfeits, as in [`crate::Rules::playout`].
    pub(super) fn play_suggestion(&mut self, seat: Seat, dice: &mut Dice) {
        let suggestion = self.position.suggest(seat, dice);
        let step = suggestion.and_then(|mv| self.position.play(seat, &mv, self.at, dice).ok());
        let step = step.unwrap_or_else(|| self.position.leave(Seats::just(seat), Leaving::Forfeited, self.at, dice));
        self.step(step);
    }

    /// Plays what no seat decides, forced moves and timers that have run out, and says who is to decide then; `None` at the
    /// end.
    pub(super) fn turn(&mut self, own: Seat, dice: &mut Dice) -> Option<Turn> {
        for _ in 0..MAX_UNASKED {
            if let Some((seat, mv)) = self.position.forced() {
                let step = self.position.play(seat, &mv, self.at, dice).ok()?;
                self.step(step);
                continue;
            }
            let awaited = self.position.awaited();
            if let Some(wake) = self.position.wake()
                && (wake.at <= self.at || awaited.is_empty())
            {
                self.at = self.at.max(wake.at);
                let step = self.position.woken(self.at, dice);
                self.step(step);
                continue;
            }
            return match (awaited.only(), awaited.first()) {
                (Some(seat), _) => Some(Turn::Open(seat)),
                (None, Some(_)) if awaited.contains(own) => Some(Turn::Open(own)),
                (None, first) => first.map(Turn::Beside),
            };
        }
        None
    }

    /// The results of the seats: those of the end, or an estimate by the scores so far.
    pub(super) fn results(&self, seats: u8, sides: &[u8]) -> Results {
        match (self.position.outcome(), self.position.scores_so_far()) {
            (Some(outcome), _) => of_outcome(&outcome, seats, sides),
            (None, Some(scores)) => of_scores(&scores, seats, sides),
            (None, None) => [0.5; MAX_SEATS as usize],
        }
    }

    /// The share of the win that the side of each seat can expect: that of the end, or an estimate by the scores so far.
    pub(super) fn shares(&self, seats: u8, sides: &[u8]) -> Results {
        match (self.position.outcome(), self.position.scores_so_far()) {
            (Some(outcome), _) => won(&outcome, seats, sides),
            (None, Some(scores)) => {
                let side = |seat: Seat| sides.get(seat.index());
                let mates = |seat: Seat| Seat::all(seats).filter(move |mate| side(*mate) == side(seat));
                let best = |seat: Seat| mates(seat).map(|mate| scores[mate.index()]).max().unwrap_or_default();
                let low = Seat::all(seats).map(best).min().unwrap_or_default();
                // Of two sides these are the results.
                split(seats, sides, |seat| 1.0 + (best(seat) - low) as f32 / (THREE_QUARTERS / 2.0))
            }
            (None, None) => split(seats, sides, |_| 1.0),
        }
    }
}

/// The share of the win of each seat at the end of a match: the sides with the first place have the same.
pub fn shares_of(outcome: &Outcome, sides: &[u8]) -> Vec<f32> {
    let seats = sides.len().min(usize::from(MAX_SEATS)) as u8;
    won(outcome, seats, sides)[..usize::from(seats)].to_vec()
}

fn won(outcome: &Outcome, seats: u8, sides: &[u8]) -> Results {
    split(seats, sides, |seat| if outcome.ranks.get(seat.index()) == Some(&1) { 1.0 } else { 0.0 })
}

/// Splits a win among the sides by these weights, which are the same for all seats of a side.
fn split(seats: u8, sides: &[u8], weight: impl Fn(Seat) -> f32) -> Results {
    let sum: f32 = Seat::all(seats).filter(|seat| is_head(*seat, sides)).map(&weight).sum();
    let mut results = [0.0; MAX_SEATS as usize];
    Seat::all(seats).for_each(|seat| results[seat.index()] = weight(seat) / sum.max(f32::MIN_POSITIVE));
    results
}

/// Half of a result is for the first place, shared by the sides that have it; the other half for the sides behind the own one.
fn of_outcome(outcome: &Outcome, seats: u8, sides: &[u8]) -> Results {
    let rank = |seat: Seat| outcome.ranks.get(seat.index()).copied().unwrap_or(u8::MAX);
    let mut results = [0.0; MAX_SEATS as usize];
    // Ranks count sides, so one seat stands for each side.
    let heads: Vec<Seat> = Seat::all(seats).filter(|seat| is_head(*seat, sides)).collect();
    let firsts = heads.iter().filter(|head| rank(**head) == 1).count().max(1) as f32;
    for seat in Seat::all(seats) {
        let others = heads.iter().filter(|head| sides.get(head.index()) != sides.get(seat.index()));
        let (mut behind, mut count) = (0.0, 0.0);
        for other in others {
            count += 1.0;
            behind += match rank(seat).cmp(&rank(*other)) {
                std::cmp::Ordering::Less => 1.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Greater => 0.0,
            };
        }
        let first = if rank(seat) == 1 { 1.0 / firsts } else { 0.0 };
        results[seat.index()] = 0.5 * first + 0.5 * behind / f32::max(count, 1.0);
    }
    results
}

/// True for the first seat of a side.
fn is_head(seat: Seat, sides: &[u8]) -> bool {
    sides.iter().position(|side| Some(side) == sides.get(seat.index())) == Some(seat.index())
}

/// By the lead of the own side over the best other one.
fn of_scores(scores: &[i32; MAX_SEATS as usize], seats: u8, sides: &[u8]) -> Results {
    let best = |wanted: &dyn Fn(Seat) -> bool| {
        Seat::all(seats).filter(|seat| wanted(*seat)).map(|seat| scores[seat.index()]).max().unwrap_or(0)
    };
    let mut results = [0.0; MAX_SEATS as usize];
    for seat in Seat::all(seats) {
        let same = |other: Seat| sides.get(other.index()) == sides.get(seat.index());
        let lead = (best(&same) - best(&|other| !same(other))) as f32;
        results[seat.index()] = 0.5 + 0.5 * lead / (THREE_QUARTERS + lead.abs());
    }
    results
}
