//! Moves: submit, check, build.

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, web};
use engine::choice::{Begun, FurtherStep, Steps};
use engine::scene::Scene;
use engine::{ChoiceKind, EndCondition, Fault};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::caller::{Anyone, Sender};
use super::etag::Known;
use super::extract::{Body, Query, comma_list};
use super::match_view::MatchPage;
use super::parts::Part;
use super::prefer::{self, Prefer, PreferHeader};
use super::problem::{Kind, Problem};
use super::responses::{
    AccessToken, Conflict, Forbidden, IllegalMove, JsonBody, NotFound, PathParameter, Problems, QueryParameter,
    StaleTurn, TooManyMoves, UnreadableMove,
};
use super::{Form, Result};
use crate::app::App;
use crate::ids::{MatchId, UserId};
use crate::limits::Asker;
use crate::play::game::decks;
use crate::play::game::submit::{self, NewMove};
use crate::play::people::caller::Caller;
use crate::play::telling::look;
use crate::play::{Match, Refusal};
use crate::token::Scope;

/// A move to submit.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"move": "e5-e7", "turn": 11}))]
pub struct MoveRequest {
    /// The text, at most 4096 bytes.
    r#move: String,
    /// The turn that you decided on.
    turn: u32,
}

/// The result of a move.
#[derive(Serialize, ToSchema)]
pub struct MoveAnswer {
    /// The move in its canonical spelling.
    #[schema(example = "e5-e7")]
    r#move: String,
    /// The match after the move.
    r#match: MatchPage,
}

/// Submits a move of the caller for a turn, and responds as the client prefers.
async fn submit(
    app: &App,
    sender: Asker,
    (user, id): (UserId, MatchId),
    (text, turn): (&str, Option<u32>),
    prefer: Prefer,
) -> Result<HttpResponse> {
    let accepted =
        submit::submit(app, NewMove { id, user, text, turn, received_at: app.clock.now(), via: None }).await?;
    let Prefer::Whole(parts) = prefer else { return Ok(Prefer::minimal()) };
    let page = MatchPage::showing(&accepted.m, Some(user), None, app.clock.now(), &parts)?;
    // The move is played: it must not be refused for want of choices.
    let next = Choices::included(app, sender, &accepted.m, Some(user), &parts).await.unwrap_or_default();
    let mut answer = HttpResponse::Ok();
    if !parts.is_empty() {
        answer.insert_header((prefer::APPLIED, "return=representation"));
    }
    Ok(answer.json(MoveAnswer { r#move: accepted.text, r#match: page.with_choices(next) }))
}

/// Submit a move.
///
/// The move is text in the game's notation. If you send the same move for the same turn again, the server does not play it twice, and the
/// response is the same.
#[utoipa::path(post, path = "/v1/matches/{match_id}/moves", tag = "moves", security(("bearer" = ["moves:write"])),
    params(("match_id" = Uuid, Path, description = "The match"), PreferHeader),
    request_body = MoveRequest,
    responses((status = 200, body = MoveAnswer), (status = 204, description = "The move was played; the client asked for no body"),
        Problems<(AccessToken, PathParameter, JsonBody, Forbidden, NotFound, Conflict, StaleTurn, UnreadableMove, IllegalMove)>))]
pub async fn submit_move(
    app: web::Data<App>,
    caller: Caller,
    match_id: web::Path<MatchId>,
    Sender(sender): Sender,
    prefer: Prefer,
    Body(new): Body<MoveRequest>,
) -> Result<HttpResponse> {
    caller.may(Scope::MovesWrite)?;
    submit(&app, sender, (caller.user, *match_id), (&new.r#move, Some(new.turn)), prefer).await
}

/// Resign from a match.
///
/// This is the same as the move `resign`. You can resign at any time, even if other seats are awaited.
#[utoipa::path(post, path = "/v1/matches/{match_id}/resign", tag = "moves", security(("bearer" = ["moves:write"])),
    params(("match_id" = Uuid, Path, description = "The match"), PreferHeader),
    responses((status = 200, body = MoveAnswer), (status = 204, description = "The move was played; the client asked for no body"),
        Problems<(AccessToken, PathParameter, Forbidden, NotFound, Conflict, IllegalMove)>))]
pub async fn resign_match(
    app: web::Data<App>,
    caller: Caller,
    match_id: web::Path<MatchId>,
    Sender(sender): Sender,
    prefer: Prefer,
) -> Result<HttpResponse> {
    caller.may(Scope::MovesWrite)?;
    submit(&app, sender, (caller.user, *match_id), (ChoiceKind::Resign.word(), None), prefer).await
}

/// An agreement to end the match.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"agree": true, "turn": 11}))]
pub struct AgreeRequest {
    /// True if you agree; `false` withdraws your agreement.
    agree: bool,
    /// The turn that you decided on.
    turn: u32,
}

/// Agree to end a match.
///
/// This is the same as the moves `agree` and `disagree`, in games that can end by agreement.
#[utoipa::path(post, path = "/v1/matches/{match_id}/agree", tag = "moves", security(("bearer" = ["moves:write"])),
    params(("match_id" = Uuid, Path, description = "The match"), PreferHeader),
    request_body = AgreeRequest,
    responses((status = 200, body = MoveAnswer), (status = 204, description = "The move was played; the client asked for no body"),
        Problems<(AccessToken, PathParameter, JsonBody, Forbidden, NotFound, Conflict, StaleTurn, UnreadableMove, IllegalMove)>))]
pub async fn agree_to_end(
    app: web::Data<App>,
    caller: Caller,
    match_id: web::Path<MatchId>,
    Sender(sender): Sender,
    prefer: Prefer,
    Body(new): Body<AgreeRequest>,
) -> Result<HttpResponse> {
    caller.may(Scope::MovesWrite)?;
    let kind = if new.agree { ChoiceKind::Agree } else { ChoiceKind::Disagree };
    submit(&app, sender, (caller.user, *match_id), (kind.word(), Some(new.turn)), prefer).await
}

/// A move to check.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"move": "E5 e7"}))]
pub struct PreviewRequest {
    /// The text.
    r#move: String,
}

/// The result of a check.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"move": "e5-e7", "legal": false, "partial": false, "code": "blocked", "why": "...", "foretold": [],
    "scene": null, "ends": []}))]
pub struct Preview {
    /// The move in its canonical spelling.
    r#move: String,
    /// True if the move is legal now.
    legal: bool,
    /// True if your turn continues after the move, unless the match ends.
    partial: bool,
    /// A stable code for the reason, if the move is illegal.
    code: Option<&'static str>,
    /// The reason, if the move is illegal.
    why: Option<String>,
    /// The result if no other player responds, in sentences.
    foretold: Vec<String>,
    /// The position after the move, as you would see it. Null if the move is illegal, or if the position depends on what you do not know.
    scene: Option<Scene>,
    /// The conditions that would end the match in that position.
    ends: Vec<EndCondition>,
}

/// Check a move without playing it.
///
/// The response says whether the move is legal now, and shows the position after it, unless that depends on what you do not know. With
/// `Accept: image/svg+xml` the response is a picture of that position, and an illegal move is refused.
#[utoipa::path(post, path = "/v1/matches/{match_id}/preview", tag = "moves", security(("bearer" = ["matches:read"])),
    params(("match_id" = Uuid, Path, description = "The match")),
    request_body = PreviewRequest,
    responses((status = 200, content((Preview = "application/json"), (String = "image/svg+xml")), description = "The position"),
        Problems<(AccessToken, PathParameter, JsonBody, Forbidden, NotFound, Conflict, UnreadableMove, IllegalMove)>))]
pub async fn preview_move(
    app: web::Data<App>,
    caller: Caller,
    match_id: web::Path<MatchId>,
    Body(new): Body<PreviewRequest>,
    request: HttpRequest,
) -> Result<HttpResponse> {
    caller.may(Scope::MatchesRead)?;
    let m = look::find(&app, *match_id, Some(caller.user)).await?;
    let look::Thought { text, refused, partial, foretold, scene, ends } =
        look::preview(&app, &m, caller.user, &decks::spelled_out(&app, (&m, caller.user), &new.r#move).await?)?;
    let accept = request.headers().get(header::ACCEPT).and_then(|accept| accept.to_str().ok()).unwrap_or_default();
    if accept.contains(Form::Svg.kind()) && !accept.contains("application/json") {
        if let Some(illegal) = refused {
            return Err(Refusal::Rules(Fault::Illegal(illegal)).into());
        }
        let hidden = "There is no picture: the position after the move depends on what you do not know.";
        let scene = scene.ok_or_else(|| Problem::new(Kind::NOT_ACCEPTABLE, hidden))?;
        return Ok(Form::Svg.paint_unless(&Known::NOTHING, &scene)?.answer());
    }
    let (code, why) = refused.map_or((None, None), |illegal| (Some(illegal.code), Some(illegal.why)));
    let preview = Preview { r#move: text, legal: code.is_none(), partial, code, why, foretold, scene, ends };
    Ok(HttpResponse::Ok().insert_header((header::VARY, "Accept")).json(preview))
}

/// The query of a list of choices.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Beginning {
    /// The beginning of the move. Default: empty.
    #[param(example = "e5-")]
    #[serde(default)]
    #[param(max_length = 4096)]
    so_far: String,
    /// True to list only whole moves with this beginning, up to 1,000. If there are more, the response is `too-many-moves`. This counts as
    /// five requests.
    #[serde(default)]
    all: bool,
    /// The number of steps to list, 1 to 8. More than one counts as five requests.
    #[param(minimum = 1, maximum = 8)]
    #[serde(default = "one_step")]
    depth: usize,
    /// Kinds of choices to list in any case, separated by commas. Default: none. While your seat is awaited, moves and passes are always
    /// listed.
    #[param(style = Form, explode = false, value_type = Vec<ChoiceKind>, example = json!(["agree", "disagree", "resign"]))]
    #[serde(default, deserialize_with = "comma_list")]
    include: Vec<ChoiceKind>,
}

fn one_step() -> usize {
    1
}

/// The maximum number of steps of choices in one response.
const MAX_STEPS: usize = 8;

/// The continuations of a text.
#[derive(Serialize, ToSchema)]
pub struct Choices {
    /// The turn of the choices.
    turn: u32,
    /// True if your seat is awaited. Otherwise moves and passes are listed only if you include them.
    awaited: bool,
    /// What to do next, as a short sentence for a board that can be tapped. Empty if the list has no moves and passes.
    #[schema(example = "Tap a piece of yours to move it.")]
    prompt: String,
    /// The continuations.
    choices: Vec<engine::Choice>,
    /// Further steps, if `depth` is more than 1, shortest first. Texts without continuations are not included.
    further: Vec<FurtherStep>,
    /// True if further steps within the `depth` may be missing.
    truncated: bool,
}

impl Choices {
    /// What a player who is awaited can do next: up to 8 steps, with at most 300 choices. `None` for other readers, and if choices are not
    /// among these parts.
    pub(super) async fn included(
        app: &App,
        sender: Asker,
        m: &Match,
        user: Option<UserId>,
        parts: &[Part],
    ) -> Result<Option<Choices>> {
        let Some(user) = user.filter(|_| parts.contains(&Part::Choices)) else { return Ok(None) };
        let Some(Steps { choices, further, truncated }) = look::next_steps(app, sender, m, user).await? else {
            return Ok(None);
        };
        let prompt = look::prompt(m, user, "", &choices)?;
        Ok(Some(Choices { turn: m.turn(), awaited: true, prompt, choices, further, truncated }))
    }
}

/// List the continuations of a move.
///
/// A client can build moves from the choices alone, without knowing the rules. Start with an empty `so_far`, pick a choice, and repeat with
/// its text until a choice is `complete`. Every path to a complete choice makes a legal move or a pass.
///
/// If your seat is not awaited, the response lists no moves and passes. With `include=move` it also lists what you may send out of turn,
/// such as standing orders, or a spell in another player's turn. To list choices that end or leave the match, include them:
/// `include=agree,disagree,resign`.
///
/// With `all=true` the response lists whole moves, unless there are too many. With `depth=3` it also lists the next two steps in `further`,
/// up to 1,000 choices, each with its whole text: a client can look up a text there before it sends a request.
#[utoipa::path(get, path = "/v1/matches/{match_id}/choices", tag = "moves", security(("bearer" = ["matches:read"])),
    params(("match_id" = Uuid, Path, description = "The match"), Beginning),
    responses((status = 200, body = Choices), Problems<(AccessToken, PathParameter, QueryParameter, Forbidden, NotFound, Conflict, TooManyMoves)>))]
pub async fn list_choices(
    app: web::Data<App>,
    reader: Anyone,
    match_id: web::Path<MatchId>,
    Query(beginning): Query<Beginning>,
    Sender(sender): Sender,
) -> Result<web::Json<Choices>> {
    let caller = reader.player()?;
    caller.may(Scope::MatchesRead)?;
    let m = look::find(&app, *match_id, Some(caller.user)).await?;
    let Beginning { so_far, all, depth, include } = beginning;
    let turn = m.turn();
    let (awaited, kinds) = look::kinds(&m, caller.user, &include)?;
    let next = Begun { so_far: &so_far, kinds: &kinds }.of_kinds(look::choices(&m, caller.user, &so_far)?);
    let prompt = look::prompt(&m, caller.user, &so_far, &next)?;
    let (choices, further, truncated) = match (all, depth) {
        _ if !(1..=MAX_STEPS).contains(&depth) => {
            return Err(Problem::field("depth", format!("Expected a number from 1 to {MAX_STEPS}.")));
        }
        (true, 1) => (look::whole_moves(&app, sender, m, caller.user, (so_far, kinds)).await?, Vec::new(), false),
        (true, _) => return Err(Problem::field("depth", "Expected 1, because `all=true` lists whole moves.")),
        (false, 1) => (next, Vec::new(), false),
        (false, _) => {
            let Steps { choices, further, truncated } =
                look::steps(&app, sender, &m, caller.user, (so_far, kinds), depth).await?;
            (choices, further, truncated)
        }
    };
    Ok(web::Json(Choices { turn, awaited, prompt, choices, further, truncated }))
}
