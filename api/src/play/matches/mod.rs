//! A match as it is stored: its table and lines, the clocks and their deadlines.

pub mod chain;
pub mod chairs;
pub mod deadline;
pub mod history;
pub mod lines;
pub(in crate::play) mod moments;
pub mod open_proposal;
pub mod origin;
pub mod rating;
pub mod reminder;
pub mod settings;
pub(in crate::play) mod table;
pub mod title;
pub mod turn;
