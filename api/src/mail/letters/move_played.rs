//! A move that came by mail was played, and nothing else is due to its sender.

use super::{Letter, PLAYS, ToMove, played};
use crate::brief::Table;
use crate::category::Category;
use crate::mail::sheet::Block;
use crate::mail::{Board, Envelope, Link};

/// A move that came by mail was played.
pub struct MovePlayed {
    /// The match.
    pub table: Table,
    /// The page of the match.
    pub link: Link,
    /// The board as the reader sees it.
    pub board: Board,
    /// The moves of the message.
    pub played: Vec<String>,
    /// True if the same move had been played before.
    pub repeated: bool,
    /// The turn, if the reader is awaited, as in the middle of a turn that is sent in parts.
    pub to_move: Option<ToMove>,
}

impl Letter for MovePlayed {
    fn category(&self) -> Option<Category> {
        Some(Category::Turns)
    }

    fn of_a_match(&self) -> bool {
        true
    }

    fn subject(&self) -> String {
        self.table.subject("Played")
    }

    fn blocks(&self, envelope: &Envelope) -> Vec<Block<'_>> {
        let (table, page) = (&self.table, &self.board.page);
        let next = match &self.to_move {
            Some(_) => "Your turn is not over: send the rest of it.".to_owned(),
            None => table.waiting(page).unwrap_or_else(|| "The match goes on.".to_owned()),
        };
        let lead = if self.repeated {
            format!("Already played: {}. {next}", self.played.join("; then "))
        } else {
            played(&self.played, next)
        };
        let mut blocks = vec![Block::Lead(lead)];
        match &self.to_move {
            Some(to_move) => {
                blocks.extend(to_move.way(table, page, envelope));
                blocks.extend(to_move.turn.asked().into_iter().map(Block::Passage));
            }
            None => blocks.push(Block::Link("See the match", self.link.as_str())),
        }
        blocks.extend(self.board.blocks(Some(table)));
        blocks.extend(self.to_move.iter().flat_map(|to_move| to_move.how(page, envelope)));
        blocks
    }

    fn reason(&self) -> &'static str {
        PLAYS
    }
}
