//! The lessons of a game. Nothing about a learner is kept: each request names its step.

use actix_web::web;
use engine::scene::Scene;
use engine::{Choice, lessons};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::Result;
use super::caller::Sender;
use super::extract::{Body, Query};
use super::games;
use super::responses::{JsonBody, NotFound, PathParameter, Problems, QueryParameter, UnreadableMove};
use crate::app::App;
use crate::limits::Asker;
use crate::play::Refusal;
use crate::play::telling::lessons::{Exercise, Said, Sent, Shown, find, find_lesson, show};

/// The lessons of a game.
#[derive(Serialize, ToSchema)]
pub struct Lessons {
    /// The lessons in their order, at most eight.
    lessons: Vec<LessonSummary>,
}

/// A lesson in a list.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"number": 1, "title": "Enter and step", "step_count": 5}))]
pub struct LessonSummary {
    /// Its number, from 1.
    number: usize,
    /// Its title.
    title: &'static str,
    /// The number of its steps.
    step_count: usize,
}

/// List the lessons of a game.
///
/// Each lesson is a few positions with a task, for people who have never played the game.
#[utoipa::path(get, path = "/v1/games/{game_id}/lessons", tag = "games",
    params(("game_id" = String, Path, description = "The game", example = "magma")),
    responses((status = 200, body = Lessons), Problems<(PathParameter, NotFound)>))]
pub async fn list_lessons(game_id: web::Path<String>) -> Result<web::Json<Lessons>> {
    let listed = (1..).zip(lessons::of(games::find(&game_id)?.info().id));
    let lessons =
        listed.map(|(number, lesson)| LessonSummary { number, title: &lesson.title, step_count: lesson.steps.len() });
    Ok(web::Json(Lessons { lessons: lessons.collect() }))
}

/// A lesson.
#[derive(Serialize, ToSchema)]
pub struct Lesson {
    #[serde(flatten)]
    summary: LessonSummary,
    /// The edition of the rules for which it was written.
    edition: u16,
    /// The task of each step.
    tasks: Vec<LessonTask>,
}

/// The task of a step of a lesson.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"seat": 0, "text": "Let the piece on b2 jump.", "hint": "The space behind must be free.", "clauses": ["A4"]}))]
pub struct LessonTask {
    /// The learner's seat.
    seat: u8,
    /// What to do, in a few sentences.
    text: &'static str,
    /// A hint, for someone who does not find it.
    hint: &'static str,
    /// The clauses of the rules that it teaches.
    clauses: &'static [String],
}

impl LessonTask {
    fn new(step: &'static lessons::Step) -> LessonTask {
        LessonTask { seat: step.seat.0, text: &step.text, hint: &step.hint, clauses: &step.clauses }
    }
}

/// Show a lesson.
///
/// The tasks of its steps. `GET /v1/games/{game_id}/lessons/{lesson}/steps/{step}` shows the position of one.
#[utoipa::path(get, path = "/v1/games/{game_id}/lessons/{lesson}", tag = "games",
    params(("game_id" = String, Path, description = "The game", example = "magma"),
        ("lesson" = usize, Path, description = "The number of the lesson", example = 1)),
    responses((status = 200, body = Lesson), Problems<(PathParameter, NotFound)>))]
pub async fn show_lesson(path: web::Path<(String, usize)>) -> Result<web::Json<Lesson>> {
    let (game, number) = path.into_inner();
    let lesson = find_lesson(&game, number)?;
    Ok(web::Json(Lesson {
        summary: LessonSummary { number, title: &lesson.title, step_count: lesson.steps.len() },
        edition: lesson.edition,
        tasks: lesson.steps.iter().map(LessonTask::new).collect(),
    }))
}

/// A step of a lesson.
#[derive(Serialize, ToSchema)]
pub struct LessonStep {
    /// The number of the step, from 1.
    step: usize,
    #[serde(flatten)]
    task: LessonTask,
    /// The answer to a move; null if none was sent.
    answer: Option<LessonAnswer>,
    /// What happened before the step, or on the move that solves it, in sentences.
    told: Vec<String>,
    /// The text so far, or the move in its canonical spelling.
    so_far: String,
    /// True if it is a whole move.
    complete: bool,
    /// The continuations of the text; none once the step is solved.
    choices: Vec<Choice>,
    /// What to do next, in a sentence.
    prompt: String,
    /// The position as the learner sees it: after the move, if that solves the step.
    scene: Scene,
    /// The same as monospaced text, at most 76 columns wide.
    board: String,
}

/// The answer of a lesson to a move.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"result": "not-here", "words": "You may pass, but a jump brings more."}))]
pub struct LessonAnswer {
    /// What became of the move.
    result: LessonResult,
    /// Why, or what to remember.
    words: String,
}

/// What became of a move in a lesson.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(example = "solved")]
pub enum LessonResult {
    /// It solves the step. The next one goes on from the move that the lesson has in mind, which may be another one.
    Solved,
    /// It is possible, but does not solve the step.
    NotHere,
    /// The rules refuse it.
    Refused,
}

impl LessonStep {
    fn new(exercise: Exercise, shown: Shown) -> LessonStep {
        let answer = match shown.said {
            Said::Nothing => None,
            Said::Solved => Some((LessonResult::Solved, exercise.step.done.clone())),
            Said::NotHere(words) => Some((LessonResult::NotHere, words)),
            Said::Refused(words) => Some((LessonResult::Refused, words)),
        };
        LessonStep {
            step: exercise.at,
            task: LessonTask::new(exercise.step),
            answer: answer.map(|(result, words)| LessonAnswer { result, words }),
            told: shown.told,
            so_far: shown.text,
            complete: shown.is_whole,
            choices: shown.choices,
            prompt: shown.prompt,
            board: shown.page.text(),
            scene: shown.page.scene,
        }
    }
}

/// The query of a step.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Beginning {
    /// The beginning of a move. Default: empty.
    #[param(example = "b2-")]
    #[serde(default)]
    #[param(max_length = 4096)]
    so_far: String,
}

/// Show a step of a lesson.
///
/// Its position, and the continuations of a beginning of a move. Counts as five requests.
#[utoipa::path(get, path = "/v1/games/{game_id}/lessons/{lesson}/steps/{step}", tag = "games",
    params(("game_id" = String, Path, description = "The game", example = "magma"),
        ("lesson" = usize, Path, description = "The number of the lesson", example = 1),
        ("step" = usize, Path, description = "The number of the step", example = 1), Beginning),
    responses((status = 200, body = LessonStep), Problems<(PathParameter, QueryParameter, NotFound)>))]
pub async fn show_step(
    app: web::Data<App>,
    Sender(sender): Sender,
    path: web::Path<(String, usize, usize)>,
    Query(beginning): Query<Beginning>,
) -> Result<web::Json<LessonStep>> {
    answer(&app, sender, path.into_inner(), Sent::Draft(beginning.so_far)).await
}

/// A move in a lesson.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"move": "+b2"}))]
pub struct LessonMove {
    /// The move.
    r#move: String,
}

/// Answer a step of a lesson.
///
/// The server keeps nothing: any step can be answered at any time. A move that the rules refuse or that does not solve the step is a
/// result, not an error. Counts as five requests.
#[utoipa::path(post, path = "/v1/games/{game_id}/lessons/{lesson}/steps/{step}", tag = "games",
    params(("game_id" = String, Path, description = "The game", example = "magma"),
        ("lesson" = usize, Path, description = "The number of the lesson", example = 1),
        ("step" = usize, Path, description = "The number of the step", example = 1)),
    request_body = LessonMove,
    responses((status = 200, body = LessonStep), Problems<(PathParameter, JsonBody, NotFound, UnreadableMove)>))]
pub async fn answer_step(
    app: web::Data<App>,
    Sender(sender): Sender,
    path: web::Path<(String, usize, usize)>,
    Body(sent): Body<LessonMove>,
) -> Result<web::Json<LessonStep>> {
    answer(&app, sender, path.into_inner(), Sent::Move(sent.r#move)).await
}

async fn answer(
    app: &App,
    sender: Asker,
    (game, number, at): (String, usize, usize),
    sent: Sent,
) -> Result<web::Json<LessonStep>> {
    let exercise = find(&game, number, at)?;
    if let Sent::Move(text) = &sent {
        exercise
            .rules
            .read_now(&exercise.step.frame, exercise.step.seat, text)
            .map_err(engine::Fault::from)
            .map_err(Refusal::from)?;
    }
    Ok(web::Json(LessonStep::new(exercise, show(app, sender, exercise, sent).await?)))
}
