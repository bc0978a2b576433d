//! The public part of a position: all of it but the starts before all players have chosen (D27).

use serde::{Deserialize, Serialize};

use super::chips::{Chip, Color};
use super::field::Field;
use super::options::Options;
use super::spaces::{STASH, Size, Spaces};
use super::story::{Ending, Event};
use crate::board::Cell;
use crate::notation::Name;
use crate::seat::{MAX_SEATS, Seat, Seats};

/// The public part of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Public {
    pub(super) options: Options,
    pub(super) seats: u8,
    pub(super) spaces: Spaces,
    pub(super) stage: Stage,
    /// The chip that was in hand when the match ended in the draft: it is neither on the board nor in the bag (D30).
    pub(super) unplaced: Option<Chip>,
    /// The seat that drew the neutral chip and so makes the first move (D4).
    pub(super) first: Option<Seat>,
    /// The number of turns since the first move, those of seats that had left included.
    pub(super) turns: u32,
    /// The seats that have passed in the current run of passes, and whether one of them did so by choice (D8).
    pub(super) passed: Seats,
    pub(super) by_choice: bool,
    /// For each seat the size of the piece that its latest turn brought to the neutral chip (D17).
    pub(super) arrived: [Option<Size>; MAX_SEATS as usize],
    /// The seats that have let a turn lapse and sent nothing since.
    pub(super) absent: Seats,
    /// The seats that have resigned or been forfeited (D25).
    pub(super) left: Seats,
    /// The last change of the board, for pictures.
    pub(super) last: Option<Event>,
}

/// The act that the match waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Stage {
    /// The seat is to place the chip that was drawn.
    Draft { by: Seat, hand: Chip },
    /// All seats but these are to choose where to start.
    Start { ready: Seats },
    /// The seat is to move.
    Play { turn: Seat },
    /// None: the match is over.
    Over(Ending),
}

impl Public {
    pub(super) fn field(&self) -> &'static Field {
        Field::for_board(self.spaces.kind(), self.options.adjacency)
    }

    pub(super) fn name(&self, cell: Cell) -> Name {
        self.field().name(cell)
    }

    /// The seats still in the match.
    pub(super) fn remaining(&self) -> Seats {
        Seats::all(self.seats).without(self.left)
    }

    /// The seats still in the match and not absent: those whose passes count.
    pub(super) fn present(&self) -> Seats {
        self.remaining().without(self.absent)
    }

    /// The next seat round the table that is still in the match; the seat itself if there is no other.
    pub(super) fn next_after(&self, seat: Seat) -> Seat {
        let round = std::iter::successors(Some(seat.left(self.seats)), |seat| Some(seat.left(self.seats)));
        round.take(self.seats.into()).find(|next| !self.left.contains(*next)).unwrap_or(seat)
    }

    /// The owner of the chip. The neutral chip has none, nor has a chip whose colour is not played or whose player has left
    /// (D11, D16, D25).
    pub(super) fn owner(&self, chip: Chip) -> Option<Seat> {
        chip.color().map(Color::seat).filter(|seat| self.remaining().contains(*seat))
    }

    /// The seats that have to act.
    pub(super) fn awaited(&self) -> Seats {
        match self.stage {
            Stage::Draft { by, .. } => Seats::just(by),
            Stage::Start { ready } => self.remaining().without(ready),
            Stage::Play { turn } => Seats::just(turn),
            Stage::Over(_) => Seats::NONE,
        }
    }

    /// True if there is a pyramid on the board.
    pub(super) fn has_pieces(&self) -> bool {
        Seat::all(MAX_SEATS).any(|seat| Size::ALL.into_iter().any(|size| self.spaces.on_board(seat, size) > 0))
    }

    /// True if the seat has won: five are all the pieces of a size that a player has (D21).
    pub(super) fn has_five_larges(&self, seat: Seat) -> bool {
        self.spaces.on_board(seat, Size::Large) == STASH
    }
}
