//! A step of a lesson, as a part of an email.

use crate::brief::clean::{sentence, tame, visible};
use crate::mail::Board;
use crate::mail::sheet::Block;

/// What a lesson says to a reply, and the step that comes then.
pub struct LessonPart {
    /// The name of the game.
    pub game: &'static str,
    /// Its id.
    pub id: &'static str,
    /// What is said about a move: true if it solves its step, and the sentences.
    pub answer: Option<(bool, Vec<String>)>,
    /// The step; none after the last lesson.
    pub task: Option<Task>,
}

/// The task of a step.
pub struct Task {
    /// The lesson and the number of the step.
    pub title: String,
    /// What happened since the step before.
    pub told: Vec<String>,
    /// What to do, a paragraph each.
    pub text: Vec<String>,
    /// The hint, if it was asked for.
    pub hint: Option<String>,
    /// The position.
    pub board: Board,
    /// Moves as they are written.
    pub examples: Vec<String>,
}

impl LessonPart {
    /// The subject of an email that is about nothing else.
    pub(super) fn subject(&self) -> String {
        let said = match &self.answer {
            None => "",
            Some((true, _)) => "Right: ",
            Some((false, _)) => "Try again: ",
        };
        match &self.task {
            Some(task) => format!("{said}{}, {}", self.game, task.title.to_lowercase()),
            None => format!("You know {} now", self.game),
        }
    }

    /// Its blocks, with the board as a picture or as text.
    pub(super) fn write<'a>(
        &'a self,
        blocks: &mut Vec<Block<'a>>,
        painted: impl FnOnce(&[Block<'a>], &'a Board) -> Block<'a>,
    ) {
        let clean = |words: &String| Block::words(sentence(&tame(&visible(words))));
        if let Some((is_solved, words)) = &self.answer {
            blocks.push(Block::Lead(if *is_solved { "Right." } else { "That does not solve it." }.to_owned()));
            blocks.extend(words.iter().map(clean));
        }
        let Some(task) = &self.task else {
            blocks.push(Block::words(format!(
                "That was the last lesson. To play a match, write: new {} against computer beginner",
                self.id
            )));
            return;
        };
        blocks.push(Block::Lead(task.title.clone()));
        blocks.extend(task.told.iter().chain(&task.text).map(clean));
        blocks.extend(task.hint.iter().map(|hint| Block::words(format!("Hint: {hint}"))));
        let board = painted(blocks, &task.board);
        blocks.push(board);
        let examples = task.examples.join(" or ");
        blocks.push(Block::words(format!(
            "Reply with your move on the first line. Where the text says tap, write the space. Moves look like this: {examples}"
        )));
        blocks.push(Block::words("Reply hint to get a hint, or skip to go to the next step."));
    }
}
