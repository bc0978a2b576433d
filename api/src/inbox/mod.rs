//! Inbound email: received and stored, then read and processed.

mod auto_reply;
pub mod by_hand;
mod clock_requests;
mod grammar;
pub mod hand_over;
mod handled;
mod invitation;
mod list;
pub mod listen;
mod patience;
mod play_lines;
pub mod poll;
mod postmaster;
pub mod processing;
mod proposal;
pub mod receive;
pub mod round_trip;
mod session;
pub mod socketmap;
mod wire;
