//! Cards and permanents between zones, who controls them, and what is checked after everything that happens.

pub(super) mod auras;
pub(super) mod checks;
pub(super) mod control;
pub(super) mod moves;
