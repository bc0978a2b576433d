//! Conditional moves of players.

use actix_web::web;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Result;
use super::caller::Sender;
use super::extract::Body;
use super::responses::{AccessToken, Conflict, Forbidden, JsonBody, NotFound, PathParameter, Problems, StaleTurn};
use crate::app::App;
use crate::ids::MatchId;
use crate::play::game::conditional::{self, LineOfPlay, Ply};
use crate::play::people::caller::Caller;
use crate::token::Scope;

/// Conditional moves to save.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"turn": 11, "lines": [["e5-e7", "d4-d5"], ["pass", "d4-e4", "e5-e6", "e4-e5"]]}))]
pub struct ConditionalMovesRequest {
    /// The turn that you decided on.
    turn: u32,
    /// At most 20 lines of play. Each has 2 to 40 moves in the order of play, the other players' and your own, and ends with one of yours.
    /// All lines together contain at most 20 of your moves. An empty list removes your conditional moves.
    #[schema(max_items = 20)]
    lines: Vec<Vec<String>>,
}

/// Your conditional moves in a match.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"lines": [[{"move": "e5-e7", "by": 1}, {"move": "d4-d5", "by": 0}]]}))]
pub struct ConditionalMoves {
    /// The remaining moves of each line that may still be played.
    lines: Vec<Vec<ConditionalMove>>,
}

/// A move of a line of play.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"move": "e5-e7", "by": 1}))]
pub struct ConditionalMove {
    /// The move in its canonical spelling.
    r#move: String,
    /// The seat that plays it.
    by: u8,
}

/// Lines of play, for the API.
pub(super) fn moves(lines: Vec<LineOfPlay>) -> Vec<Vec<ConditionalMove>> {
    let one = |ply: Ply| ConditionalMove { r#move: ply.text, by: ply.by.0 };
    lines.into_iter().map(|line| line.into_iter().map(one).collect()).collect()
}

/// Show your conditional moves.
///
/// For the players of the match. Only you can read your conditional moves.
#[utoipa::path(get, path = "/v1/matches/{match_id}/conditional-moves", tag = "moves", security(("bearer" = ["matches:read"])),
    params(("match_id" = Uuid, Path, description = "The match")),
    responses((status = 200, body = ConditionalMoves), Problems<(AccessToken, PathParameter, Forbidden, NotFound)>))]
pub async fn show_conditional_moves(
    app: web::Data<App>,
    caller: Caller,
    match_id: web::Path<MatchId>,
) -> Result<web::Json<ConditionalMoves>> {
    caller.may(Scope::MatchesRead)?;
    Ok(web::Json(ConditionalMoves { lines: moves(conditional::read(&app, *match_id, caller.user).await?) }))
}

/// Save your conditional moves.
///
/// They replace your previous ones. If the other players follow one of your lines, the server plays your moves at once. If they deviate,
/// the rest is discarded and you are notified as usual. Only you can read them. You can save them while another player is next. The server
/// explores every line as `POST /v1/matches/{match_id}/explore` does, and refuses a line with a move that is illegal, or whose effect
/// depends on chance or on what you do not know. Games with responses do not have conditional moves; use standing orders there. This counts
/// as ten requests.
#[utoipa::path(put, path = "/v1/matches/{match_id}/conditional-moves", tag = "moves", security(("bearer" = ["moves:write"])),
    params(("match_id" = Uuid, Path, description = "The match")),
    request_body = ConditionalMovesRequest,
    responses((status = 200, body = ConditionalMoves),
        Problems<(AccessToken, PathParameter, JsonBody, Forbidden, NotFound, Conflict, StaleTurn)>))]
pub async fn save_conditional_moves(
    app: web::Data<App>,
    caller: Caller,
    match_id: web::Path<MatchId>,
    Sender(sender): Sender,
    Body(new): Body<ConditionalMovesRequest>,
) -> Result<web::Json<ConditionalMoves>> {
    caller.may(Scope::MovesWrite)?;
    let lines = conditional::leave(&app, sender, (*match_id, caller.user), new.turn, new.lines).await?;
    Ok(web::Json(ConditionalMoves { lines: moves(lines) }))
}
