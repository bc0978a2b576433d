//! A message was not played: a line of it was refused, or it asked for something else.

use super::{COMMAND, Email, PLAYS, ToMove, played};
use crate::brief::clean::{line, sentence, visible};
use crate::brief::requests::{MORE_TIME, PAUSE, VACATION, VACATION_END};
use crate::brief::{Passage, Table};
use crate::category::Category;
use crate::mail::sheet::Block;
use crate::mail::{Board, Envelope, Link, MARK};

/// The answer to a message that was not played, or not to its end.
pub struct MoveRefused {
    /// The match.
    pub table: Table,
    /// The page of the match.
    pub link: Link,
    /// The board as the reader may see it.
    pub board: Board,
    /// The moves of the message that were played before.
    pub played: Vec<String>,
    /// The reason for the email.
    pub about: About,
    /// The turn, if the reader is awaited.
    pub to_move: Option<ToMove>,
}

/// The reason for the answer to a message.
pub enum About {
    /// A line was refused.
    Refused {
        /// The line.
        line: String,
        /// The place of the mistake in it, in characters, counted from 1.
        at: Option<usize>,
        /// The reason.
        reason: String,
    },
    /// This move had been played before.
    Repeated(String),
    /// Help was asked for, or the message held no text.
    Help,
    /// The board was asked for.
    Board,
    /// A move was to be checked; this was found.
    Preview(String),
    /// Something else was asked for, and is done.
    Done(String),
    /// The message said that the reader resigns; an answer to this email that says so again does it.
    Resign,
}

impl Email for MoveRefused {
    fn category(&self) -> Option<Category> {
        Some(Category::Turns)
    }

    fn of_a_match(&self) -> bool {
        true
    }

    fn subject(&self) -> String {
        self.table.subject(match self.about {
            About::Refused { .. } => "Not played",
            About::Repeated(_) | About::Help | About::Board | About::Preview(_) | About::Done(_) | About::Resign => {
                "Your message"
            }
        })
    }

    fn mark(&self) -> Option<&'static str> {
        Some(if self.to_move.is_some() || matches!(self.about, About::Resign) { MARK } else { COMMAND })
    }

    fn blocks(&self, envelope: &Envelope) -> Vec<Block<'_>> {
        let (table, page) = (&self.table, &self.board.page);
        let nothing = if self.played.is_empty() { " Nothing was played." } else { "" };
        let mut blocks = match &self.about {
            About::Refused { line, at, reason } => vec![
                Block::Lead(played(&self.played, "This line was not played:".to_owned())),
                Block::Mistake(line.clone(), *at),
                Block::words(sentence(reason)),
            ],
            About::Repeated(text) => {
                vec![Block::Lead(format!("Already played: {}. Nothing more was played.", line(text)))]
            }
            About::Help if self.to_move.is_some() => {
                vec![Block::Lead("Answer with your move on the first line. Nothing was played.".to_owned())]
            }
            About::Help => vec![Block::Lead("Answer with one of the texts below. Nothing was played.".to_owned())],
            About::Board => vec![Block::Lead(format!("The board of {}. Nothing was played.", table.called()))],
            About::Preview(found) => vec![Block::Lead(format!("{found} Nothing was played."))],
            About::Done(told) => vec![Block::Lead(format!("{} Nothing was played.", visible(told)))],
            About::Resign => vec![
                Block::Lead(played(&self.played, format!("Do you resign in {}?{nothing}", table.called()))),
                Block::words(
                    "Answer this email with the word resign to leave the match for good. Any other move is played as always.",
                ),
            ],
        };
        match &self.to_move {
            Some(to_move) => {
                blocks.push(Block::words(table.wanted(page, to_move.turn.wanted(page))));
                blocks.extend(to_move.way(table, page, envelope));
            }
            None => {
                blocks.extend(table.waiting(page).map(Block::words));
                blocks.push(Block::Link("See the match", self.link.as_str()));
            }
        }
        // What can be written stands above the board: the reader has just written something else.
        let how = self.to_move.iter().flat_map(|to_move| to_move.how(page, envelope));
        blocks.extend(how);
        if matches!(self.about, About::Help) {
            blocks.push(Block::heading(if self.to_move.is_some() { "Other answers" } else { "Answers" }));
            let example = self.to_move.as_ref().and_then(|to_move| to_move.turn.examples.first());
            blocks.push(commands(example, self.to_move.is_none()).into());
        }
        blocks.extend(self.board.blocks(Some(table)));
        blocks
    }

    fn reason(&self) -> &'static str {
        PLAYS
    }
}

/// What can be answered beside moves; previews are shown with this move. In a turn the notation of the game has `resign`.
fn commands(example: Option<&String>, with_resign: bool) -> Passage {
    let preview = example.map(|example| {
        (format!("preview {}", line(example)), "learn whether a move can be played, without playing it".to_owned())
    });
    let others = [
        ("say: Good luck!", "write a note to the table; it may stand below a move"),
        ("board", "get the board as it is now"),
        (PAUSE, "propose that all clocks of the match stand still; all players must agree"),
        (MORE_TIME, "propose more time for every clock that runs; all players must agree"),
        (VACATION, "book a vacation, on which your clocks stand still where a match allows it"),
        (VACATION_END, "end the vacation that begins on this day"),
        ("help", "get this email"),
        ("stop", "get no more emails about your turns"),
    ];
    let others = others.map(|(text, words)| (text.to_owned(), words.to_owned()));
    let resign = ("resign".to_owned(), "leave the match for good; you are asked once more".to_owned());
    Passage::Notation(preview.into_iter().chain(others).chain(with_resign.then_some(resign)).collect())
}
