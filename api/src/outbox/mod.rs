//! Letters that are owed: drawn as things are now, sent, recorded.

mod answers;
mod draw;
mod of_match;
pub mod sending;
