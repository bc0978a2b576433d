//! The page of a step of a lesson: the board of a match, and a task in the place of its players' affairs.

use std::collections::BTreeSet;

use actix_web::HttpResponse;
use actix_web::http::StatusCode;

use super::super::own;
use super::bar::{Bar, sendable};
use super::sheet::{self, Sheet};
use super::side;
use super::{BoardPage, board_of, drawn_alone, hand};
use crate::brief::Passage;
use crate::http::Result;
use crate::play::telling::lessons::{Exercise, Said, Shown};

/// The task of a step.
pub(super) struct Task {
    pub(super) lesson: &'static str,
    pub(super) number: usize,
    pub(super) step: usize,
    pub(super) steps: usize,
    /// What to do, a paragraph each.
    pub(super) text: Vec<&'static str>,
    pub(super) hint: &'static str,
    /// The clauses of the rules that it teaches.
    pub(super) clauses: String,
    /// What to remember, once it is solved.
    pub(super) done: Option<&'static str>,
    /// Where to go on, and the label.
    pub(super) next: (String, &'static str),
}

/// The path of a step.
fn path(exercise: Exercise, lesson: usize, step: usize) -> String {
    format!("/learn/{}/{lesson}?step={step}", exercise.lesson.game)
}

/// Shows a step with the answer to what was sent.
pub(in crate::pages) fn show_lesson(exercise: Exercise, card: &str, shown: Shown) -> Result<HttpResponse> {
    let Exercise { rules, lesson, number, step, at } = exercise;
    let steps = lesson.steps.len();
    let next = match exercise.next() {
        Some(next) if next.number == number => (path(exercise, number, at + 1), "Next step"),
        Some(next) => (path(exercise, next.number, 1), "Next lesson"),
        // There is a match for everyone, without an account, too.
        None => ("/".to_owned(), "Play a match"),
    };
    let is_solved = shown.said == Said::Solved;
    let task = Task {
        lesson: &lesson.title,
        number,
        step: at,
        steps,
        text: step.text.lines().collect(),
        hint: &step.hint,
        clauses: step.clauses.join(", "),
        done: is_solved.then_some(step.done.as_str()),
        next,
    };
    let base = path(exercise, number, at);
    let solved = format!("{base}&{}", serde_urlencoded::to_string([("answer", &shown.text)]).unwrap_or_default());
    let chairs: Vec<String> = rules.created_with(&step.frame)?.chairs.into_iter().map(|chair| chair.name).collect();
    let svg = match &shown.after {
        Some(after) => side::preview(&shown.page.scene, after),
        None => board_of(&shown.page.scene),
    };
    let lead = if shown.is_whole && !shown.is_part { sendable(&shown.prompt) } else { shown.prompt };
    let mut bar = Bar { is_part: shown.is_part, ..Bar::empty("Your move", lead, &shown.text, shown.is_whole) };
    bar.add(shown.choices);
    bar.words.sort_by_key(|(_, choice)| !choice.complete);
    // Two ways that read the same are one to a learner.
    let mut labels = BTreeSet::new();
    bar.words.retain(|(label, _)| labels.insert(label.clone()));
    let found = Sheet::find(&shown.page, card);
    let sheet = found.map(|sheet| sheet.with(&bar, |so_far| Ok(exercise.choices_on(so_far, card)?))).transpose()?;
    let seen = &shown.page;
    let page = BoardPage {
        called: format!("{}: {}", rules.info().name, lesson.title),
        name: lesson.title.clone(),
        game: rules.info().name,
        game_id: lesson.game,
        base: if is_solved { &solved } else { &base },
        turn: seen.turn,
        alerts: match shown.said {
            Said::Nothing | Said::Solved => Vec::new(),
            Said::NotHere(words) | Said::Refused(words) => vec![words],
        },
        lead: if is_solved { String::new() } else { bar.lead.clone() },
        story: shown.told.into_iter().map(Passage::Words).collect(),
        drawn: drawn_alone(seen),
        phases: side::phases(seen),
        svg,
        caption: seen.scene.notes.clone(),
        hand: hand(seen),
        query: if shown.text.is_empty() { String::new() } else { sheet::query(&shown.text, None) },
        sheet,
        bar: (!is_solved).then_some(bar),
        players: side::boxes(seen, &chairs).map(|(_, bare)| bare).collect(),
        below: [seen.scene.picture_key.clone()].into_iter().filter(|key| !key.is_empty()).map(Passage::Words).collect(),
        text: seen.text(),
        task: Some(task),
        ..BoardPage::default()
    };
    Ok(own(&page, StatusCode::OK))
}
