//! Computer players: the seats that they take.

use actix_web::web;
use engine::players::Level;
use serde::Deserialize;
use utoipa::ToSchema;

use super::Result;
use super::extract::Body;
use super::match_view::MatchPage;
use super::responses::{AccessToken, Conflict, Forbidden, JsonBody, NotFound, PathParameter, Problems};
use crate::app::App;
use crate::ids::MatchId;
use crate::play::lobby::open_matches;
use crate::play::people::caller::Caller;
use crate::token::Scope;

/// A computer player to seat.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"level": 3}))]
pub struct ComputerRequest {
    /// The level, 1 (weak and fast) to 5 (strong and slow).
    #[schema(value_type = u8, minimum = 1, maximum = 5)]
    level: Level,
}

/// Seat a computer player.
///
/// The creator of a match that has not started can give a computer player a free seat. In a running match, a player or the creator can give
/// it a seat that is on offer. It moves within about a second, or at the `computer_pace` of the match.
#[utoipa::path(post, path = "/v1/matches/{match_id}/computers", tag = "matches", security(("bearer" = ["moves:write"])),
    params(("match_id" = Uuid, Path, description = "The match")),
    request_body = ComputerRequest,
    responses((status = 200, body = MatchPage), Problems<(AccessToken, PathParameter, JsonBody, Forbidden, NotFound, Conflict)>))]
pub async fn seat_computer(
    app: web::Data<App>,
    caller: Caller,
    match_id: web::Path<MatchId>,
    Body(new): Body<ComputerRequest>,
) -> Result<web::Json<MatchPage>> {
    caller.may(Scope::MovesWrite)?;
    let m = open_matches::seat_computer(&app, *match_id, caller.user, new.level).await?;
    Ok(web::Json(MatchPage::new(&m, Some(caller.user), app.clock.now())?))
}
