//! The stack: triggered abilities that are put on it, objects that resolve, choices in the middle of their texts.

pub(super) mod chosen;
pub(super) mod placing;
pub(super) mod resolving;
pub(super) mod triggers;
