//! Pages in sight of their readers, so that no email says what a reader has just seen.

use actix_web::{HttpResponse, web};
use serde::Deserialize;
use utoipa::ToSchema;

use super::Result;
use super::extract::Body;
use super::responses::{AccessToken, JsonBody, NotFound, Problems};
use crate::app::App;
use crate::ids::MatchId;
use crate::play::people::caller::Caller;
use crate::play::people::seen;

/// A turn that a page has shown.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"match_id": "0198c0de-7a11-7000-8000-00c0ffee0001", "turn": 12}))]
pub struct SeenTurn {
    /// The match.
    match_id: MatchId,
    /// The turn.
    turn: u32,
}

/// Report that a page has shown a turn.
///
/// For pages that are visible to their reader. If the email about the turn has not been sent yet, the server holds it until two minutes
/// after the turn began, and does not send it if the turn is over by then.
#[utoipa::path(post, path = "/v1/me/seen", tag = "events", security(("bearer" = ["session"])),
    request_body = SeenTurn,
    responses((status = 204), Problems<(AccessToken, JsonBody, NotFound)>))]
pub async fn note_seen(app: web::Data<App>, caller: Caller, Body(turn): Body<SeenTurn>) -> Result<HttpResponse> {
    seen::seen(&app, &caller, turn.match_id, turn.turn).await?;
    Ok(HttpResponse::NoContent().finish())
}
