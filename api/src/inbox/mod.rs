//! Messages that come by mail: received and stored, then read and answered.

mod answer_email;
pub mod answering;
pub mod by_hand;
mod clock_requests;
mod grammar;
pub mod hand_over;
mod invitation;
mod list;
pub mod listen;
mod outcome;
mod patience;
mod play_lines;
pub mod poll;
mod postmaster;
mod proposal;
pub mod receive;
pub mod round_trip;
mod session;
pub mod socketmap;
mod wire;
