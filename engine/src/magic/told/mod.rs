//! What happened, in words, as each eye may know it.

pub(super) mod eyes;
pub(super) mod orders;
pub(super) mod reader;
pub(super) mod sentences;
pub(super) mod story;
pub(super) mod written;
