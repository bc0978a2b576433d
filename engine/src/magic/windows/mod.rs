//! Windows: pauses in which players may respond.

pub(super) mod able;
pub(super) mod answers;
pub(super) mod responses;
pub(super) mod rounds;
