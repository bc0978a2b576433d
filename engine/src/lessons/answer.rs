//! What a lesson says to a move.

use super::Step;
use crate::rules::{Act, Advance, Fault, Frame, Line, Rules};

/// The answer to a move at a step.
#[derive(Clone, Debug)]
pub enum Answered {
    /// It solves the step.
    Solved {
        /// The move in its canonical spelling.
        text: String,
        /// The position after it.
        frame: Frame,
        /// The lines of the log that it caused.
        lines: Vec<Line>,
    },
    /// The rules allow it, or the lesson knows it, but it does not solve the step. The words say why.
    NotHere {
        /// The move in its canonical spelling.
        text: String,
        /// Why not.
        words: String,
    },
    /// The rules refuse it.
    Refused(Fault),
}

impl Step {
    /// Answers a move. The position stays as it is.
    pub fn answer(&self, rules: &dyn Rules, text: &str) -> Answered {
        let text = match rules.read_now(&self.frame, self.seat, text) {
            Ok(text) => text,
            Err(unreadable) => return Answered::Refused(unreadable.into()),
        };
        if let Some((_, words)) = self.wrong.iter().find(|(moves, _)| moves.fits(&text)) {
            return Answered::NotHere { text, words: words.clone() };
        }
        match rules.advance(&self.frame, Act::Chosen { by: self.seat, text: &text }, self.at) {
            Err(fault) => Answered::Refused(fault),
            Ok(Advance { frame, lines, .. }) if self.accepted.iter().any(|moves| moves.fits(&text)) => {
                Answered::Solved { text, frame, lines }
            }
            Ok(_) => {
                let words = "The rules allow that, but this exercise wants something else.".to_owned();
                Answered::NotHere { text, words }
            }
        }
    }
}
