//! The earlier match that a match is played on from.

use engine::Seed;

use crate::db::matches::MatchRow;
use crate::play::{Match, Refusal, Result};

impl Match {
    /// The seed; secret until the match is over.
    pub fn seed(&self) -> Seed {
        self.seed.clone()
    }
}

/// The seed of a match, with those of the lines that were played before.
pub(in crate::play) fn seed_of(row: &MatchRow) -> Result<Seed> {
    let seed = row.seed.clone();
    let Some(earlier) = &row.played_on.earlier_seeds else { return Ok(seed) };
    seed.with_earlier(earlier).ok_or_else(|| Refusal::Broken(format!("match {}: the seeds of earlier lines", row.id)))
}

/// The mark of a match that is played on from another one, for its readers.
pub fn in_words(m: &Match) -> Option<String> {
    let line = m.seed().played_on_after()?;
    Some(format!("Continued from line {line} of an earlier match"))
}
