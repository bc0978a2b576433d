//! A reply was not played: a line of it was refused, or it asked for something else.

use super::{COMMAND, Email, FirstMatch, ToMove, played};
use crate::brief::clean::{line, sentence, visible};
use crate::brief::requests::{CONDITIONAL, MORE_TIME, PAUSE, VACATION, VACATION_END};
use crate::brief::{Passage, Table};
use crate::mail::sheet::Block;
use crate::mail::{Board, Envelope, Link, MARK};

/// The email about a reply that was not played, or not to its end.
pub struct MoveRefused {
    /// The match.
    pub table: Table,
    /// The page of the match.
    pub link: Link,
    /// The board as the reader may see it.
    pub board: Board,
    /// The moves of the reply that were played before.
    pub played: Vec<String>,
    /// The reason for the email.
    pub about: Feedback,
    /// The turn, if the reader is awaited.
    pub to_move: Option<ToMove>,
    /// For a reader whose move was refused and who has not played the game before; then `to_move` has no link to the rules.
    pub first: Option<FirstMatch>,
}

/// The reason for the email.
pub enum Feedback {
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
    /// Help was asked for, or the reply held no text.
    Help,
    /// The board was asked for.
    Board,
    /// A move was to be checked; this was found.
    Preview(String),
    /// Something else was asked for, and is done.
    Done(String),
    /// The reply said that the reader resigns; a reply to this email that says so again does it.
    Resign,
}

impl Email for MoveRefused {
    fn subject(&self) -> String {
        self.table.subject(match self.about {
            Feedback::Refused { .. } => "Not played",
            Feedback::Repeated(_)
            | Feedback::Help
            | Feedback::Board
            | Feedback::Preview(_)
            | Feedback::Done(_)
            | Feedback::Resign => "Your reply",
        })
    }

    fn mark(&self) -> Option<&'static str> {
        Some(if self.to_move.is_some() || matches!(self.about, Feedback::Resign) { MARK } else { COMMAND })
    }

    fn blocks(&self, envelope: &Envelope) -> Vec<Block<'_>> {
        let (table, page) = (&self.table, &self.board.page);
        let nothing = if self.played.is_empty() { " Nothing was played." } else { "" };
        let mut blocks = match &self.about {
            Feedback::Refused { line, at, reason } => vec![
                Block::Lead(played(&self.played, "This line could not be played:".to_owned())),
                Block::Mistake(line.clone(), *at),
                Block::words(sentence(reason)),
            ],
            Feedback::Repeated(text) => {
                vec![Block::Lead(format!("Already played: {}. Nothing else was played.", line(text)))]
            }
            Feedback::Help if self.to_move.is_some() => {
                vec![Block::Lead("Reply with your move on the first line. Nothing was played.".to_owned())]
            }
            Feedback::Help => vec![Block::Lead("Reply with one of the commands below. Nothing was played.".to_owned())],
            Feedback::Board => {
                vec![Block::Lead(format!("Here is the board of {}. Nothing was played.", table.called()))]
            }
            Feedback::Preview(found) => vec![Block::Lead(format!("{found} Nothing was played."))],
            Feedback::Done(done) if self.to_move.is_some() => {
                vec![Block::Lead(format!("{} Nothing was played.", visible(done)))]
            }
            Feedback::Done(done) => vec![Block::Lead(visible(done))],
            Feedback::Resign => vec![
                Block::Lead(played(&self.played, format!("Do you resign in {}?{nothing}", table.called()))),
                Block::words(
                    "Reply with the word resign to leave the match for good. Any other move is played as usual.",
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
        if let (Feedback::Done(_), None) = (&self.about, &self.to_move) {
            return blocks;
        }
        // Above the board, because the reader has just written something else.
        let how = self.to_move.iter().flat_map(|to_move| to_move.how(page, envelope));
        blocks.extend(how);
        blocks.extend(self.first.iter().flat_map(FirstMatch::ways_to_learn));
        if matches!(self.about, Feedback::Help) {
            blocks.push(Block::heading(if self.to_move.is_some() { "Other commands" } else { "Commands" }));
            let example = self.to_move.as_ref().and_then(|to_move| to_move.turn.examples.first());
            blocks.push(commands(example, self.to_move.is_none()).into());
        }
        blocks.extend(self.board.blocks(Some(table)));
        blocks
    }
}

/// The commands, which can be sent besides moves; previews are shown with this move. In a turn the notation of the game has `resign`.
fn commands(example: Option<&String>, with_resign: bool) -> Passage {
    let preview =
        example.map(|example| (format!("preview {}", line(example)), "check a move without playing it".to_owned()));
    let others = [
        ("say: Good luck!", "write a note to all players, also below a move"),
        ("board", "get the board as it is now"),
        ("hint", "get the move that the computer would play, if all others are computer players"),
        (PAUSE, "propose to stop all clocks of the match; all players must agree"),
        (MORE_TIME, "propose more time for every running clock; all players must agree"),
        (VACATION, "book a vacation; it stops your clocks in matches that allow it"),
        (VACATION_END, "end the vacation that starts on this day"),
        (CONDITIONAL, "leave a move that is played at once if they play X; if clear takes all of them back"),
        ("rematch", "play the match again with the same players, once it is over"),
        ("list", "get all your matches"),
        ("help", "get this email"),
        ("stop", "unsubscribe from emails about your turns; start undoes that"),
    ];
    let others = others.map(|(text, words)| (text.to_owned(), words.to_owned()));
    let resign = ("resign".to_owned(), "leave the match for good; the server asks you to confirm".to_owned());
    Passage::Notation(preview.into_iter().chain(others).chain(with_resign.then_some(resign)).collect())
}
