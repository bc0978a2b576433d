//! The deadline of the reader's turn is near.

use super::{Email, ToMove};
use crate::brief::{Table, span};
use crate::mail::sheet::Block;
use crate::mail::{Board, Envelope, MARK};

/// The deadline of the reader's turn, answer or choice is near.
pub struct Reminder {
    /// The match.
    pub table: Table,
    /// The board as the reader sees it.
    pub board: Board,
    /// The turn, which has a deadline.
    pub to_move: ToMove,
}

impl Email for Reminder {
    fn subject(&self) -> String {
        self.table.subject("Reminder")
    }

    fn mark(&self) -> Option<&'static str> {
        Some(MARK)
    }

    fn blocks(&self, envelope: &Envelope) -> Vec<Block<'_>> {
        let (table, page) = (&self.table, &self.board.page);
        let wanted = table.wanted(page, self.to_move.turn.wanted(page));
        let left = self.to_move.turn.deadline.map(|deadline| span(deadline.at - envelope.date));
        let lead = left.map_or_else(String::new, |left| format!("You have {left} left. ")) + &wanted;
        let mut blocks = vec![Block::Lead(lead)];
        blocks.extend(self.to_move.way(table, page, envelope));
        blocks.extend(self.board.blocks(Some(table)));
        blocks.extend(self.to_move.how(page, envelope));
        blocks
    }
}
