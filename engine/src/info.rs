//! The facts about a game.

use std::ops::RangeInclusive;

use serde::Serialize;

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
}
