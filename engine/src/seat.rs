//! Places in a match.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The most seats any game has.
pub const MAX_SEATS: u8 = 6;

/// A place in a match, counted from 0. "Left" is the next seat, "right" the previous one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(transparent)]
pub struct Seat(pub u8);

impl Seat {
    /// All seats of a match for `seats` players, in order.
    pub fn all(seats: u8) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator {
        (0..seats).map(Seat)
    }

    /// The seat to the left: the next one, round the table.
    #[must_use]
    pub fn left(self, seats: u8) -> Seat {
        Seat((self.0 + 1) % seats)
    }

    /// The seat to the right: the previous one, round the table.
    #[must_use]
    pub fn right(self, seats: u8) -> Seat {
        Seat((self.0 + seats - 1) % seats)
    }

    /// The seat as an index into a list with one entry a seat.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A set of seats. Stored and shown as a list of seat numbers in rising order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Seats(u8);

impl Seats {
    /// No seat.
    pub const NONE: Seats = Seats(0);

    /// All seats of a match for `seats` players.
    #[must_use]
    pub fn all(seats: u8) -> Seats {
        debug_assert!(seats <= MAX_SEATS);
        Seats(((1u16 << seats) - 1) as u8)
    }

    /// Just this seat.
    #[must_use]
    pub fn just(seat: Seat) -> Seats {
        Seats(1 << seat.0)
    }

    /// Returns true if the seat is in the set.
    pub fn contains(self, seat: Seat) -> bool {
        seat.0 < 8 && self.0 & (1 << seat.0) != 0
    }

    /// Returns true if every seat of `other` is in this set.
    pub fn contains_all(self, other: Seats) -> bool {
        other.0 & !self.0 == 0
    }

    /// Puts the seat into the set.
    pub fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.0;
    }

    /// Takes the seat out of the set.
    pub fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.0);
    }

    /// The seats of this set that are not in `other`.
    #[must_use]
    pub fn without(self, other: Seats) -> Seats {
        Seats(self.0 & !other.0)
    }

    /// Returns true if the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of seats in the set.
    pub fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// The seats in rising order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..8).map(Seat).filter(move |&seat| self.contains(seat))
    }

    /// The first of the seats, if there is any.
    pub fn first(self) -> Option<Seat> {
        self.iter().next()
    }

    /// The seat, if there is exactly one.
    pub fn only(self) -> Option<Seat> {
        (self.len() == 1).then(|| Seat(self.0.trailing_zeros() as u8))
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        let mut set = Seats::NONE;
        seats.into_iter().for_each(|seat| set.insert(seat));
        set
    }
}

impl fmt::Debug for Seats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|seat| seat.0)).finish()
    }
}

impl Serialize for Seats {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl schemars::JsonSchema for Seats {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Seats".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Vec::<Seat>::json_schema(generator)
    }

    fn inline_schema() -> bool {
        true
    }
}

impl<'de> Deserialize<'de> for Seats {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct List;
        impl<'de> serde::de::Visitor<'de> for List {
            type Value = Seats;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a list of seat numbers below {MAX_SEATS}")
            }

            fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut list: A) -> Result<Seats, A::Error> {
                let mut seats = Seats::NONE;
                while let Some(seat) = list.next_element::<Seat>()? {
                    if seat.0 >= MAX_SEATS {
                        return Err(serde::de::Error::invalid_value(
                            serde::de::Unexpected::Unsigned(seat.0.into()),
                            &self,
                        ));
                    }
                    seats.insert(seat);
                }
                Ok(seats)
            }
        }
        deserializer.deserialize_seq(List)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn left_and_right_go_round_the_table() {
        assert_eq!(Seat(4).left(5), Seat(0));
        assert_eq!(Seat(0).right(5), Seat(4));
        assert_eq!(Seat(2).left(5).right(5), Seat(2));
    }

    #[test]
    fn a_set_is_stored_as_a_list_and_a_foreign_seat_is_refused() {
        let set: Seats = [Seat(4), Seat(1)].into_iter().collect();
        assert_eq!(serde_json::to_string(&set).unwrap(), "[1,4]");
        assert_eq!(serde_json::from_str::<Seats>("[1,4]").unwrap(), set);
        assert!(serde_json::from_str::<Seats>("[6]").is_err());
        assert_eq!(Seats::all(3).without(set).iter().collect::<Vec<_>>(), [Seat(0), Seat(2)]);
        assert_eq!(set.only(), None);
        assert_eq!(Seats::just(Seat(5)).only(), Some(Seat(5)));
    }
}
