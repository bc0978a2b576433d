//! It is the reader's turn, or the reader's answer or choice is needed.

use super::{Email, FirstMatch, ToMove, played, record};
use crate::brief::{Story, Table};
use crate::mail::sheet::Block;
use crate::mail::{Board, Envelope, MARK};

/// It is the reader's turn, or the reader's answer or choice is needed.
pub struct YourTurn {
    /// The match.
    pub table: Table,
    /// The board as the reader sees it.
    pub board: Board,
    /// The story since the reader's last move.
    pub story: Story,
    /// The turn.
    pub to_move: ToMove,
    /// The game in short, for a reader who has not played it before; then `to_move` has no link to the rules.
    pub first: Option<FirstMatch>,
    /// The moves of the reply that this email is about.
    pub played: Vec<String>,
    /// True if the reader has moved often enough in this match to know what is the same in each email, or wants it left out.
    pub is_short: bool,
}

impl Email for YourTurn {
    fn subject(&self) -> String {
        self.table.subject(self.to_move.turn.news(&self.board.page))
    }

    fn mark(&self) -> Option<&'static str> {
        Some(MARK)
    }

    fn is_short(&self) -> bool {
        self.is_short
    }

    fn blocks(&self, envelope: &Envelope) -> Vec<Block<'_>> {
        let (table, page) = (&self.table, &self.board.page);
        let wanted = self.to_move.turn.wanted(page);
        let mut blocks = vec![Block::Lead(played(&self.played, table.wanted(page, wanted)))];
        blocks.extend(self.to_move.way(table, page, envelope));
        blocks.extend(self.first.iter().flat_map(FirstMatch::blocks));
        blocks.extend(self.story.passages().into_iter().map(Block::Passage));
        // What is left out can be had by a reply only.
        if self.is_short && envelope.reply_to.is_some() {
            blocks.extend(self.board.alone());
            blocks.extend(self.to_move.how_in_short(page));
        } else {
            blocks.extend(self.board.blocks(Some(table)));
            blocks.extend(self.to_move.how(page, envelope));
            blocks.extend(record(table));
        }
        blocks
    }
}
