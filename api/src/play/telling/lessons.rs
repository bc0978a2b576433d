//! Lessons of a game: a step as a learner sees it, and the answer to a move there. Nothing about a learner is kept.

use chrono::{DateTime, NaiveDate, Utc};
use engine::lessons::{self, Answered, Lesson, Step};
use engine::{Choice, Eye, Fault, Frame, Line, Names, Page, Rules};

use super::look;
use crate::app::App;
use crate::limits::Asker;
use crate::play::costly::{self, Cost};
use crate::play::{Refusal, Result};

/// The days for which a step can be answered by email.
const DAYS: u16 = 14;

/// A step of a lesson as the address of an email names it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AtStep {
    /// The place of the game in the list of games.
    pub game: u8,
    /// The number of the lesson.
    pub lesson: u8,
    /// The number of the step, at most 31.
    pub step: u8,
    /// The day of the email, counted from 2020 on.
    pub day: u16,
}

impl AtStep {
    /// The step of an email at this time.
    pub fn new(exercise: Exercise, now: DateTime<Utc>) -> AtStep {
        let game = engine::newest().position(|rules| rules.info().id == exercise.lesson.game);
        let number = |number: usize| u8::try_from(number).unwrap_or(u8::MAX);
        AtStep {
            game: number(game.unwrap_or_default()),
            lesson: number(exercise.number),
            step: number(exercise.at),
            day: day(now),
        }
    }

    /// The step, if the email is not too old and there still is one.
    pub fn exercise(self, now: DateTime<Utc>) -> Option<Exercise> {
        if day(now).saturating_sub(self.day) > DAYS {
            return None;
        }
        let rules = engine::newest().nth(usize::from(self.game))?;
        find(rules.info().id, usize::from(self.lesson), usize::from(self.step)).ok()
    }

    pub(super) fn packed(self) -> (u32, u8) {
        let [high, low] = self.day.to_be_bytes();
        (u32::from_be_bytes([self.game, self.lesson, high, low]), self.step)
    }

    pub(super) fn unpacked(packed: u32, step: u8) -> AtStep {
        let [game, lesson, high, low] = packed.to_be_bytes();
        AtStep { game, lesson, step, day: u16::from_be_bytes([high, low]) }
    }
}

fn day(now: DateTime<Utc>) -> u16 {
    let since = NaiveDate::from_ymd_opt(2020, 1, 1).map(|first| (now.date_naive() - first).num_days());
    since.and_then(|days| u16::try_from(days).ok()).unwrap_or(u16::MAX)
}

/// A step of a lesson.
#[derive(Clone, Copy)]
pub struct Exercise {
    /// The rules of its edition.
    pub rules: &'static dyn Rules,
    /// The lesson.
    pub lesson: &'static Lesson,
    /// Its number, from 1.
    pub number: usize,
    /// The step.
    pub step: &'static Step,
    /// Its number, from 1.
    pub at: usize,
}

/// What a learner sends.
pub enum Sent {
    /// A beginning of a move, or a whole one, which is looked at only.
    Draft(String),
    /// A move.
    Move(String),
}

/// What a learner writes in place of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Word {
    /// The hint is asked for.
    Hint,
    /// The next step is asked for.
    Skip,
}

impl Word {
    /// The word that this text is, if it is one.
    pub fn of(text: &str) -> Option<Word> {
        match text.trim().trim_end_matches(['.', '!', '?']).to_lowercase().as_str() {
            "hint" => Some(Word::Hint),
            "skip" | "next" => Some(Word::Skip),
            _ => None,
        }
    }
}

/// What a lesson says to a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    /// Nothing: no move was sent.
    Nothing,
    /// It solves the step.
    Solved,
    /// It does not, for this reason.
    NotHere(String),
    /// The rules refuse it, for this reason.
    Refused(String),
}

/// A step as the learner sees it.
pub struct Shown {
    /// The position: after the move, if that solves the step.
    pub page: Page,
    /// What happened since the step before, or on the move, in sentences.
    pub told: Vec<String>,
    /// The move, or its beginning.
    pub text: String,
    /// True if it is a whole move.
    pub is_whole: bool,
    /// True if it is a whole move that leaves the turn open.
    pub is_part: bool,
    /// The position after a whole move that is looked at.
    pub after: Option<engine::scene::Scene>,
    /// The continuations of the text; none after a move that solves the step.
    pub choices: Vec<Choice>,
    /// What to do next, in a sentence.
    pub prompt: String,
    /// The answer to the move.
    pub said: Said,
}

/// The step with this number of a lesson.
pub fn find(game: &str, number: usize, at: usize) -> Result<Exercise> {
    let lesson = find_lesson(game, number)?;
    let step = at.checked_sub(1).and_then(|place| lesson.steps.get(place)).ok_or(Refusal::NotFound("step"))?;
    let rules = engine::edition(lesson.game, lesson.edition).ok_or(Refusal::NotFound("game"))?;
    Ok(Exercise { rules, lesson, number, step, at })
}

/// The lesson with this number.
pub fn find_lesson(game: &str, number: usize) -> Result<&'static Lesson> {
    if engine::game(game).is_none() {
        return Err(Refusal::NotFound("game"));
    }
    let lesson = number.checked_sub(1).and_then(|place| lessons::of(game).get(place));
    lesson.ok_or(Refusal::NotFound("lesson"))
}

/// Shows a step with what a learner sends. Counts the cost.
pub async fn show(app: &App, sender: Asker, exercise: Exercise, sent: Sent) -> Result<Shown> {
    costly::count(app, sender, Cost::Position)?;
    Ok(costly::sketch(app, sender, move || exercise.show(sent)).await??)
}

/// The continuations of a text at a step, and what to do with them. Counts the cost.
pub async fn choices(app: &App, sender: Asker, exercise: Exercise, text: String) -> Result<(Vec<Choice>, String)> {
    costly::count(app, sender, Cost::Lines)?;
    Ok(costly::sketch(app, sender, move || exercise.choices(&text)).await??)
}

impl Exercise {
    /// The step after this one, in the next lesson if this is the last of its lesson.
    pub fn next(self) -> Option<Exercise> {
        let game = self.lesson.game;
        find(game, self.number, self.at + 1).or_else(|_| find(game, self.number + 1, 1)).ok()
    }

    /// Shows the step with what a learner sends. A move that is refused is part of what is shown.
    pub fn show(self, sent: Sent) -> std::result::Result<Shown, Fault> {
        let (draft, said) = match sent {
            Sent::Draft(text) => (text, Said::Nothing),
            Sent::Move(text) => match self.step.answer(self.rules, &text) {
                Answered::Solved { text, frame, lines } => return self.solved(text, &frame, &lines),
                Answered::NotHere { words, .. } => (String::new(), Said::NotHere(words)),
                Answered::Refused(fault) => (String::new(), refused(fault)?),
            },
        };
        let Step { seat, frame, at, .. } = self.step;
        let (mut text, mut said) = (draft, said);
        let preview = match self.rules.preview(frame, *seat, &text, *at) {
            Ok(preview) => Some(preview),
            Err(fault) => {
                // A text that is no beginning of a move is dropped.
                if !text.is_empty() && self.choices(&text)?.0.is_empty() {
                    said = refused(fault)?;
                    text = String::new();
                }
                None
            }
        };
        let (choices, prompt) = self.choices(&text)?;
        Ok(Shown {
            page: self.rules.page(frame, Eye::Seat(*seat))?,
            // What led to the first position is no part of the lesson.
            told: if self.at > 1 { self.told(frame, &self.step.before)? } else { Vec::new() },
            prompt,
            is_whole: preview.is_some(),
            is_part: preview.as_ref().is_some_and(|preview| preview.partial),
            after: preview.and_then(|preview| preview.scene),
            text,
            choices,
            said,
        })
    }

    fn solved(self, text: String, frame: &Frame, lines: &[Line]) -> std::result::Result<Shown, Fault> {
        let mut told = self.told(frame, lines)?;
        if text != self.step.solution() && self.at < self.lesson.steps.len() {
            let solution = self.step.solution();
            told.push(format!(
                "Other moves solve this step, too: the next step goes on as if you had played {solution}."
            ));
        }
        Ok(Shown {
            page: self.rules.page(frame, Eye::Seat(self.step.seat))?,
            told,
            text,
            is_whole: true,
            is_part: false,
            after: None,
            choices: Vec::new(),
            prompt: String::new(),
            said: Said::Solved,
        })
    }

    /// The continuations of a text that play on, and what to do with them.
    pub fn choices(self, text: &str) -> std::result::Result<(Vec<Choice>, String), Fault> {
        let Step { seat, frame, .. } = self.step;
        let choices = self.rules.choices(frame, *seat, text)?;
        let choices: Vec<Choice> = choices.into_iter().filter(|choice| choice.kind.plays_on()).collect();
        let prompt = self.rules.prompt(frame, *seat, text, &choices)?;
        Ok((choices, prompt))
    }

    /// The continuations of a text that point at a card.
    pub fn choices_on(self, text: &str, item: &str) -> std::result::Result<Vec<Choice>, Fault> {
        look::choices_of(self.rules, &self.step.frame, self.step.seat, text, item)
    }

    /// What lines tell the learner.
    fn told(self, frame: &Frame, lines: &[Line]) -> std::result::Result<Vec<String>, Fault> {
        let names = Names::new(&self.rules.created_with(frame)?.chairs);
        let mut told = Vec::new();
        for line in lines {
            told.extend(self.rules.tell(line, Eye::Seat(self.step.seat), &names)?.story);
        }
        Ok(told)
    }
}

/// A refusal of the rules in words; what is no mistake of the learner stays a fault.
fn refused(fault: Fault) -> std::result::Result<Said, Fault> {
    match fault {
        Fault::Illegal(illegal) => Ok(Said::Refused(illegal.why)),
        Fault::Unreadable(unreadable) => Ok(Said::Refused(unreadable.to_string())),
        Fault::Option(_) | Fault::Seats { .. } | Fault::Stored { .. } => Err(fault),
    }
}
