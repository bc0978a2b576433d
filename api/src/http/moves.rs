//! Moves: submit, think of, build up.

use actix_web::web;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::Result;
use super::extract::{Body, Query};
use super::match_view::MatchPage;
use super::problem::ProblemDocument;
use crate::app::App;
use crate::ids::{MatchId, UserId};
use crate::play::caller::Caller;
use crate::play::look;
use crate::play::submit::{self, NewMove};
use crate::token::Scope;

/// A move.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"move": "e5-e7", "turn": 11}))]
pub struct MoveRequest {
    /// The text; capitals and blanks do not matter. At most 4096 bytes.
    r#move: String,
    /// The turn of the page that you decided on.
    turn: u32,
}

/// A move that has been played.
#[derive(Serialize, ToSchema)]
pub struct MoveAnswer {
    /// The move in its canonical spelling.
    #[schema(example = "e5-e7")]
    r#move: String,
    /// The match as it is now.
    r#match: MatchPage,
}

async fn submit(app: &App, user: UserId, id: MatchId, text: &str, turn: Option<u32>) -> Result<web::Json<MoveAnswer>> {
    let accepted = submit::submit(app, NewMove { id, user, text, turn }).await?;
    let page = MatchPage::of(&accepted.m, Some(user), None)?;
    Ok(web::Json(MoveAnswer { r#move: accepted.text, r#match: page }))
}

/// Submit a move. The same move sent again for the same turn is not played again, but answered again.
#[utoipa::path(post, path = "/v1/matches/{match_id}/moves", tag = "moves", security(("bearer" = [])),
    params(("match_id" = Uuid, Path)), request_body = MoveRequest,
    responses((status = 200, body = MoveAnswer), (status = 401, body = ProblemDocument), (status = 403, body = ProblemDocument),
        (status = 404, body = ProblemDocument), (status = 409, body = ProblemDocument), (status = 422, body = ProblemDocument)))]
pub async fn submit_move(
    app: web::Data<App>,
    caller: Caller,
    match_id: web::Path<MatchId>,
    Body(new): Body<MoveRequest>,
) -> Result<web::Json<MoveAnswer>> {
    caller.may(Scope::MovesWrite)?;
    submit(&app, caller.user, *match_id, &new.r#move, Some(new.turn)).await
}

/// Resign. Possible at any time, whoever is awaited.
#[utoipa::path(post, path = "/v1/matches/{match_id}/resign", tag = "moves", security(("bearer" = [])),
    params(("match_id" = Uuid, Path)),
    responses((status = 200, body = MoveAnswer), (status = 401, body = ProblemDocument), (status = 403, body = ProblemDocument),
        (status = 404, body = ProblemDocument), (status = 409, body = ProblemDocument), (status = 422, body = ProblemDocument)))]
pub async fn resign_match(
    app: web::Data<App>,
    caller: Caller,
    match_id: web::Path<MatchId>,
) -> Result<web::Json<MoveAnswer>> {
    caller.may(Scope::MovesWrite)?;
    submit(&app, caller.user, *match_id, "resign", None).await
}

/// Whether you agree that the match ends.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"agree": true, "turn": 11}))]
pub struct AgreeRequest {
    /// `false` takes your agreement back.
    agree: bool,
    /// The turn of the page that you decided on.
    turn: u32,
}

/// Agree to end the match, or take that back, where the game can end by agreement. The same as the moves `agree` and `disagree`.
#[utoipa::path(post, path = "/v1/matches/{match_id}/agree", tag = "moves", security(("bearer" = [])),
    params(("match_id" = Uuid, Path)), request_body = AgreeRequest,
    responses((status = 200, body = MoveAnswer), (status = 401, body = ProblemDocument), (status = 403, body = ProblemDocument),
        (status = 404, body = ProblemDocument), (status = 409, body = ProblemDocument), (status = 422, body = ProblemDocument)))]
pub async fn agree_to_end(
    app: web::Data<App>,
    caller: Caller,
    match_id: web::Path<MatchId>,
    Body(new): Body<AgreeRequest>,
) -> Result<web::Json<MoveAnswer>> {
    caller.may(Scope::MovesWrite)?;
    let text = if new.agree { "agree" } else { "disagree" };
    submit(&app, caller.user, *match_id, text, Some(new.turn)).await
}

/// A move that is only thought of.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"move": "E5 e7"}))]
pub struct PreviewRequest {
    /// The text.
    r#move: String,
}

/// What would become of it.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"move": "e5-e7", "legal": false, "code": "blocked", "why": "..."}))]
pub struct Preview {
    /// The move in its canonical spelling.
    r#move: String,
    /// Would it be accepted now?
    legal: bool,
    /// If not, the stable word for why.
    code: Option<&'static str>,
    /// If not, why, and what would be right.
    why: Option<String>,
}

/// Would this move be legal? Nothing is played, and no more is told.
#[utoipa::path(post, path = "/v1/matches/{match_id}/preview", tag = "moves", security(("bearer" = [])),
    params(("match_id" = Uuid, Path)), request_body = PreviewRequest,
    responses((status = 200, body = Preview), (status = 401, body = ProblemDocument), (status = 403, body = ProblemDocument),
        (status = 404, body = ProblemDocument), (status = 409, body = ProblemDocument), (status = 422, body = ProblemDocument)))]
pub async fn preview_move(
    app: web::Data<App>,
    caller: Caller,
    match_id: web::Path<MatchId>,
    Body(new): Body<PreviewRequest>,
) -> Result<web::Json<Preview>> {
    caller.may(Scope::MatchesRead)?;
    let m = look::find(&app, *match_id, Some(caller.user)).await?;
    let look::Thought { text, refused, .. } = look::preview(&app, &m, caller.user, &new.r#move)?;
    let (code, why) = refused.map_or((None, None), |illegal| (Some(illegal.code), Some(illegal.why)));
    Ok(web::Json(Preview { r#move: text, legal: code.is_none(), code, why }))
}

/// The beginning of a move.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Beginning {
    /// What has been written so far; nothing at first.
    #[param(example = "e5-")]
    #[serde(default)]
    so_far: String,
}

/// How a text can go on.
#[derive(Serialize, ToSchema)]
pub struct Choices {
    /// The turn for which these are the choices.
    turn: u32,
    /// Each possible continuation.
    choices: Vec<engine::Choice>,
}

/// List how the beginning of a move can go on. Whoever follows the choices needs to know no rules.
#[utoipa::path(get, path = "/v1/matches/{match_id}/choices", tag = "moves", security(("bearer" = [])),
    params(("match_id" = Uuid, Path), Beginning),
    responses((status = 200, body = Choices), (status = 401, body = ProblemDocument), (status = 403, body = ProblemDocument),
        (status = 404, body = ProblemDocument), (status = 409, body = ProblemDocument)))]
pub async fn list_choices(
    app: web::Data<App>,
    caller: Caller,
    match_id: web::Path<MatchId>,
    Query(beginning): Query<Beginning>,
) -> Result<web::Json<Choices>> {
    caller.may(Scope::MatchesRead)?;
    let m = look::find(&app, *match_id, Some(caller.user)).await?;
    let choices = look::choices(&m, caller.user, &beginning.so_far)?;
    Ok(web::Json(Choices { turn: m.turn(), choices }))
}
