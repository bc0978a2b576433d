//! The course of a match by turns: scripts and orders, seats that leave, the end.

pub(super) mod awaited;
pub(super) mod course;
pub(super) mod ending;
pub(super) mod giving;
pub(super) mod leaving;
pub(super) mod script;
