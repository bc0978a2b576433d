//! A move that came by email was played, and nothing else is due to its sender.

use super::{COMMAND, Email, ToMove, played};
use crate::brief::Table;
use crate::brief::clean::{tame, visible};
use crate::mail::sheet::Block;
use crate::mail::{Board, Envelope, Link, MARK};

/// A move that came by email was played.
pub struct MovePlayed {
    /// The match.
    pub table: Table,
    /// The page of the match.
    pub link: Link,
    /// The board as the reader sees it.
    pub board: Board,
    /// The moves of the reply.
    pub played: Vec<String>,
    /// What the last of them caused, in sentences, if that is more than they say.
    pub story: Vec<String>,
    /// What became of the text below the moves, if that was not passed on.
    pub unsent: Option<String>,
    /// True if it is a part of a turn that continues.
    pub midway: bool,
    /// The turn, if the reader is awaited, as in the middle of a turn that is sent in parts.
    pub to_move: Option<ToMove>,
}

impl Email for MovePlayed {
    fn subject(&self) -> String {
        self.table.subject("Played")
    }

    fn mark(&self) -> Option<&'static str> {
        Some(if self.to_move.is_some() { MARK } else { COMMAND })
    }

    fn blocks(&self, envelope: &Envelope) -> Vec<Block<'_>> {
        let (table, page) = (&self.table, &self.board.page);
        let next = match &self.to_move {
            _ if page.outcome.is_some() => table.verdict(page),
            Some(_) if self.midway => "Your turn is not complete: send the rest of it.".to_owned(),
            Some(to_move) => table.wanted(page, to_move.turn.wanted(page)),
            None => table.waiting(page).unwrap_or_else(|| "The match continues.".to_owned()),
        };
        let mut blocks = vec![Block::Lead(played(&self.played, next))];
        if !self.story.is_empty() {
            blocks.push(Block::list(&self.story));
        }
        blocks.extend(self.unsent.iter().map(|words| Block::words(tame(&visible(words)))));
        match &self.to_move {
            Some(to_move) => {
                blocks.extend(to_move.way(table, page, envelope));
                blocks.extend(self.board.as_text(Some(table)));
                blocks.extend(to_move.how(page, envelope));
            }
            // The reader has just looked at the board.
            None => blocks.push(Block::Link("See the match", self.link.as_str())),
        }
        blocks
    }
}
