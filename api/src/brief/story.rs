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
    /// What other players have written to the table since, as `Anna: Good luck!`.
    pub notes: Vec<String>,
}

impl Story {
    /// The story and the notes with their headings; empty if nothing happened.
    pub fn passages(&self) -> Vec<Passage> {
        let mut passages = self.events();
        if !self.notes.is_empty() {
            passages.extend([Passage::heading("Notes from the players"), Passage::List(self.notes.clone())]);
        }
        passages
    }

    fn events(&self) -> Vec<Passage> {
        if self.sentences.is_empty() {
            return Vec::new();
        }
        let heading = if self.since_own { "Since your last move" } else { "What has happened" };
        let earlier = (self.earlier > 0).then(|| format!("... and {} earlier", self.earlier));
        let sentences = self.sentences.iter().map(|sentence| line(sentence)).chain(earlier).collect();
        vec![Passage::heading(heading), Passage::List(sentences)]
    }
}
