//! Matches: create, find, look at, join, leave.

use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{DateTime, Utc};
use engine::{LapsePolicy, Span};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::caller::Visitor;
use super::extract::{Body, Query};
use super::match_view::MatchPage;
use super::problem::{Problem, ProblemDocument};
use super::{Form, Result};
use crate::app::App;
use crate::ids::{MatchId, UserId};
use crate::play::caller::Caller;
use crate::play::{self, Seating, Visibility, history, lobby, look, names};
use crate::token::Scope;

/// What happens when the time for a move runs out.
#[derive(Clone, Copy, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum OnLapse {
    /// The player is out.
    #[default]
    Forfeit,
    /// The turn goes by where the rules allow it; three such turns running, and the player is out.
    Pass,
}

/// A match to be created.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"game": "magma", "seats": 3, "name": "Tuesday club", "options": {"board": "pointed43"},
    "move_time": "P3D", "on_lapse": "pass", "visibility": "unlisted"}))]
pub struct NewMatch {
    /// The id of a game.
    game: String,
    /// A name for people, 1 to 80 characters; the game's name if nothing is said.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 80)]
    name: Option<String>,
    /// The game's options; its `options` schema says which there are. Those that are left out have their defaults.
    #[serde(default)]
    #[schema(value_type = Object)]
    options: Option<serde_json::Value>,
    /// How many seats; as few as the game allows if nothing is said.
    #[serde(default)]
    seats: Option<u8>,
    /// How the players are seated.
    #[serde(default)]
    seating: Seating,
    /// The time for each move, an ISO 8601 duration of 10 seconds to 400 days; without it there is no clock.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = "duration", example = "P3D")]
    move_time: Option<String>,
    /// What happens when that time runs out.
    #[serde(default)]
    on_lapse: OnLapse,
    /// Who may know of the match.
    #[serde(default)]
    visibility: Visibility,
    /// Does the creator take a seat?
    #[serde(default = "yes")]
    #[schema(default = true)]
    join: bool,
}

fn yes() -> bool {
    true
}

impl NewMatch {
    fn wish(self) -> Result<lobby::Wish> {
        let move_time = self.move_time.map(|text| text.parse::<Span>()).transpose();
        Ok(lobby::Wish {
            game: self.game,
            name: self.name.map(|name| names::title("name", &name, 80)).transpose()?,
            options: self.options.unwrap_or_else(|| serde_json::json!({})),
            seats: self.seats,
            seating: self.seating,
            visibility: self.visibility,
            move_time: move_time.map_err(|why| Problem::field("move_time", why.to_string()))?,
            on_lapse: match self.on_lapse {
                OnLapse::Forfeit => LapsePolicy::Forfeit,
                OnLapse::Pass => LapsePolicy::Pass,
            },
            join: self.join,
        })
    }
}

/// Create a match. Its creator takes the first seat, unless `join` is false.
#[utoipa::path(post, path = "/v1/matches", tag = "matches", security(("bearer" = [])), request_body = NewMatch,
    responses((status = 201, body = MatchPage, headers(("Location" = String, description = "Where the match is"))),
        (status = 401, body = ProblemDocument), (status = 422, body = ProblemDocument)))]
pub async fn create_match(app: web::Data<App>, caller: Caller, Body(new): Body<NewMatch>) -> Result<HttpResponse> {
    caller.may(Scope::MovesWrite)?;
    let m = lobby::create(&app, caller.user, new.wish()?).await?;
    let page = MatchPage::of(&m, Some(caller.user), None)?;
    let location = (header::LOCATION, format!("/v1/matches/{}", m.id()));
    Ok(HttpResponse::build(StatusCode::CREATED).insert_header(location).json(page))
}

/// Which page of a match.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct At {
    /// As it was right after this line of the log, as numbered for you; now, if nothing is said.
    line: Option<u32>,
}

/// Show a match: who plays, who is awaited, and the position as far as you may see it.
#[utoipa::path(get, path = "/v1/matches/{match_id}", tag = "matches", security((), ("bearer" = [])),
    params(("match_id" = Uuid, Path), At),
    responses((status = 200, body = MatchPage, headers(("ETag" = String, description = "Changes when the page does"))),
        (status = 304, description = "Nothing has changed"), (status = 404, body = ProblemDocument)))]
pub async fn show_match(
    app: web::Data<App>,
    visitor: Visitor,
    match_id: web::Path<MatchId>,
    Query(at): Query<At>,
    request: HttpRequest,
) -> Result<HttpResponse> {
    let user = visitor.reader()?;
    let page = match at.line {
        None => MatchPage::of(&look::find(&app, *match_id, user).await?, user, None)?,
        Some(line) => {
            let (m, rows) = look::find_with_log(&app, *match_id, user).await?;
            MatchPage::of(&m, user, Some(history::page_after(&m, &rows, user, line)?))?
        }
    };
    Ok(super::etag::answer(&request, StatusCode::OK, &page))
}

/// Show the board of a match as SVG, PNG or text, by the `Accept` header.
#[utoipa::path(get, path = "/v1/matches/{match_id}/board", tag = "matches", security((), ("bearer" = [])),
    params(("match_id" = Uuid, Path), At),
    responses((status = 200, content((String = "image/svg+xml"), (String = "image/png"), (String = "text/plain"))),
        (status = 404, body = ProblemDocument), (status = 406, body = ProblemDocument), (status = 409, body = ProblemDocument)))]
pub async fn show_board(
    app: web::Data<App>,
    visitor: Visitor,
    match_id: web::Path<MatchId>,
    Query(at): Query<At>,
    request: HttpRequest,
) -> Result<HttpResponse> {
    let form = Form::wanted(&request, None)?;
    board(&app, visitor.reader()?, *match_id, at.line, form).await
}

/// Show the board of a match in the form that the ending says.
#[utoipa::path(get, path = "/v1/matches/{match_id}/board.{ending}", tag = "matches", security((), ("bearer" = [])),
    params(("match_id" = Uuid, Path), ("ending" = String, Path, description = "svg, png or txt", example = "svg"), At),
    responses((status = 200, content((String = "image/svg+xml"), (String = "image/png"), (String = "text/plain"))),
        (status = 404, body = ProblemDocument), (status = 409, body = ProblemDocument)))]
pub async fn show_board_as(
    app: web::Data<App>,
    visitor: Visitor,
    path: web::Path<(MatchId, String)>,
    Query(at): Query<At>,
    request: HttpRequest,
) -> Result<HttpResponse> {
    let form = Form::wanted(&request, Some(&path.1))?;
    board(&app, visitor.reader()?, path.0, at.line, form).await
}

async fn board(app: &App, user: Option<UserId>, id: MatchId, line: Option<u32>, form: Form) -> Result<HttpResponse> {
    let page = match line {
        None => look::page(&look::find(app, id, user).await?, user)?,
        Some(line) => {
            let (m, rows) = look::find_with_log(app, id, user).await?;
            Some(history::page_after(&m, &rows, user, line)?)
        }
    };
    let page = page.ok_or(play::Refusal::Conflict("The match has not started: there is no board yet.".to_owned()))?;
    let painted = web::block(move || form.paint(&page.scene)).await.map_err(Problem::internal)??;
    Ok(form.answer(painted))
}

/// Take a seat. The last seat starts the match. Joining twice changes nothing.
#[utoipa::path(post, path = "/v1/matches/{match_id}/join", tag = "matches", security(("bearer" = [])),
    params(("match_id" = Uuid, Path)),
    responses((status = 200, body = MatchPage), (status = 401, body = ProblemDocument), (status = 403, body = ProblemDocument),
        (status = 404, body = ProblemDocument), (status = 409, body = ProblemDocument)))]
pub async fn join_match(
    app: web::Data<App>,
    caller: Caller,
    match_id: web::Path<MatchId>,
) -> Result<web::Json<MatchPage>> {
    caller.may(Scope::MovesWrite)?;
    let m = lobby::join(&app, *match_id, caller.user).await?;
    Ok(web::Json(MatchPage::of(&m, Some(caller.user), None)?))
}

/// Give a seat back before the start. A creator who leaves as the last player calls the match off.
#[utoipa::path(post, path = "/v1/matches/{match_id}/leave", tag = "matches", security(("bearer" = [])),
    params(("match_id" = Uuid, Path)),
    responses((status = 200, body = MatchPage), (status = 401, body = ProblemDocument),
        (status = 404, body = ProblemDocument), (status = 409, body = ProblemDocument)))]
pub async fn leave_match(
    app: web::Data<App>,
    caller: Caller,
    match_id: web::Path<MatchId>,
) -> Result<web::Json<MatchPage>> {
    caller.may(Scope::MovesWrite)?;
    let m = lobby::leave(&app, *match_id, caller.user).await?;
    Ok(web::Json(MatchPage::of(&m, Some(caller.user), None)?))
}

/// Call a match off before it starts; for its creator.
#[utoipa::path(delete, path = "/v1/matches/{match_id}", tag = "matches", security(("bearer" = [])),
    params(("match_id" = Uuid, Path)),
    responses((status = 204), (status = 401, body = ProblemDocument), (status = 403, body = ProblemDocument),
        (status = 404, body = ProblemDocument), (status = 409, body = ProblemDocument)))]
pub async fn cancel_match(app: web::Data<App>, caller: Caller, match_id: web::Path<MatchId>) -> Result<HttpResponse> {
    caller.may(Scope::MovesWrite)?;
    lobby::cancel(&app, *match_id, caller.user).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// The log of a match, as far as you may read it.
#[derive(Serialize, ToSchema)]
pub struct Log {
    /// The lines, in order.
    lines: Vec<LogLine>,
    /// The number after which the next lines come; ask with `after`. Nothing if these were the last.
    next: Option<u32>,
}

/// A line of the log.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"line": 3, "entry": {"by": 0, "cause": "chosen", "text": "e5-e7"},
    "story": ["Anna (Red) moves e5 to e7."], "at": "2026-11-21T10:00:00Z"}))]
pub struct LogLine {
    /// Its number, counted for you: lines that you may not know of have none.
    line: u32,
    /// The line itself, as far as you may read it.
    entry: Option<engine::Entry>,
    /// What happened, a sentence each.
    story: Vec<String>,
    /// When.
    at: DateTime<Utc>,
}

/// Which part of a log.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct LogPart {
    /// Only lines with higher numbers.
    after: Option<u32>,
    /// How many lines at most, 1 to 500.
    #[param(minimum = 1, maximum = 500, default = 100)]
    limit: Option<usize>,
}

/// Read the log and the story of a match.
#[utoipa::path(get, path = "/v1/matches/{match_id}/log", tag = "matches", security((), ("bearer" = [])),
    params(("match_id" = Uuid, Path), LogPart),
    responses((status = 200, body = Log), (status = 404, body = ProblemDocument), (status = 422, body = ProblemDocument)))]
pub async fn show_log(
    app: web::Data<App>,
    visitor: Visitor,
    match_id: web::Path<MatchId>,
    Query(part): Query<LogPart>,
) -> Result<web::Json<Log>> {
    let user = visitor.reader()?;
    let limit = part.limit.unwrap_or(100);
    if !(1..=500).contains(&limit) {
        return Err(Problem::field("limit", "Expected a number from 1 to 500."));
    }
    let (m, rows) = look::find_with_log(&app, *match_id, user).await?;
    let told = history::told(&m, &rows, user, &m.story_names()?)?;
    let rest: Vec<_> = told.into_iter().filter(|line| part.after.is_none_or(|after| line.line > after)).collect();
    let more = rest.len() > limit;
    let lines: Vec<LogLine> = rest
        .into_iter()
        .take(limit)
        .map(|told| LogLine { line: told.line, entry: told.entry, story: told.story, at: told.at })
        .collect();
    let next = lines.last().filter(|_| more).map(|line| line.line);
    Ok(web::Json(Log { lines, next }))
}

/// Download the record of a finished match: text that the engine's record tool replays.
#[utoipa::path(get, path = "/v1/matches/{match_id}/record", tag = "matches", security((), ("bearer" = [])),
    params(("match_id" = Uuid, Path)),
    responses((status = 200, content_type = "text/plain", body = String), (status = 404, body = ProblemDocument),
        (status = 409, body = ProblemDocument)))]
pub async fn show_record(app: web::Data<App>, visitor: Visitor, match_id: web::Path<MatchId>) -> Result<HttpResponse> {
    let user = visitor.reader()?;
    let (m, rows) = look::find_with_log(&app, *match_id, user).await?;
    let record = history::record(&m, &rows)?;
    let name = format!("attachment; filename=\"{}-{}.txt\"", m.game(), m.id());
    Ok(HttpResponse::Ok()
        .content_type("text/plain; charset=utf-8")
        .insert_header((header::CONTENT_DISPOSITION, name))
        .body(record))
}
