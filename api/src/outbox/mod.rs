//! Letters that are owed: drawn as things are now, sent, recorded.

mod answers;
mod draw;
pub mod hooks;
mod of_match;
mod of_person;
mod of_proposal;
mod of_seat;
mod post;
pub mod sending;
