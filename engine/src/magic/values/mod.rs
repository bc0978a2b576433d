//! What the texts in play say now: values of permanents and lands, what a noun speaks of, what can be targeted.

pub(super) mod candidates;
pub(super) mod known;
pub(super) mod lands;
pub(super) mod layers;
pub(super) mod measures;
pub(super) mod replacing;
pub(super) mod rules;
pub(super) mod speaker;
pub(super) mod targeting;
pub(super) mod traits;
pub(super) mod usable;
