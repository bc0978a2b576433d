//! What the commands of a message came to, as it is stored with the message until the email about it is drawn.

use serde::{Deserialize, Serialize};

use crate::ids::{MatchId, TournamentId};
use crate::play::{Refusal, Result};

/// A match and the number by which its reader calls it.
pub type Numbered = (i32, MatchId);

/// What a command came to.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// It is done; in a sentence.
    Done(String),
    /// It was refused.
    Refused {
        /// The line.
        line: String,
        /// The reason, in sentences.
        reason: String,
    },
    /// It is done once the sender says yes.
    Asks(String),
    /// The account is deleted. No email says so but that of the deletion.
    Deleted,
    /// The commands.
    Help,
    /// The games.
    Games,
    /// How to play the game with this id.
    Rules(String),
    /// The matches that anyone can join.
    Open(Vec<Numbered>),
    /// The matches of the reader.
    List(Vec<Numbered>),
    /// The board of a match.
    Board(MatchId),
    /// So many of the last lines of the log of a match.
    History(MatchId, u32),
    /// The record of a match.
    Record(MatchId),
    /// The private note of the reader about a match.
    Note(MatchId),
    /// Tournaments.
    Tournaments(Vec<TournamentId>),
    /// The table of a tournament.
    Table(TournamentId),
    /// A step of a lesson, with the move or the word that answers it, if any did.
    Lesson {
        /// The id of the game.
        game: String,
        /// The number of the lesson.
        lesson: usize,
        /// The number of the step.
        step: usize,
        /// The answer.
        sent: Option<String>,
    },
}

/// The answers as text.
pub fn to_text(answers: &[Answer]) -> Result<String> {
    serde_json::to_string(answers).map_err(|why| Refusal::Broken(format!("answers to commands: {why}")))
}

/// Reads what [`to_text`] returns.
pub fn from_text(text: &str) -> Result<Vec<Answer>> {
    serde_json::from_str(text).map_err(|why| Refusal::Broken(format!("stored answers to commands: {why}")))
}
