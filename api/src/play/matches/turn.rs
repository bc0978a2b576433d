//! A turn of a match.

use engine::Seat;

use crate::ids::MatchId;

/// A turn of a match in which a seat is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The match.
    pub match_id: MatchId,
    /// The seat that is to move.
    pub seat: Seat,
    /// The number of people who held the seat before the one whose turn it is, at most 31.
    pub holder: u8,
    /// The number of the turn.
    pub turn: u32,
}
