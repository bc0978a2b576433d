//! The state of a match as data: the table, what lies beside it, and the world in which both are in motion.
//!
//! Functions here look things up; the rules stand in the other rooms. A position is stored by the derives of these types; fields of
//! which it has many are stored under one letter.

pub mod board;
mod edition;
mod event;
mod event_words;
mod happened;
mod hidden;
mod land;
mod mana;
pub mod options;
mod orders;
mod pending;
mod permanent;
mod table;
mod turn;
mod view;
mod window;
mod world;

pub(super) use self::board::{Board, lands_of, lands_of_a_type};
pub(super) use self::edition::Edition;
pub use self::event::Event;
pub(super) use self::event_words::{End, Entry, How, Mention, Piece, Why, creatures};
pub(super) use self::happened::Happened;
pub(super) use self::hidden::{Hidden, InHand, Own, Slot};
pub(super) use self::land::Land;
pub(super) use self::mana::Mana;
pub use self::options::Options;
pub(super) use self::options::{Bring, DeckLists, Deckout, Decks, Layout};
pub(super) use self::orders::{MAX_WHENS, Orders};
pub(super) use self::pending::{About, Occasion, Progress, Question, Resolving, Spot, Waiting};
pub(super) use self::permanent::{Deeds, Known, Lasting, Lasts, Permanent, Place, Until};
pub(super) use self::table::{Object, Origin, Side, Table};
pub(super) use self::turn::{Battle, Ending, Fate, Phase, Stage, Turn};
pub use self::view::View;
pub(super) use self::window::{Passing, Window, WindowKind};
pub(super) use self::world::{MAX_NAMES, MAX_RESOLUTIONS, World, refuse};

/// True for what is not stored, because it is the default.
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
