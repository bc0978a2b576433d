//! Inbound email: received and stored, then read and processed.

mod answer_commands;
mod auto_reply;
pub mod by_hand;
mod clock_requests;
mod commands;
mod grammar;
pub mod hand_over;
mod handled;
mod invitation;
pub mod listen;
mod new_match;
mod of_match;
mod patience;
mod person;
mod play_lines;
pub mod poll;
mod postmaster;
pub mod processing;
mod proposal;
pub mod receive;
pub mod round_trip;
mod session;
pub mod socketmap;
mod standing;
mod tournament;
mod wire;
