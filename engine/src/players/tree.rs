//! The tree of a search: moves that were tried, and how they have done.

use crate::seat::Seat;

/// How much a move is tried that was tried little: the constant of UCB1 for results from 0 to 1.
const CURIOSITY: f32 = 0.5;

/// The place before any move.
pub(super) const ROOT: usize = 0;

/// A place in the tree, reached by the same moves in all positions that were imagined.
#[derive(Default)]
pub(super) struct Place {
    visits: u32,
    children: Vec<usize>,
}

/// A move from a place, and the place after it.
pub(super) struct Tried<M> {
    pub(super) seat: Seat,
    pub(super) mv: M,
    pub(super) text: String,
    /// True if it changes nothing for its seat.
    pub(super) is_idle: bool,
    pub(super) visits: u32,
    /// How often it was possible when its seat decided at this place.
    possible: u32,
    sum: f32,
    place: usize,
}

impl<M> Tried<M> {
    pub(super) fn mean(&self) -> f32 {
        self.sum / self.visits.max(1) as f32
    }

    fn promise(&self) -> f32 {
        if self.visits == 0 {
            return f32::INFINITY;
        }
        self.mean() + CURIOSITY * ((self.possible.max(1) as f32).ln() / self.visits as f32).sqrt()
    }
}

/// All places and moves of a search. It has at most one place more than there were playouts.
pub(super) struct Tree<M> {
    places: Vec<Place>,
    tried: Vec<Tried<M>>,
}

impl<M> Tree<M> {
    pub(super) fn new() -> Tree<M> {
        Tree { places: vec![Place::default()], tried: Vec::new() }
    }

    pub(super) fn place_after(&self, tried: usize) -> usize {
        self.tried[tried].place
    }

    pub(super) fn get(&self, tried: usize) -> &Tried<M> {
        &self.tried[tried]
    }

    pub(super) fn visits(&self, place: usize) -> u32 {
        self.places[place].visits
    }

    /// The moves of the seat that were tried at this place.
    pub(super) fn moves(&self, place: usize, seat: Seat) -> impl Iterator<Item = (usize, &Tried<M>)> {
        let all = self.places[place].children.iter().map(|number| (*number, &self.tried[*number]));
        all.filter(move |(_, tried)| tried.seat == seat)
    }

    pub(super) fn has(&self, place: usize, seat: Seat, text: &str) -> bool {
        self.moves(place, seat).any(|(_, tried)| tried.text == text)
    }

    /// Adds a move that was not tried at this place.
    pub(super) fn add(&mut self, place: usize, seat: Seat, mv: M, text: String, is_idle: bool) -> usize {
        let number = self.tried.len();
        let after = self.places.len();
        self.places.push(Place::default());
        self.tried.push(Tried { seat, mv, text, is_idle, visits: 0, possible: 1, sum: 0.0, place: after });
        self.places[place].children.push(number);
        number
    }

    /// The moves of the seat at this place, the most promising first. Those that change nothing count only if there is no other.
    pub(super) fn by_promise(&self, place: usize, seat: Seat) -> Vec<usize> {
        let idle_alone = self.moves(place, seat).all(|(_, tried)| tried.is_idle);
        let mut moves: Vec<(usize, f32)> = self
            .moves(place, seat)
            .filter(|(_, tried)| idle_alone || !tried.is_idle)
            .map(|(number, tried)| (number, tried.promise()))
            .collect();
        moves.sort_by(|one, other| other.1.total_cmp(&one.1));
        moves.into_iter().map(|(number, _)| number).collect()
    }

    /// The seat has decided at this place. Of its moves these were not possible in the position that was imagined.
    pub(super) fn decided(&mut self, place: usize, seat: Seat, refused: &[usize]) {
        self.places[place].visits += 1;
        for at in 0..self.places[place].children.len() {
            let number = self.places[place].children[at];
            let tried = &mut self.tried[number];
            if tried.seat == seat && !refused.contains(&number) {
                tried.possible += 1;
            }
        }
    }

    /// The move led to this result of its seat.
    pub(super) fn add_result(&mut self, tried: usize, result: f32) {
        self.tried[tried].visits += 1;
        self.tried[tried].sum += result;
    }

    /// The moves of the seat at the root, the one that was tried most often first.
    pub(super) fn favourites(&self, seat: Seat) -> Vec<&Tried<M>> {
        let idle_alone = self.moves(ROOT, seat).all(|(_, tried)| tried.is_idle);
        let mut moves: Vec<&Tried<M>> =
            self.moves(ROOT, seat).map(|(_, tried)| tried).filter(|tried| idle_alone || !tried.is_idle).collect();
        moves.sort_by(|one, other| other.visits.cmp(&one.visits).then(other.mean().total_cmp(&one.mean())));
        moves
    }
}
