//! The set-up: decks, lands, the first position.

pub(super) mod choosing;
pub(super) mod deal;
pub(super) mod deck_list;
pub(super) mod pool;
pub(super) mod start;
