//! A position as it is stored, and the check that it can occur.

pub(super) mod position;
pub(super) mod question;
pub(super) mod sound;
pub(super) mod stack;
pub(super) mod thing;
pub(super) mod words;
