//! The chairs: their ids, names and letters.

use crate::seat::Seat;

/// A chair as people know it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// The word of texts and records.
    pub id: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// The letter of boards.
    pub letter: char,
}

/// The chairs of seats 0 to 5.
pub const CHAIRS: [Fixture; 6] = [
    Fixture { id: "ash", name: "Ash", letter: 'A' },
    Fixture { id: "birch", name: "Birch", letter: 'B' },
    Fixture { id: "cedar", name: "Cedar", letter: 'C' },
    Fixture { id: "dogwood", name: "Dogwood", letter: 'D' },
    Fixture { id: "elm", name: "Elm", letter: 'E' },
    Fixture { id: "fir", name: "Fir", letter: 'F' },
];

/// The chair of a seat; that of the last one for a seat beyond it, which no match has.
pub fn chair_of(seat: Seat) -> &'static Fixture {
    CHAIRS.get(seat.index()).unwrap_or(&CHAIRS[CHAIRS.len() - 1])
}

/// The seat whose chair has this id, of six seats.
pub fn seat_called(id: &str) -> Option<Seat> {
    Seat::all(CHAIRS.len() as u8).find(|seat| chair_of(*seat).id == id)
}
