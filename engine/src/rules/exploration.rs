//! The question and the answer of [`super::Rules::explore`].

use super::{Fault, Page};
use crate::choice::Choice;
use crate::game::Eye;
use crate::moment::Moment;
use crate::seat::Seat;

/// Moves to explore.
pub struct Plan<'a> {
    /// The reader whose knowledge counts.
    pub eye: Eye,
    /// The moves, in order.
    pub moves: &'a [Planned],
    /// The beginning of the next move, whose continuations are wanted.
    pub so_far: &'a str,
    /// The moment at which they are played.
    pub at: Moment,
    /// Returns true once the time for it is over. Asked before each move in each position.
    pub time_is_over: &'a dyn Fn() -> bool,
}

/// A move to explore.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Planned {
    /// Its seat; `None` for the one that is awaited.
    pub by: Option<Seat>,
    /// Its text.
    pub text: String,
}

/// An explored move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tried {
    /// Its seat.
    pub by: Seat,
    /// The move in its canonical spelling.
    pub text: String,
}

/// The result of exploring moves.
#[derive(Clone, PartialEq, Debug)]
pub struct Explored {
    /// The moves.
    pub moves: Vec<Tried>,
    /// The page afterwards for the eye of the plan. Its turn is that of the match.
    pub page: Page,
    /// The seat that is to move next; `None` if the match is over, or where the next move has to name its seat.
    pub next: Option<Seat>,
    /// The continuations of the text for that seat, as far as the eye may know them.
    pub choices: Vec<Choice>,
    /// What that seat does next, in a sentence; empty if none of the choices plays on.
    pub prompt: String,
    /// True if that seat may have others, which depend on what the eye does not know.
    pub may_have_others: bool,
}

/// A reason for which moves are not explored. `number` is that of the move, counted from 1, or 0 for the time before the first.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unexplored {
    /// The rules refuse a move.
    #[error("Move {number}: {fault}")]
    Refused {
        /// The number of the move.
        number: usize,
        /// The refusal.
        fault: Fault,
    },
    /// What a move leads to depends on what the eye does not know, or on chance.
    #[error("{}", depends(*number))]
    Depends {
        /// The number of the move.
        number: usize,
    },
    /// The seat of a move has to be named: not exactly one seat is awaited, as far as the eye knows.
    #[error("Move {number}: name its seat, since not exactly one seat is known to be awaited.")]
    NoSeat {
        /// The number of the move.
        number: usize,
    },
    /// The time is over.
    #[error("The time for an exploration was over at move {number}. Send fewer moves.")]
    TooLong {
        /// The number of the move.
        number: usize,
    },
}

/// The refusal of a move whose consequences are not certain.
fn depends(number: usize) -> String {
    let why = "depends on what you cannot see, or on chance";
    match number {
        0 => format!("What follows before the first move {why}."),
        _ => format!("What follows on move {number} {why}."),
    }
}
