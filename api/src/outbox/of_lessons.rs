//! Draws the steps of lessons in emails.

use chrono::{DateTime, Utc};

use crate::ids::UserId;
use crate::mail::{Board, LessonPart, Part, Task};
use crate::play;
use crate::play::telling::answers::Answer;
use crate::play::telling::lessons::{AtStep, Exercise, Said, Sent, Shown, Word, find};
use crate::play::telling::reply::Key;

/// The examples of moves under a board.
const EXAMPLES: usize = 3;

/// What a reply to a step comes to: what is said about it, and the step that is shown then.
struct Followed {
    answer: Option<(bool, Vec<String>)>,
    /// True if the hint is asked for.
    hint: bool,
    next: Option<Exercise>,
}

/// Follows the reply to a step.
fn follow(exercise: Exercise, sent: Option<&str>) -> play::Result<Followed> {
    let stays = |answer, hint| Followed { answer, hint, next: Some(exercise) };
    let Some(text) = sent else { return Ok(stays(None, false)) };
    match Word::of(text) {
        Some(Word::Hint) => return Ok(stays(None, true)),
        Some(Word::Skip) => return Ok(Followed { answer: None, hint: false, next: exercise.next() }),
        None => {}
    }
    let Shown { said, mut told, .. } = exercise.show(Sent::Move(text.to_owned()))?;
    Ok(match said {
        Said::Nothing => stays(None, false),
        Said::NotHere(words) | Said::Refused(words) => stays(Some((false, vec![words])), false),
        Said::Solved => {
            told.push(exercise.step.done.clone());
            Followed { answer: Some((true, told)), hint: false, next: exercise.next() }
        }
    })
}

/// The part of an email about a step.
pub(super) fn part(game: &str, lesson: usize, step: usize, sent: Option<&str>) -> play::Result<Part> {
    let exercise = find(game, lesson, step)?;
    let Followed { answer, hint, next } = follow(exercise, sent)?;
    let task = next.map(|next| task(next, hint)).transpose()?;
    let game = exercise.rules.info();
    Ok(Part::Lesson(Box::new(LessonPart { game: game.name, id: game.id, answer, task })))
}

fn task(exercise: Exercise, hint: bool) -> play::Result<Task> {
    let Exercise { rules, lesson, number, step, at } = exercise;
    let shown = exercise.show(Sent::Draft(String::new()))?;
    Ok(Task {
        title: format!("Lesson {number}: {} (step {at} of {})", lesson.title, lesson.steps.len()),
        told: shown.told,
        text: step.text.lines().map(str::to_owned).collect(),
        hint: hint.then(|| step.hint.clone()),
        board: Board::new(shown.page),
        examples: rules.examples(&step.frame, step.seat, EXAMPLES)?,
    })
}

/// The key of the email about the only step among these answers: the reply is a move there.
pub(super) fn key(user: UserId, answers: &[Answer], now: DateTime<Utc>) -> play::Result<Option<Key>> {
    let mut steps = answers.iter().filter(|answer| matches!(answer, Answer::Lesson { .. }));
    let (Some(Answer::Lesson { game, lesson, step, sent }), None) = (steps.next(), steps.next()) else {
        return Ok(None);
    };
    let followed = follow(find(game, *lesson, *step)?, sent.as_deref())?;
    Ok(followed.next.map(|next| Key::Lesson(user, AtStep::new(next, now))))
}
