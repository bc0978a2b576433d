//! The matches that this process has lately moved, so that the next move need not read its match again.
//!
//! A copy serves to judge a move, and what it leads to counts only if the statement that writes the move finds the match at the ply and
//! the revision of the copy: each change of the position, the seats, the clocks or the vacations raises one of them, on any server. The
//! time of the last line has to be the same, too: after a fail-over that lost moves, others may have led to the same ply. What
//! raises neither is only shown in the response to the move: names, a proposal, whether the match is hidden. This process forgets a copy
//! when it publishes or hears of a change, and all of them when a person is renamed; a change that it misses is shown after at
//! most five seconds.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use super::matches::MatchRow;
use crate::ids::MatchId;

/// A copy is used for this time after its match was read. Moves that this process writes do not make it longer.
const FRESH: TimeDelta = TimeDelta::seconds(5);

/// The maximum number of bytes of all copies.
const MAX_BYTES: u64 = 8 << 20;

/// The bytes of a match without its texts, about.
const FIXED: usize = 1024;

/// A match as this process has left it.
#[derive(Clone)]
pub struct KeptMatch {
    /// The match.
    pub row: MatchRow,
    /// The time at which it was read from the database.
    pub read_at: DateTime<Utc>,
}

/// Copies of matches. Cheap to clone.
#[derive(Clone)]
pub struct KeptMatches(Arc<Cache<MatchId, KeptMatch, Bytes>>);

#[derive(Clone)]
struct Bytes;

impl Weighter<MatchId, KeptMatch> for Bytes {
    fn weight(&self, _: &MatchId, KeptMatch { row, .. }: &KeptMatch) -> u64 {
        let texts = [&row.name, &row.options, &row.clock].map(String::len).iter().sum::<usize>();
        let people = row.players.0.iter().map(|player| FIXED / 4 + player.vacations.len()).sum::<usize>();
        (FIXED + texts + people + row.progress.state.as_ref().map_or(0, String::len)) as u64
    }
}

impl Default for KeptMatches {
    fn default() -> KeptMatches {
        KeptMatches(Arc::new(Cache::with_weighter(MAX_BYTES as usize / (4 * FIXED), MAX_BYTES, Bytes)))
    }
}

impl KeptMatches {
    /// Keeps a match as it was written.
    pub fn keep(&self, copy: KeptMatch) {
        self.0.insert(copy.row.id, copy);
    }

    /// Takes the copy of a match out, if there is one that is fresh at this time.
    pub fn take(&self, id: MatchId, now: DateTime<Utc>) -> Option<KeptMatch> {
        let (_, copy) = self.0.remove(&id)?;
        (copy.read_at <= now && now < copy.read_at + FRESH).then_some(copy)
    }

    /// Forgets the copy of a match.
    pub fn forget(&self, id: MatchId) {
        self.0.remove(&id);
    }

    /// Forgets all copies.
    pub fn forget_all(&self) {
        self.0.clear();
    }
}
