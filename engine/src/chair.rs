//! The chairs of a game, and the names of those who sit on them.

use serde::Serialize;

use crate::scene::Paint;
use crate::seat::{Seat, Seats};

/// A place at the table, with its words for people.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Chair {
    /// A word for records and addresses: lower case, digits and hyphens, different for each seat.
    pub id: String,
    /// The name for people.
    pub name: String,
    /// The side it plays for, counted from 0; seats of one side win and lose together.
    pub side: u8,
    /// The colour it plays.
    pub paint: Paint,
}

/// The names of the seats in a story, one for each seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Names(pub Vec<String>);

impl Names {
    /// The names of the chairs.
    pub fn new(chairs: &[Chair]) -> Names {
        Names(chairs.iter().map(|chair| chair.name.clone()).collect())
    }

    /// Several of them in a sentence: `Red, Blue and Yellow`; `no player` for none.
    pub fn list(&self, seats: Seats) -> String {
        let names: Vec<&str> = seats.iter().map(|seat| &self[seat]).collect();
        match names.split_last() {
            None => "no player".to_owned(),
            Some((last, [])) => (*last).to_owned(),
            Some((last, others)) => format!("{} and {last}", others.join(", ")),
        }
    }
}

impl std::ops::Index<Seat> for Names {
    type Output = str;

    fn index(&self, seat: Seat) -> &str {
        self.0.get(seat.index()).map_or("a player", String::as_str)
    }
}
