//! The facts about a game.

use std::ops::RangeInclusive;

use serde::Serialize;

use crate::moment::Span;

/// The facts about a game before any match.
#[derive(Clone, Debug, Serialize)]
pub struct Info {
    /// The name in addresses, records and options: lower case, digits and hyphens.
    pub id: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// One sentence that says what kind of game it is.
    pub summary: &'static str,
    /// The possible numbers of seats.
    pub seats: RangeInclusive<u8>,
    /// The edition of the rules. It rises when a change would alter the replay of an old log; a stored match keeps its own.
    pub edition: u16,
    /// True if anything is hidden from a player during a match.
    pub secret: bool,
    /// True if others may respond to a move before it takes effect.
    pub windows: bool,
    /// How to play, in Markdown with pictures, for a person who has never seen the game.
    pub how_to_play: &'static str,
    /// The rules for arbiters, in Markdown.
    pub rules: &'static str,
    /// The texts of its lessons ([`crate::lessons`]), in their order.
    #[serde(skip)]
    pub lessons: &'static [&'static str],
    /// Every kind of move: an example in its canonical spelling, and what it does.
    pub notation: &'static [(&'static str, &'static str)],
    /// How long a computer player of each level looks for a move, the lowest first.
    #[serde(skip)]
    pub levels: [Limits; 5],
}

/// The bounds of the search for one move. The first that is reached ends it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The most playouts.
    pub playouts: u32,
    /// The longest time.
    pub time: Span,
}

impl Limits {
    /// Those of all levels, the lowest first: at most so many playouts in so many milliseconds.
    pub const fn of_levels(levels: [(u32, u64); 5]) -> [Limits; 5] {
        let [one, two, three, four, five] = levels;
        [Limits::new(one), Limits::new(two), Limits::new(three), Limits::new(four), Limits::new(five)]
    }

    const fn new((playouts, milliseconds): (u32, u64)) -> Limits {
        Limits { playouts, time: Span(milliseconds) }
    }
}
