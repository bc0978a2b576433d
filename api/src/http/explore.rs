//! Exploration: moves on a copy of what a player may know.

use actix_web::web;
use engine::Seat;
use engine::explore::{Explored, Planned};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Result;
use super::caller::Sender;
use super::extract::Body;
use super::match_view::PositionPage;
use super::painted::Painted;
use super::parts::Part;
use super::responses::{
    AccessToken, Conflict, Forbidden, IllegalMove, JsonBody, NotExplored, NotFound, PathParameter, Problems,
    UnreadableMove,
};
use crate::app::App;
use crate::ids::MatchId;
use crate::play::people::caller::Caller;
use crate::play::telling::look;
use crate::token::Scope;

/// Moves to explore.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"moves": [{"move": "e5-e7"}, {"move": "pass", "by": 1}], "so_far": "e7-"}))]
pub struct ExploreRequest {
    /// The moves in order, at most 40.
    #[schema(max_items = 40)]
    moves: Vec<PlannedMove>,
    /// The beginning of the next move, for which to list the choices. Default: empty.
    #[serde(default)]
    so_far: String,
}

/// A move to explore.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"move": "pass", "by": 1}))]
pub struct PlannedMove {
    /// The text, at most 4096 bytes.
    r#move: String,
    /// The seat that plays it. Default: yours if it is awaited then, otherwise the awaited seat.
    by: Option<u8>,
}

impl From<PlannedMove> for Planned {
    fn from(planned: PlannedMove) -> Planned {
        Planned { by: planned.by.map(Seat), text: planned.r#move }
    }
}

/// The result of exploring moves.
#[derive(Serialize, ToSchema)]
pub struct Exploration {
    /// The moves.
    moves: Vec<ExploredMove>,
    /// The position after the moves, as you would see it. The turn is the present turn of the match; deadlines are not included.
    page: PositionPage,
    /// The seat that would be next. Null if the match would be over, or if the next move has to name its seat.
    next: Option<u8>,
    /// The moves and passes of that seat, as far as they do not depend on what you do not know.
    choices: Vec<engine::Choice>,
    /// True if that seat may have other moves that depend on what you do not know.
    may_have_others: bool,
}

/// An explored move.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"move": "e5-e7", "by": 0}))]
pub struct ExploredMove {
    /// The move in its canonical spelling.
    r#move: String,
    /// The seat that plays it.
    by: u8,
}

/// Explore moves without playing them.
///
/// The server plays the moves on a copy of what you know of the match. The match does not change, and no player is notified. You also play
/// the other players' moves. The server tries the moves in several positions that look the same to you, each with its own dice. If the
/// result that you would see, or the reason for a refusal, differs between them, the response is `not-explored`, so that it never reveals
/// hidden information or future chance. The result is therefore only a possibility: the move may be refused in the real position. If a
/// match waits for responses, the server assumes that the other players give none. Timers of the rules run out only if nothing else can
/// happen. This counts as ten requests.
#[utoipa::path(post, path = "/v1/matches/{match_id}/explore", tag = "moves", security(("bearer" = ["matches:read"])),
    params(("match_id" = Uuid, Path, description = "The match")),
    request_body = ExploreRequest,
    responses((status = 200, body = Exploration),
        Problems<(AccessToken, PathParameter, JsonBody, Forbidden, NotFound, Conflict, UnreadableMove, IllegalMove, NotExplored)>))]
pub async fn explore_moves(
    app: web::Data<App>,
    caller: Caller,
    match_id: web::Path<MatchId>,
    Body(ExploreRequest { moves, so_far }): Body<ExploreRequest>,
    Sender(sender): Sender,
) -> Result<web::Json<Exploration>> {
    caller.may(Scope::MatchesRead)?;
    let m = look::find(&app, *match_id, Some(caller.user)).await?;
    let moves = moves.into_iter().map(Planned::from).collect();
    let explored = look::explore(&app, sender, &m, caller.user, moves, so_far).await?;
    let Explored { moves, page, next, choices, prompt: _, may_have_others } = explored;
    let moves = moves.into_iter().map(|tried| ExploredMove { r#move: tried.text, by: tried.by.0 }).collect();
    let page = PositionPage::new(&m, Some(caller.user), &Painted::new(page)?, true, &Part::POSITION);
    Ok(web::Json(Exploration { moves, page, next: next.map(|seat| seat.0), choices, may_have_others }))
}
