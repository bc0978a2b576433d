//! Lessons: short exercises on positions, solved move by move. Each game has some, in `GAME/lessons/NN-title.txt`.
//!
//! ```text
//! # Anything after a hash at the beginning of a line is a comment.
//! title: Jump over your own pieces
//! game magma   edition 1   seats 2   options {"board":"pointed43"}   seed 07
//! red: +b2                         the lines of a record lead to the position
//!
//! step red                         what follows is for this seat
//! You have a piece on b2. Let it jump.
//! rule: A4, A5                     the clauses of RULES.md that the step teaches; RULES.md lists those of all steps
//! accept: b2-d4 | b2-d4-*          moves that solve the step, the first of them a whole move; * is any text
//! hint: The space behind the piece must be free.
//! wrong pass => You may pass, but a jump brings more.
//! done: A jump may go on as long as there is something to jump over.
//! blue: pass                       lines of a record again: what happens before the next step
//! ```
//!
//! Words go on in the lines below them until the next line with a mark. Wherever a step was solved, the next one goes on from its
//! first accepted move, so that each step stands for itself and nothing about a learner has to be kept.

mod answer;
mod read;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::LazyLock;

pub use self::answer::Answered;
pub use self::read::read;
use crate::rules::{Frame, Rules};
use crate::{Line, Moment, Seat};

/// A lesson.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// Its title, such as "Jump over your own pieces".
    pub title: String,
    /// The id of the game.
    pub game: &'static str,
    /// The edition of the rules for which it was written.
    pub edition: u16,
    /// Its steps, at least one.
    pub steps: Vec<Step>,
}

/// A step of a lesson: a position, and what to do there.
#[derive(Clone, Debug)]
pub struct Step {
    /// The learner's seat.
    pub seat: Seat,
    /// The position.
    pub frame: Frame,
    /// The moment at which the learner moves.
    pub at: Moment,
    /// The lines of the log between the move that solves the step before and this step; those of the whole lesson before its first step.
    pub before: Vec<Line>,
    /// What to do, in a few sentences.
    pub text: String,
    /// The numbers of the clauses that it teaches.
    pub clauses: Vec<String>,
    /// A further hint, for someone who does not find it.
    pub hint: String,
    /// What to remember, once it is solved.
    pub done: String,
    accepted: Vec<Pattern>,
    wrong: Vec<(Pattern, String)>,
}

impl Step {
    /// The move that solves the step in the lesson itself.
    pub fn solution(&self) -> &str {
        self.accepted.first().map_or("", |pattern| &pattern.0)
    }
}

/// Canonical moves, where `*` stands for any text.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Pattern(String);

impl Pattern {
    fn fits(&self, text: &str) -> bool {
        let mut parts = self.0.split('*');
        let Some(mut rest) = text.strip_prefix(parts.next().unwrap_or_default()) else { return false };
        let mut parts = parts.peekable();
        if parts.peek().is_none() {
            return rest.is_empty();
        }
        while let Some(part) = parts.next() {
            if parts.peek().is_none() {
                return rest.ends_with(part);
            }
            let Some(at) = rest.find(part) else { return false };
            rest = &rest[at + part.len()..];
        }
        true
    }

    fn is_move(&self) -> bool {
        !self.0.contains('*')
    }
}

/// A lesson file that cannot be followed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {why}")]
pub struct Misread {
    /// The line, counted from 1.
    pub line: usize,
    /// The reason, and what would be right.
    pub why: String,
}

/// All lessons, by the game's id. A test reads each of them.
static LESSONS: LazyLock<BTreeMap<&str, Vec<Lesson>>> = LazyLock::new(|| {
    let of_game = |rules: &'static dyn Rules| {
        let lessons = rules.info().lessons.iter().filter_map(|text| read(text).ok());
        (rules.info().id, lessons.collect())
    };
    crate::newest().map(of_game).collect()
});

/// The lessons of a game in their order; none if there is no such game.
pub fn of(game: &str) -> &'static [Lesson] {
    LESSONS.get(game).map_or(&[], Vec::as_slice)
}
