//! Movement, and passages past creatures that could block.

pub(super) mod moves;
pub(super) mod passage;
