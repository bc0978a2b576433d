//! Battles, their damage, and what follows from them.

pub(super) mod battles;
pub(super) mod damage;
pub(super) mod retreat;
