//! Triggered abilities: what sets them off (C6), and how they are put on the stack (R67).

mod happened;
mod placing;
