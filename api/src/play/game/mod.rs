//! What happens in a running match: moves, clocks, proposals, computer players. Analyses after its end.

pub mod alive;
pub mod analysis;
pub mod clock;
pub mod computers;
pub mod conditional;
pub mod consent;
pub mod decks;
pub mod hints;
pub mod idempotency;
pub mod idle;
pub mod import;
pub mod offers;
pub mod play_on;
pub mod private_notes;
pub mod proposals;
pub mod ratings;
pub(in crate::play) mod same_turn;
pub mod step;
pub mod submit;
pub mod turn_link;
