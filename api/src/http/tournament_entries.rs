//! What people do with tournaments: enter, leave, start, call off, challenge.

use actix_web::http::{StatusCode, header};
use actix_web::{HttpResponse, web};
use serde::Deserialize;
use utoipa::ToSchema;

use super::Result;
use super::extract::Body;
use super::idempotency::IdempotencyKey;
use super::match_view::MatchPage;
use super::responses::{AccessToken, Conflict, Enters, Forbidden, JsonBody, NotFound, PathParameter, Problems};
use crate::app::App;
use crate::ids::TournamentId;
use crate::play::people::caller::Caller;
use crate::play::tournaments::{entry, ladder};
use crate::token::Scope;

fn done() -> HttpResponse {
    HttpResponse::NoContent().finish()
}

/// Enter a tournament.
///
/// Bots cannot. With the matches of your other tournaments there may be at most 20 at a time. Who lost matches of tournaments on time within
/// a year needs more other finished matches than those.
#[utoipa::path(put, path = "/v1/tournaments/{tournament_id}/entry", tag = "tournaments", security(("bearer" = ["moves:write"])),
    params(("tournament_id" = Uuid, Path, description = "The tournament")),
    responses((status = 204), Problems<(AccessToken, PathParameter, NotFound, Enters)>))]
pub async fn save_entry(
    app: web::Data<App>,
    caller: Caller,
    tournament_id: web::Path<TournamentId>,
) -> Result<HttpResponse> {
    caller.may(Scope::MovesWrite)?;
    entry::enter(&app, *tournament_id, caller.user).await?;
    Ok(done())
}

/// Leave a tournament.
///
/// Before the start it takes your entry back. After it you withdraw: your matches that have not begun are called off, and your running ones
/// are resigned. A request from someone who does not play in it is refused with a conflict. If you had played fewer than half of your matches, your results do not count in the order; otherwise you lose the rest.
#[utoipa::path(delete, path = "/v1/tournaments/{tournament_id}/entry", tag = "tournaments", security(("bearer" = ["moves:write"])),
    params(("tournament_id" = Uuid, Path, description = "The tournament")),
    responses((status = 204), Problems<(AccessToken, PathParameter, NotFound, Conflict)>))]
pub async fn delete_entry(
    app: web::Data<App>,
    caller: Caller,
    tournament_id: web::Path<TournamentId>,
) -> Result<HttpResponse> {
    caller.may(Scope::MovesWrite)?;
    entry::leave(&app, *tournament_id, caller.user).await?;
    Ok(done())
}

/// Start a tournament.
///
/// For its creator, before entry closes. It needs `least_entries` entries.
#[utoipa::path(post, path = "/v1/tournaments/{tournament_id}/start", tag = "tournaments", security(("bearer" = ["moves:write"])),
    params(("tournament_id" = Uuid, Path, description = "The tournament")),
    responses((status = 204), Problems<(AccessToken, PathParameter, Forbidden, NotFound, Conflict)>))]
pub async fn start_tournament(
    app: web::Data<App>,
    caller: Caller,
    tournament_id: web::Path<TournamentId>,
) -> Result<HttpResponse> {
    caller.may(Scope::MovesWrite)?;
    entry::start(&app, *tournament_id, caller.user).await?;
    Ok(done())
}

/// Call a tournament off.
///
/// For its creator, before it starts. All who have entered are told by email.
#[utoipa::path(post, path = "/v1/tournaments/{tournament_id}/call-off", tag = "tournaments", security(("bearer" = ["moves:write"])),
    params(("tournament_id" = Uuid, Path, description = "The tournament")),
    responses((status = 204), Problems<(AccessToken, PathParameter, Forbidden, NotFound, Conflict)>))]
pub async fn cancel_tournament(
    app: web::Data<App>,
    caller: Caller,
    tournament_id: web::Path<TournamentId>,
) -> Result<HttpResponse> {
    caller.may(Scope::MovesWrite)?;
    entry::call_off(&app, *tournament_id, caller.user).await?;
    Ok(done())
}

/// A challenge in a ladder.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"handle": "anna"}))]
pub struct Challenge {
    /// The handle of a player up to five places above you.
    handle: String,
}

/// Challenge a player of a ladder.
///
/// The match begins at once, and the challenged player has the first seat. A challenger who wins takes the place of the other; who loses on
/// time drops to the end. At most three matches of a player at a time, and seven days between two of the same two.
#[utoipa::path(post, path = "/v1/tournaments/{tournament_id}/challenges", tag = "tournaments", security(("bearer" = ["moves:write"])),
    params(("tournament_id" = Uuid, Path, description = "The ladder"), IdempotencyKey),
    request_body = Challenge,
    responses((status = 201, body = MatchPage, headers(("Location" = String, description = "The path of the match"))),
        Problems<(AccessToken, PathParameter, JsonBody, NotFound, Conflict)>))]
pub async fn create_challenge(
    app: web::Data<App>,
    caller: Caller,
    tournament_id: web::Path<TournamentId>,
    Body(challenge): Body<Challenge>,
) -> Result<HttpResponse> {
    caller.may(Scope::MovesWrite)?;
    let m = ladder::challenge(&app, *tournament_id, caller.user, &challenge.handle).await?;
    let location = (header::LOCATION, format!("/v1/matches/{}", m.id()));
    let page = MatchPage::new(&m, Some(caller.user), app.clock.now())?;
    Ok(HttpResponse::build(StatusCode::CREATED).insert_header(location).json(page))
}
