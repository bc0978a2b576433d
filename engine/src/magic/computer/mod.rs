//! What computer players need: imagined positions, legal texts, scores.

pub(super) mod imagine;
pub(super) mod so_far;
pub(super) mod suggest;
