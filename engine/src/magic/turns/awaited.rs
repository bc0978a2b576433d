//! The seats that have to send something.

use crate::magic::state::{Hidden, Layout, Stage, Table};
use crate::seat::{Seat, Seats};

/// The seats that an open window waits for (P10).
pub(crate) fn asked(table: &Table, hidden: &Hidden) -> Seats {
    let waits = |seat: &Seat| hidden.own(*seat).is_some_and(|own| own.asked && own.answer.is_none());
    table.seats_in().iter().filter(|seat| table.window.is_some() && waits(seat)).collect()
}

/// The seats that have to send something. On a view, where a window is open, the reader alone, if it waits for him (P18).
pub(crate) fn awaited(table: &Table, hidden: &Hidden) -> Seats {
    let seats_in = table.seats_in();
    match &table.stage {
        Stage::Layout => table.placer().into_iter().collect(),
        Stage::Selection { picks, .. } if table.options.layout == Layout::Draft => {
            table.picker(*picks).into_iter().collect()
        }
        Stage::Decks { ready } | Stage::Selection { ready, .. } => seats_in.without(*ready),
        Stage::Play(_) if table.window.is_some() => asked(table, hidden),
        Stage::Play(turn) => Seats::just(table.question.as_ref().map_or(turn.seat, |question| question.seat)),
        Stage::Over(_) => Seats::NONE,
    }
}

impl Table {
    /// The seat that lays the next land (R3): seat 0 lays two, then each seat one, clockwise.
    pub(crate) fn placer(&self) -> Option<Seat> {
        let laid = self.lands.len();
        (laid < self.board().lands().len()).then(|| self.placer_of(laid))
    }

    /// The seat that lays a land when so many are laid.
    pub(crate) fn placer_of(&self, laid: usize) -> Seat {
        Seat((laid.saturating_sub(1) % usize::from(self.seat_count())) as u8)
    }

    /// The seat after the last one to lay a land, which begins the selection and takes the first turn (R3).
    pub(crate) fn first_seat(&self) -> Seat {
        let seats = self.seat_count();
        let last = (8 + 5 * u32::from(seats)) % u32::from(seats);
        Seat(last as u8).left(seats)
    }

    /// The seat of this pick, counted from 0; `None` after the last one (R3).
    pub(crate) fn picker(&self, pick: u8) -> Option<Seat> {
        let seats = self.seat_count();
        (pick < 2 * seats).then(|| Seat((self.first_seat().0 + pick) % seats))
    }

    /// The next seat to the left of this one that is still in; the seat itself if no other is.
    pub(crate) fn next_in(&self, seat: Seat) -> Seat {
        let seats = self.seat_count();
        let after = std::iter::successors(Some(seat.left(seats)), |seat| Some(seat.left(seats)));
        after.take(seats.into()).find(|seat| self.is_in(*seat)).unwrap_or(seat)
    }
}
