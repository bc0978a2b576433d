//! Matches that have not begun: joining, invitations, rematches.

pub mod brought;
pub mod departures;
pub mod invite;
pub mod invited;
pub mod join_links;
pub mod open_matches;
mod rated;
pub mod rematch;
pub(in crate::play) mod setups;
pub mod watch;
pub mod watches;
