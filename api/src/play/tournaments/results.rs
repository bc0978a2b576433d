//! The results of the matches of tournaments, as they are stored.

use serde::{Deserialize, Serialize};

use crate::play::{Refusal, Result};

/// The result of a seat in a match of a tournament, as it is stored.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
pub struct SeatResult {
    /// The rank of its side: 1 is the best. In a match that has no result yet when the tournament ends, 1 for those who still play.
    pub rank: u8,
    /// True if the time of the player expired.
    pub forfeited: bool,
}

/// The results of a match as they are stored; none if there are none.
pub(super) fn results(stored: Option<&str>) -> Result<Vec<SeatResult>> {
    let read = stored.map(serde_json::from_str).transpose();
    Ok(read.map_err(|why| Refusal::Broken(format!("results of a match of a tournament: {why}")))?.unwrap_or_default())
}
