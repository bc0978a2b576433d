//! A match of the reader is over.

use super::{Email, OVER, REMATCH, for_friends, played, record};
use crate::brief::clean::line;
use crate::brief::{Story, Table};
use crate::mail::sheet::Block;
use crate::mail::{Board, Envelope, Link};

/// A match of the reader is over. The result is on the page.
pub struct MatchOver {
    /// The match.
    pub table: Table,
    /// The page of the match.
    pub link: Link,
    /// The page of the match for friends of the reader.
    pub watch: Link,
    /// The last board.
    pub board: Board,
    /// The story since the reader's last move.
    pub story: Story,
    /// What the result has done to the rating of the reader, in a sentence, if the match is rated.
    pub rating: Option<String>,
    /// The sentence about its end by the host, if the host has ended it.
    pub host: Option<String>,
    /// The moves of the reply that this email is about.
    pub played: Vec<String>,
}

impl Email for MatchOver {
    fn subject(&self) -> String {
        self.table.subject(OVER)
    }

    fn mark(&self) -> Option<&'static str> {
        Some(REMATCH)
    }

    fn blocks(&self, envelope: &Envelope) -> Vec<Block<'_>> {
        let (table, page) = (&self.table, &self.board.page);
        let mut blocks = vec![Block::Lead(played(&self.played, table.verdict(page)))];
        if let Some(outcome) = &page.outcome {
            blocks.extend([Block::words(line(&outcome.reason)), Block::list(&table.ranking(page, outcome))]);
        }
        blocks.extend(self.host.as_deref().map(Block::words));
        blocks.extend(self.rating.as_deref().map(Block::words));
        if envelope.reply_to.is_some() {
            blocks.push(Block::words("To play again with the same players, reply with rematch."));
        }
        blocks.push(Block::Button("See the whole match", self.link.as_str()));
        blocks.extend(self.story.passages().into_iter().map(Block::Passage));
        blocks.extend(self.board.blocks(Some(table)));
        blocks.extend(for_friends(&self.watch));
        blocks.extend(record(table));
        blocks
    }
}
