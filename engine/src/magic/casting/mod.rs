//! Casting cards and using abilities: what they ask for, and how it is paid.

pub(super) mod demand;
pub(super) mod due;
pub(super) mod payer;
pub(super) mod payment;
pub(super) mod prices;
pub(super) mod spells;
pub(super) mod using;
