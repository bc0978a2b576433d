//! The watch list of the caller. `GET /v1/matches?filter=watched` lists it.

use actix_web::{HttpResponse, web};

use super::Result;
use super::responses::{AccessToken, Conflict, NotFound, PathParameter, Problems};
use crate::app::App;
use crate::ids::MatchId;
use crate::play::lobby::watches;
use crate::play::people::caller::Caller;
use crate::token::Scope;

/// Add a match to your watch list.
///
/// The match must be public or unlisted, and you must not play in it. At most 100 matches. `GET /v1/matches?filter=watched` lists them.
#[utoipa::path(put, path = "/v1/me/watches/{match_id}", tag = "matches", security(("bearer" = ["account:write"])),
    params(("match_id" = Uuid, Path, description = "The match")),
    responses((status = 204), Problems<(AccessToken, PathParameter, NotFound, Conflict)>))]
pub async fn save_watch(app: web::Data<App>, caller: Caller, match_id: web::Path<MatchId>) -> Result<HttpResponse> {
    caller.may(Scope::AccountWrite)?;
    watches::add(&app, *match_id, caller.user).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Remove a match from your watch list.
///
/// The match itself does not change.
#[utoipa::path(delete, path = "/v1/me/watches/{match_id}", tag = "matches", security(("bearer" = ["account:write"])),
    params(("match_id" = Uuid, Path, description = "The match")),
    responses((status = 204), Problems<(AccessToken, PathParameter, NotFound)>))]
pub async fn delete_watch(app: web::Data<App>, caller: Caller, match_id: web::Path<MatchId>) -> Result<HttpResponse> {
    caller.may(Scope::AccountWrite)?;
    watches::remove(&app, *match_id, caller.user).await?;
    Ok(HttpResponse::NoContent().finish())
}
