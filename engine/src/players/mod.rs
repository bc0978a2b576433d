//! Computer opponents: one search for all games, written over the contract alone.
//!
//! It is a Monte Carlo tree search over information sets (Cowling, Powley and Whitehouse, 2012) with a single tree. Each round imagines
//! a whole position from the eye of the seat that is to move ([`Game::imagine`]), walks down the tree by moves that are legal in that
//! position, adds a move, goes on by suggestions for some steps, and adds the result to the moves of the way. At each place the
//! seat that decides there is taken to look for its own best result, for any number of seats and for teams.
//!
//! * Nothing else of the real position is read, so a computer knows what its eye knows. A law checks it.
//! * The moves that are tried are the complete choices where they are few, else suggestions, a growing number of them: a turn of a
//!   billion moves costs no more than one of ten.
//! * Seats that decide at the same time do not know of each other's decisions: while the seat of the search or another one decides, the
//!   others act by suggestions.
//! * A playout that is cut off counts by [`Game::scores_so_far`], if the game has a score so far; else it is a draw.
//! * A computer never resigns. It sends no word that changes nothing for its turn, such as an order or the wish to end, while it can
//!   do something else. So it agrees to end only where that ends the match, after all others have agreed, if the result is the best it
//!   can reach. Between computers a match ends by the rules of the game: where these know no bound, set `max_rounds`.
//! * How the match stands is measured beside the results that are looked for: the share of the win that each side can expect. Those of all
//!   sides are 1 together, so they can be compared and drawn.
//! * The search reads no clock: [`Budget`] asks its caller whether the time is over.

mod choices;
mod level;
mod search;
#[cfg(test)]
mod tests;
mod tree;
mod world;

pub use self::level::{Level, NoLevel};
pub use self::world::shares_of;

use self::search::Search;
use crate::dice::Dice;
use crate::game::{Eye, Game};
use crate::moment::Moment;
use crate::seat::Seat;

/// After so many playouts it is asked again whether others can change the choice.
const OFTEN: u32 = 16;

/// How long a search may go on. It ends with the first of both bounds, but not before its first playout.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// The most playouts.
    pub playouts: u32,
    /// Returns true once the time is over. Asked before each playout.
    pub time_is_over: &'a dyn Fn() -> bool,
}

impl Budget<'_> {
    /// So many playouts, however long they take: the same dice give the same move on any machine.
    pub fn playouts(playouts: u32) -> Budget<'static> {
        Budget { playouts, time_is_over: &|| false }
    }
}

/// A move that a search chose.
#[derive(Clone, PartialEq, Debug)]
pub struct Pick {
    /// The move in its canonical spelling.
    pub text: String,
    /// The number of playouts that it took; 0 if there was only one move.
    pub playouts: u32,
    /// For each seat, the share of the win that its side can expect, from 0 to 1; empty if nothing was tried.
    pub shares: Vec<f32>,
}

/// The move of a seat that is awaited; `None` if there is none.
pub(crate) fn pick<G: Game>(
    position: &G,
    seats: u8,
    seat: Seat,
    at: Moment,
    budget: &Budget<'_>,
    dice: &mut Dice,
) -> Option<Pick> {
    // From here on the real position is asked for nothing but others that look the same.
    let imagine = |dice: &mut Dice| position.imagine(Eye::Seat(seat), dice);
    let first = imagine(dice);
    let mut search = Search::new(&first, seats, seat, at, budget.playouts, dice);
    if let Some(only) = search.only_move(&first, dice) {
        return Some(Pick { text: only, playouts: 0, shares: Vec::new() });
    }
    let mut playouts = 0;
    while playouts < budget.playouts.max(1) && (playouts == 0 || !(budget.time_is_over)()) {
        search.round(imagine(dice), dice);
        playouts += 1;
        if playouts % OFTEN == 0 && search.is_decided(budget.playouts - playouts.min(budget.playouts)) {
            break;
        }
    }
    let best = search.best().or_else(|| first.suggest(seat, dice).map(|mv| mv.to_string()));
    best.map(|text| Pick { text, playouts, shares: search.shares(playouts) })
}
