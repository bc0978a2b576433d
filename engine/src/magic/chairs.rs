//! The chairs: their ids, names, letters and paints, which are not those of lands.

use crate::chair::{Chair, Names};
use crate::scene::Paint;
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
    /// The paint of pictures.
    pub paint: Paint,
}

/// The chairs of seats 0 to 5.
pub const CHAIRS: [Fixture; 6] = [
    Fixture { id: "ash", name: "Ash", letter: 'A', paint: Paint::Yellow },
    Fixture { id: "birch", name: "Birch", letter: 'B', paint: Paint::Orange },
    Fixture { id: "cedar", name: "Cedar", letter: 'C', paint: Paint::Purple },
    Fixture { id: "dogwood", name: "Dogwood", letter: 'D', paint: Paint::Pink },
    Fixture { id: "elm", name: "Elm", letter: 'E', paint: Paint::Teal },
    Fixture { id: "fir", name: "Fir", letter: 'F', paint: Paint::Brown },
];

/// The chair of a seat; that of the last one for a seat beyond it, which no match has.
pub fn chair_of(seat: Seat) -> &'static Fixture {
    CHAIRS.get(seat.index()).unwrap_or(&CHAIRS[CHAIRS.len() - 1])
}

/// The chairs of a match with so many seats, at most six.
pub(super) fn for_seats(seats: u8) -> Vec<Chair> {
    let chair = |(seat, fixture): (u8, &Fixture)| Chair {
        id: fixture.id.to_owned(),
        name: fixture.name.to_owned(),
        side: seat,
        paint: fixture.paint,
    };
    (0..seats).zip(&CHAIRS).map(chair).collect()
}

/// The names of all chairs.
pub(super) fn names() -> Names {
    Names(CHAIRS.iter().map(|chair| chair.name.to_owned()).collect())
}

/// The seat whose chair has this id, of six seats.
pub fn seat_called(id: &str) -> Option<Seat> {
    Seat::all(CHAIRS.len() as u8).find(|seat| chair_of(*seat).id == id)
}

/// True if the word of an order names this seat: its chair, or `any` (N5).
pub fn is_named(word: &super::notation::Word, seat: Seat) -> bool {
    word.as_str() == "any" || seat_called(word.as_str()) == Some(seat)
}
