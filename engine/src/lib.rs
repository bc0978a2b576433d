#![doc = include_str!("../README.md")]

mod as_text;
pub mod board;
mod chair;
pub mod choice;
mod dice;
mod erased;
pub mod explore;
mod game;
#[cfg(test)]
mod golden;
pub mod hex;
mod hint;
pub mod how_to_play;
mod info;
mod journey;
#[cfg(test)]
mod laws;
pub mod lessons;
pub mod library;
mod moment;
pub mod notation;
#[cfg(feature = "openapi")]
mod openapi;
pub mod options;
pub mod players;
mod rating;
pub mod records;
mod rules;
#[cfg(test)]
mod sample_scenes;
pub mod scene;
mod schema;
mod seat;
mod settings;
pub mod square;
pub mod svg;
pub mod text;
#[cfg(test)]
mod tidy;

pub mod ice;
pub mod magic;
pub mod magma;
pub mod magnapoco;
pub mod magnet;

pub use chair::{Chair, Names};
pub use dice::{Dice, MAX_EARLIER, MAX_VALUES, Seed, SeedValue, seed_value};
pub use erased::Erased;
pub use game::{
    BadOption, Cause, Choice, ChoiceKind, Clock, EndCondition, EndKind, Entry, Events, Eye, Game, Illegal, Info,
    Leaving, Limits, Outcome, Request, Step, Waiting, Wake, Wanted,
};
pub use moment::{Moment, NoSpan, Span};
pub use notation::Unreadable;
pub use rating::{NotRatable, RatingClass};
pub use rules::{
    Act, Advance, Fault, Frame, LAPSES_TO_FORFEIT, LapsePolicy, Line, MAX_MOVE_BYTES, Page, Playout, Preview, Rules,
    Setup, Status, Told,
};
pub use seat::{MAX_SEATS, Seat, Seats};
pub use settings::{Setting, Settings};

/// Every game there is: one line for each edition of its rules by which matches are still played, the newest first.
pub static GAMES: &[&dyn Rules] = &[
    &Erased::<magma::Magma>::NEW,
    &Erased::<magnapoco::Magnapoco>::NEW,
    &Erased::<magnet::Magnet>::NEW,
    &Erased::<ice::Ice>::NEW,
    &Erased::<magic::Magic>::NEW,
    &Erased::<magic::Magic<2>>::NEW,
    &Erased::<magic::Magic<1>>::NEW,
];

/// The game with this id, in its newest edition.
pub fn game(id: &str) -> Option<&'static dyn Rules> {
    GAMES.iter().copied().find(|rules| rules.info().id == id)
}

/// The same, for programs at a terminal.
///
/// # Errors
/// A sentence with the ids that there are.
pub fn game_named(id: &str) -> Result<&'static dyn Rules, String> {
    let ids = || GAMES.iter().map(|rules| rules.info().id).collect::<Vec<_>>().join(", ");
    game(id).ok_or_else(|| format!("there is no game \"{id}\"; there is: {}", ids()))
}

/// The game with this id in this edition: that of a stored match.
pub fn edition(id: &str, edition: u16) -> Option<&'static dyn Rules> {
    GAMES.iter().copied().find(|rules| rules.info().id == id && rules.info().edition == edition)
}

/// Every game in its newest edition: the rules of new matches.
pub fn newest() -> impl Iterator<Item = &'static dyn Rules> {
    let is_newest =
        |rules: &&dyn Rules| game(rules.info().id).is_some_and(|game| game.info().edition == rules.info().edition);
    GAMES.iter().copied().filter(is_newest)
}
