//! The lessons of a game. What is solved is kept by the browser, in a cookie; the server knows of no learner.

use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use engine::lessons;
use serde::Deserialize;

use super::move_page::Continuations;
use super::{Result, board, own};
use crate::app::App;
use crate::http::caller::Sender;
use crate::http::extract::Query;
use crate::http::{self, cookie, games};
use crate::play::telling::lessons::{Said, Sent, choices, find, show as look_at};

#[derive(Template)]
#[template(path = "pages/lessons.html")]
struct LessonsPage {
    id: &'static str,
    name: &'static str,
    lessons: Vec<Row>,
    /// The number of the first lesson that is not solved.
    next: Option<usize>,
}

/// A lesson of the list.
struct Row {
    number: usize,
    title: &'static str,
    steps: usize,
    is_solved: bool,
}

/// Lists the lessons of a game.
pub async fn list(game_id: web::Path<String>, request: HttpRequest) -> Result<HttpResponse> {
    let info = games::find(&game_id)?.info();
    let solved = cookie::solved(&request);
    let row = |(number, lesson): (usize, &'static lessons::Lesson)| Row {
        number,
        title: &lesson.title,
        steps: lesson.steps.len(),
        is_solved: solved.contains(&name(info.id, number)),
    };
    let lessons: Vec<Row> = (1..).zip(lessons::of(info.id)).map(row).collect();
    let next = lessons.iter().find(|lesson| !lesson.is_solved).map(|lesson| lesson.number);
    let page = LessonsPage { id: info.id, name: info.name, lessons, next };
    Ok(own(&page, actix_web::http::StatusCode::OK))
}

/// The name of a lesson in the cookie.
fn name(game: &str, number: usize) -> String {
    format!("{game}{number}")
}

/// The query of a step.
#[derive(Deserialize, Default)]
pub struct At {
    /// The number of the step. Default: the first.
    step: Option<usize>,
    /// A beginning of a move, or a whole one, which is looked at.
    r#move: Option<String>,
    /// A move that answers the step.
    answer: Option<String>,
    /// The name of a card whose sheet is open.
    #[serde(default)]
    card: String,
}

/// Shows a step of a lesson.
pub async fn show(
    app: web::Data<App>,
    Sender(sender): Sender,
    path: web::Path<(String, usize)>,
    query: Result<web::Query<At>, actix_web::Error>,
    request: HttpRequest,
) -> Result<HttpResponse> {
    let (game, number) = path.into_inner();
    let At { step, r#move: draft, answer, card } = query.map(web::Query::into_inner).unwrap_or_default();
    let exercise = find(&game, number, step.unwrap_or(1))?;
    let sent = answer.map(Sent::Move).unwrap_or_else(|| Sent::Draft(draft.unwrap_or_default()));
    let shown = look_at(&app, sender, exercise, sent).await?;
    if shown.said == Said::Solved && exercise.at == exercise.lesson.steps.len() {
        cookie::remember_solved(&request, &app, name(exercise.lesson.game, number));
    }
    Ok(board::show_lesson(exercise, &card, shown)?)
}

/// The query of the continuations of a move at a step.
#[derive(Deserialize)]
pub struct Beginning {
    /// The number of the step. Default: the first.
    step: Option<usize>,
    /// The beginning of the move.
    #[serde(default)]
    so_far: String,
}

/// Lists the continuations of a move at a step, for the script of its page.
pub async fn list_choices(
    app: web::Data<App>,
    Sender(sender): Sender,
    path: web::Path<(String, usize)>,
    Query(beginning): Query<Beginning>,
) -> http::Result<HttpResponse> {
    let (game, number) = path.into_inner();
    let exercise = find(&game, number, beginning.step.unwrap_or(1))?;
    let (choices, prompt) = choices(&app, sender, exercise, beginning.so_far).await?;
    Ok(HttpResponse::Ok().json(Continuations { prompt, choices }))
}
