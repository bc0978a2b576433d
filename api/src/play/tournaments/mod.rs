//! Tournaments: all play at the same time, in groups in which everybody meets everybody; and ladders.

pub mod conduct;
mod draw;
mod endings;
pub mod entry;
pub mod hosted;
pub mod ladder;
pub mod results;
pub mod shown;
pub mod standings;
mod start;
pub mod tournament;
