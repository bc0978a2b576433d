//! An automatic reply that says that it is the last one to such messages for a while.

use super::Email;
use crate::mail::sheet::Block;
use crate::mail::{Attached, Envelope};

/// An email of any kind with a sentence of its own above the first link.
pub struct LastAutoReply {
    /// The email.
    pub email: Box<dyn Email>,
    /// The sentence: until when such messages get no automatic reply.
    pub words: String,
}

impl Email for LastAutoReply {
    fn subject(&self) -> String {
        self.email.subject()
    }

    fn mark(&self) -> Option<&'static str> {
        self.email.mark()
    }

    fn blocks(&self, envelope: &Envelope) -> Vec<Block<'_>> {
        let mut blocks = self.email.blocks(envelope);
        let is_link = |block: &Block<'_>| matches!(block, Block::Button(..) | Block::Link(..));
        let first = blocks.iter().position(is_link).unwrap_or(blocks.len());
        blocks.insert(first, Block::words(&*self.words));
        blocks
    }

    fn attachments(&self) -> Vec<&Attached> {
        self.email.attachments()
    }

    fn reason(&self) -> &'static str {
        self.email.reason()
    }

    fn name(&self) -> &'static str {
        self.email.name()
    }
}
