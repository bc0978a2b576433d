//! Hints, in matches against computer players.

use actix_web::web;
use serde::Serialize;
use utoipa::ToSchema;

use super::Result;
use super::caller::Sender;
use super::responses::{AccessToken, Conflict, Forbidden, NotFound, PathParameter, Problems};
use crate::app::App;
use crate::ids::MatchId;
use crate::play::game::hints;
use crate::play::people::caller::Caller;
use crate::token::Scope;

/// A hint.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"move": "+b2", "foretold": ["Red puts a piece in play on b2."]}))]
pub struct Hint {
    /// The move that a computer player of level 4 would play, knowing what you know.
    r#move: String,
    /// What it leads to, in sentences.
    foretold: Vec<String>,
}

/// Ask for a hint.
///
/// In a match in which all others are computer players, when it is your turn. The page of the match tells that you had hints. Asking again
/// in the same position gives the same hint. This counts as ten requests.
#[utoipa::path(post, path = "/v1/matches/{match_id}/hint", tag = "moves", security(("bearer" = ["moves:write"])),
    params(("match_id" = Uuid, Path, description = "The match")),
    responses((status = 200, body = Hint), Problems<(AccessToken, PathParameter, Forbidden, NotFound, Conflict)>))]
pub async fn create_hint(
    app: web::Data<App>,
    caller: Caller,
    Sender(sender): Sender,
    match_id: web::Path<MatchId>,
) -> Result<web::Json<Hint>> {
    caller.may(Scope::MovesWrite)?;
    let hints::Hint { text, foretold } = hints::ask(&app, sender, *match_id, caller.user).await?;
    Ok(web::Json(Hint { r#move: text, foretold }))
}
