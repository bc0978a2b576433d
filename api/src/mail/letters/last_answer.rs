//! A letter that answers a message and says that it is the last one to such messages for a while.

use super::Letter;
use crate::category::Category;
use crate::mail::Envelope;
use crate::mail::sheet::Block;

/// A letter of any kind with a sentence of its own above the first link.
pub struct LastAnswer {
    /// The letter.
    pub letter: Box<dyn Letter>,
    /// The sentence: until when no more messages of this sort are answered.
    pub words: String,
}

impl Letter for LastAnswer {
    fn category(&self) -> Option<Category> {
        self.letter.category()
    }

    fn of_a_match(&self) -> bool {
        self.letter.of_a_match()
    }

    fn subject(&self) -> String {
        self.letter.subject()
    }

    fn mark(&self) -> Option<&'static str> {
        self.letter.mark()
    }

    fn blocks(&self, envelope: &Envelope) -> Vec<Block<'_>> {
        let mut blocks = self.letter.blocks(envelope);
        let is_link = |block: &Block<'_>| matches!(block, Block::Button(..) | Block::Link(..));
        let first = blocks.iter().position(is_link).unwrap_or(blocks.len());
        blocks.insert(first, Block::words(&*self.words));
        blocks
    }

    fn reason(&self) -> &'static str {
        self.letter.reason()
    }

    fn name(&self) -> &'static str {
        self.letter.name()
    }
}
