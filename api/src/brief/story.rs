//! The story since the reader's last move.

use super::clean::line;
use super::passage::Passage;

/// The latest events, as told to the reader.
#[derive(Default)]
pub struct Story {
    /// True if it begins after a move of the reader. Otherwise it begins with the match.
    pub since_own: bool,
    /// The sentences.
    pub sentences: Vec<String>,
    /// The number of earlier sentences that were left out.
    pub earlier: usize,
}

impl Story {
    /// The story with its heading; empty if nothing happened.
    pub fn passages(&self) -> Vec<Passage> {
        if self.sentences.is_empty() {
            return Vec::new();
        }
        let heading = if self.since_own { "Since your last move" } else { "What has happened" };
        let earlier = (self.earlier > 0).then(|| format!("... and {} earlier", self.earlier));
        let sentences = self.sentences.iter().map(|sentence| line(sentence)).chain(earlier).collect();
        vec![Passage::heading(heading), Passage::List(sentences)]
    }
}
