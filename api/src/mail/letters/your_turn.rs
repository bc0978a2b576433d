//! It is the reader's turn.

use super::{Letter, PLAYS, ToMove};
use crate::brief::clean::name;
use crate::brief::{Story, Table};
use crate::category::Category;
use crate::mail::sheet::Block;
use crate::mail::{Board, Envelope};

/// It is the reader's turn.
pub struct YourTurn {
    /// The match.
    pub table: Table,
    /// The board as the reader sees it.
    pub board: Board,
    /// The story since the reader's last move.
    pub story: Story,
    /// The turn.
    pub to_move: ToMove,
}

impl Letter for YourTurn {
    fn category(&self) -> Option<Category> {
        Some(Category::Turns)
    }

    fn of_a_match(&self) -> bool {
        true
    }

    fn subject(&self) -> String {
        self.table.called()
    }

    fn blocks(&self, envelope: &Envelope) -> Vec<Block<'_>> {
        let (table, page) = (&self.table, &self.board.page);
        let (reader, called) = (name(&table.reader), table.called());
        let mut blocks = vec![Block::Lead(format!("It is your turn, {reader}, in {called} (turn {}).", page.turn))];
        blocks.extend(self.to_move.way(table, page, envelope));
        blocks.extend(self.story.passages().into_iter().map(Block::Passage));
        blocks.extend(self.board.blocks(Some(table)));
        blocks.extend(self.to_move.how(envelope));
        blocks
    }

    fn reason(&self) -> &'static str {
        PLAYS
    }
}
