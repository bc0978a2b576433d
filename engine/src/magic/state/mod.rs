//! The state of a match as data: the table, what lies beside it, and the world in which both are in motion.
//!
//! Functions here look things up; the rules stand in the other rooms.

pub mod board;
pub(super) mod edition;
pub(super) mod event;
pub(super) mod event_words;
pub(super) mod happened;
pub(super) mod hidden;
pub(super) mod land;
pub(super) mod mana;
pub mod options;
pub(super) mod orders;
pub(super) mod pending;
pub(super) mod permanent;
pub(super) mod table;
pub(super) mod turn;
pub(super) mod view;
pub(super) mod window;
pub(super) mod world;
