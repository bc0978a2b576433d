//! The search for one move.

use super::choices::{Found, follow};
use super::tree::{ROOT, Tree, Tried};
use super::world::{Results, Turn, World};
use crate::dice::Dice;
use crate::game::{ChoiceKind, Clock, Eye, Game};
use crate::moment::Moment;
use crate::seat::{MAX_SEATS, Seat};

/// The most complete choices that are listed.
const MAX_CHOICES: usize = 256;

/// The most decisions of a way down the tree.
const DEEPEST: usize = 40;

/// The most steps of a playout in a game without a score so far.
const STEPS: u32 = 400;

/// The steps of a playout after which the scores so far count.
const STEPS_TO_SCORE: u32 = 6;

/// How often a suggestion that was tried already is asked for again.
const SUGGESTIONS: u32 = 3;

/// The standard deviation of the result of one playout, at most: results are from 0 to 1.
const LUCK: f32 = 0.5;

/// The search of one seat.
pub(super) struct Search<G: Game> {
    seats: u8,
    /// The side of each seat.
    sides: Vec<u8>,
    seat: Seat,
    at: Moment,
    steps: u32,
    tree: Tree<G::Move>,
    /// The sums of the shares of the win.
    shares: Results,
    /// The complete choices of the seat, and whether there are no others.
    choices: Found<G::Move>,
    /// How many of them were tried.
    next: usize,
    /// The moves with which the seat would do nothing with its turn.
    passes: Vec<String>,
}

impl<G: Game> Search<G> {
    /// A search from a position that the eye of the seat imagines.
    pub(super) fn new(position: &G, seats: u8, seat: Seat, at: Moment, playouts: u32, dice: &mut Dice) -> Search<G> {
        let sides = G::chairs(seats, &position.options()).iter().map(|chair| chair.side).collect();
        // More choices than playouts cannot be compared.
        let max = MAX_CHOICES.min(playouts as usize);
        let view = position.view(Eye::Seat(seat));
        let mut choices = follow::<G>(&view, max);
        if !choices.are_all {
            // The first that were found are alike.
            choices.moves.clear();
        }
        dice.shuffle(&mut choices.moves);
        let steps = if position.scores_so_far().is_some() { STEPS_TO_SCORE } else { STEPS };
        let passes = if answers(position, seat) { Vec::new() } else { passes::<G>(&view) };
        let shares = [0.0; MAX_SEATS as usize];
        Search { seats, sides, seat, at, steps, tree: Tree::new(), shares, choices, next: 0, passes }
    }

    /// The move of the seat, if no other one changes anything.
    pub(super) fn only_move(&self, position: &G, dice: &mut Dice) -> Option<String> {
        let changes = |mv: &G::Move, dice: &mut Dice| {
            World::new(position.clone(), self.at).play(self.seat, mv, dice).is_ok_and(|is_idle| !is_idle)
        };
        let mut only = None;
        for (mv, text) in self.choices.moves.iter().filter(|_| self.choices.are_all) {
            if changes(mv, dice) && only.replace(text).is_some() {
                return None;
            }
        }
        only.cloned()
    }

    /// One playout from a position that the eye of the seat imagines.
    pub(super) fn round(&mut self, position: G, dice: &mut Dice) {
        let mut world = World::new(position, self.at);
        let mut way: Vec<usize> = Vec::new();
        let mut place = ROOT;
        for _ in 0..DEEPEST {
            match world.turn(self.seat, dice) {
                None => break,
                Some(Turn::Beside(seat)) => world.play_suggestion(seat, dice),
                Some(Turn::Open(seat)) => {
                    let Some((number, is_new)) = self.decide(&mut world, place, seat, dice) else { break };
                    way.push(number);
                    place = self.tree.place_after(number);
                    if is_new {
                        break;
                    }
                }
            }
        }
        for _ in 0..self.steps {
            let Some(Turn::Open(seat) | Turn::Beside(seat)) = world.turn(self.seat, dice) else { break };
            world.play_suggestion(seat, dice);
        }
        let results = world.results(self.seats, &self.sides);
        for number in way {
            let seat = self.tree.get(number).seat;
            self.tree.add_result(number, results[seat.index()]);
        }
        let shares = world.shares(self.seats, &self.sides);
        self.shares.iter_mut().zip(shares).for_each(|(sum, share)| *sum += share);
    }

    /// The mean share of the win of each seat in so many playouts, in thousandths. The mean of the best move alone would favour its seat: the
    /// others try more against it than would be best for them.
    pub(super) fn shares(&self, playouts: u32) -> Vec<f32> {
        let mean = |sum: &f32| (sum / playouts.max(1) as f32 * 1000.0).round() / 1000.0;
        self.shares[..usize::from(self.seats)].iter().map(mean).collect()
    }

    /// Plays a move of the seat: a new one, or the most promising that is possible in this world. `None` if there is none.
    fn decide(&mut self, world: &mut World<G>, place: usize, seat: Seat, dice: &mut Dice) -> Option<(usize, bool)> {
        let wanted = wanted(self.tree.visits(place));
        let is_new = self.tree.moves(place, seat).count() < wanted;
        if let Some(number) = is_new.then(|| self.new_move(world, place, seat, dice)).flatten() {
            self.tree.decided(place, seat, &[]);
            return Some((number, true));
        }
        let mut refused = Vec::new();
        let mut taken = None;
        for number in self.tree.by_promise(place, seat) {
            if world.play(seat, &self.tree.get(number).mv, dice).is_ok() {
                taken = Some((number, false));
                break;
            }
            refused.push(number);
        }
        self.tree.decided(place, seat, &refused);
        taken
    }

    /// Plays a move that was not tried at this place, and adds it.
    fn new_move(&mut self, world: &mut World<G>, place: usize, seat: Seat, dice: &mut Dice) -> Option<usize> {
        if place == ROOT && seat == self.seat && self.choices.are_all {
            let (mv, text) = self.choices.moves.get(self.next)?.clone();
            self.next += 1;
            let is_idle = world.play(seat, &mv, dice).ok()?;
            return Some(self.tree.add(place, seat, mv, text, is_idle));
        }
        for _ in 0..SUGGESTIONS {
            let mv = world.position.suggest(seat, dice)?;
            let text = mv.to_string();
            if !self.tree.has(place, seat, &text) {
                let is_idle = world.play(seat, &mv, dice).ok()?;
                return Some(self.tree.add(place, seat, mv, text, is_idle));
            }
        }
        None
    }

    /// True if no other move can be tried more often in so many playouts than the one that was tried most often.
    pub(super) fn is_decided(&self, playouts: u32) -> bool {
        match self.tree.favourites(self.seat).as_slice() {
            [first, second, ..] => first.visits > second.visits + playouts,
            [_] | [] => false,
        }
    }

    /// The move that was tried most often. A turn is passed only if that was better than the best act by more than the luck of few
    /// playouts: a player who does nothing whenever nothing is clearly better stalls the match.
    pub(super) fn best(&self) -> Option<String> {
        let favourites = self.tree.favourites(self.seat);
        let first = favourites.first()?;
        let is_pass = |tried: &Tried<G::Move>| self.passes.contains(&tried.text);
        let act = favourites.iter().find(|tried| !is_pass(tried));
        let instead =
            act.filter(|act| is_pass(first) && first.mean() <= act.mean() + LUCK / (act.visits as f32).sqrt());
        Some(instead.unwrap_or(first).text.clone())
    }
}

/// True if the seat answers what another one does, where doing nothing is usual.
fn answers<G: Game>(position: &G, seat: Seat) -> bool {
    matches!(position.clock(seat), Clock::AlwaysLapses { .. })
}

/// The complete choices that do nothing.
fn passes<G: Game>(view: &G::View) -> Vec<String> {
    let choices = G::choices(view, "").into_iter();
    let passes = choices.filter(|choice| choice.complete && choice.kind == ChoiceKind::Pass);
    passes.filter_map(|choice| choice.text.parse::<G::Move>().ok()).map(|mv| mv.to_string()).collect()
}

/// The number of moves that are tried at a place after so many visits.
fn wanted(visits: u32) -> usize {
    (2.0 + 2.0 * (visits as f32).powf(0.6)) as usize
}
