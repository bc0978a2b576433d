//! Invitations to matches.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::Result;
use super::extract::{Body, Query};
use super::idempotency::IdempotencyKey;
use super::match_view::MatchPage;
use super::paging::{Paging, PagingParameters};
use super::problem::Problem;
use super::responses::{AccessToken, Conflict, Forbidden, JsonBody, NotFound, PathParameter, Problems, QueryParameter};
use crate::address::Address;
use crate::app::App;
use crate::db::invitations::{InvitationRow, Part};
use crate::ids::{InvitationId, MatchId};
use crate::play::lobby::invite::{self, Whom};
use crate::play::people::caller::Caller;
use crate::play::people::names;
use crate::play::{InvitationAnswer, Refusal};
use crate::token::Scope;

/// A player to invite, by either handle or email address.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"handle": "anna"}))]
pub struct InvitationRequest {
    /// The handle of a player with an account.
    #[serde(default)]
    handle: Option<String>,
    /// An email address, with or without an account.
    #[serde(default)]
    address: Option<String>,
}

/// An invitation.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"id": "0198c0de-7a11-7000-8000-00c0ffee0007", "match_id": "0198c0de-7a11-7000-8000-00c0ffee0006",
    "match_name": "Tuesday club", "game": "magma", "from_handle": "ada", "from_name": "Ada Lovelace", "handle": "bob", "address": null,
    "created_at": "2026-11-21T10:00:00Z", "answer": "declined", "reason": "I play Magma only."}))]
pub struct Invitation {
    /// The id.
    id: Uuid,
    /// The match.
    match_id: Uuid,
    /// The name of the match.
    match_name: String,
    /// The id of the game.
    game: String,
    /// The handle of the sender.
    from_handle: String,
    /// The display name of the sender.
    from_name: String,
    /// The handle of the invited player, if the invitation was by handle, or by a link that was taken.
    handle: Option<String>,
    /// The invited email address, if the invitation was by email address. Only the sender sees it in full.
    address: Option<String>,
    /// The time of the invitation.
    created_at: DateTime<Utc>,
    /// The answer, if any.
    answer: Option<InvitationAnswer>,
    /// The reason for which it was declined, if the player gave one.
    reason: Option<String>,
}

impl From<InvitationRow> for Invitation {
    fn from(row: InvitationRow) -> Invitation {
        Invitation {
            id: row.id.0,
            match_id: row.match_id.0,
            match_name: row.match_name,
            game: row.game,
            from_handle: row.inviter_handle,
            from_name: row.inviter_name,
            handle: row.handle,
            address: row.address,
            created_at: row.created_at,
            answer: row.answer,
            reason: row.reason,
        }
    }
}

/// A page of invitations.
#[derive(Serialize, ToSchema)]
pub struct Invitations {
    /// The invitations, newest first.
    invitations: Vec<Invitation>,
    /// The value of `after` for the next page, if any.
    next: Option<String>,
}

fn part(paging: Paging) -> Part {
    Part { before: InvitationId(paging.before), max: paging.rows() }
}

fn page(request: &HttpRequest, paging: Paging, mut list: Vec<InvitationRow>) -> HttpResponse {
    let next = paging.cut(&mut list, |row| row.id.0);
    let invitations = list.into_iter().map(Invitation::from).collect();
    Paging::answer(request, next.clone().as_deref(), Invitations { invitations, next })
}

/// Invite a player to a match.
///
/// The match must not have started. The player gets one email per match; inviting them twice changes nothing. If a limit on emails is
/// reached, the response is the same: a player with an account sees the invitation, but gets no email.
#[utoipa::path(post, path = "/v1/matches/{match_id}/invitations", tag = "players", security(("bearer" = ["moves:write"])),
    params(("match_id" = Uuid, Path, description = "The match"), IdempotencyKey),
    request_body = InvitationRequest,
    responses((status = 202), Problems<(AccessToken, PathParameter, JsonBody, Forbidden, NotFound, Conflict)>))]
pub async fn create_invitation(
    app: web::Data<App>,
    caller: Caller,
    match_id: web::Path<MatchId>,
    Body(new): Body<InvitationRequest>,
) -> Result<HttpResponse> {
    caller.may(Scope::MovesWrite)?;
    let InvitationRequest { handle, address } = new;
    let whom = match (handle, address) {
        (Some(handle), None) => Whom::Handle(names::handle(handle.trim())?),
        (None, Some(address)) => Whom::Address(Address::read(&address).map_err(Refusal::from)?),
        _ => return Err(Problem::field("handle", "Expected either a handle or an email address.")),
    };
    invite::invite(&app, *match_id, caller.user, &whom).await?;
    Ok(HttpResponse::build(StatusCode::ACCEPTED).finish())
}

/// List the invitations to a match.
///
/// For the players and the creator of the match.
#[utoipa::path(get, path = "/v1/matches/{match_id}/invitations", tag = "players", security(("bearer" = ["matches:read"])),
    params(("match_id" = Uuid, Path, description = "The match"), PagingParameters),
    responses((status = 200, body = Invitations, headers(("Link" = String, description = "The next page, if any (RFC 8288)"))),
        Problems<(AccessToken, PathParameter, QueryParameter, Forbidden, NotFound)>))]
pub async fn list_match_invitations(
    app: web::Data<App>,
    caller: Caller,
    match_id: web::Path<MatchId>,
    paging: Paging,
    request: HttpRequest,
) -> Result<HttpResponse> {
    caller.may(Scope::MatchesRead)?;
    let list = invite::of_match(&app, *match_id, caller.user, part(paging)).await?;
    Ok(page(&request, paging, list))
}

/// List the invitations to you.
///
/// Only unanswered invitations are listed. The field `address` needs a token with the scope `account:read`.
#[utoipa::path(get, path = "/v1/me/invitations", tag = "players", security(("bearer" = ["matches:read"])),
    params(PagingParameters),
    responses((status = 200, body = Invitations, headers(("Link" = String, description = "The next page, if any (RFC 8288)"))),
        Problems<(AccessToken, QueryParameter)>))]
pub async fn list_invitations(
    app: web::Data<App>,
    caller: Caller,
    paging: Paging,
    request: HttpRequest,
) -> Result<HttpResponse> {
    caller.may(Scope::MatchesRead)?;
    let mut connection = app.db.get().await?;
    let mut list = crate::db::invitations::of_user(&mut connection, caller.user, part(paging)).await?;
    if caller.may(Scope::AccountRead).is_err() {
        // The address is part of the account.
        list.iter_mut().for_each(|row| row.address = None);
    }
    Ok(page(&request, paging, list))
}

/// Accept an invitation.
///
/// You take a seat in the match, which starts when its last seat is taken.
#[utoipa::path(post, path = "/v1/invitations/{invitation_id}/accept", tag = "players", security(("bearer" = ["moves:write"])),
    params(("invitation_id" = Uuid, Path, description = "The invitation")),
    responses((status = 200, body = MatchPage), Problems<(AccessToken, PathParameter, Forbidden, NotFound, Conflict)>))]
pub async fn accept_invitation(
    app: web::Data<App>,
    caller: Caller,
    invitation_id: web::Path<InvitationId>,
) -> Result<web::Json<MatchPage>> {
    caller.may(Scope::MovesWrite)?;
    let m = invite::accept(&app, *invitation_id, caller.user).await?;
    Ok(web::Json(MatchPage::new(&m, Some(caller.user), app.clock.now())?))
}

/// The query to decline an invitation.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Declining {
    /// The reason, for the players of the match: 1 to 200 characters.
    #[param(required = false, min_length = 1, max_length = 200, example = "I play Magma only.")]
    reason: Option<String>,
}

/// Decline an invitation.
///
/// You can be invited to the match again. The players of the match see the answer, and your reason if you give one.
#[utoipa::path(post, path = "/v1/invitations/{invitation_id}/decline", tag = "players", security(("bearer" = ["moves:write"])),
    params(("invitation_id" = Uuid, Path, description = "The invitation"), Declining),
    responses((status = 204), Problems<(AccessToken, PathParameter, QueryParameter, NotFound, Conflict)>))]
pub async fn decline_invitation(
    app: web::Data<App>,
    caller: Caller,
    invitation_id: web::Path<InvitationId>,
    Query(declining): Query<Declining>,
) -> Result<HttpResponse> {
    caller.may(Scope::MovesWrite)?;
    invite::decline(&app, *invitation_id, caller.user, declining.reason.as_deref()).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Withdraw an invitation.
///
/// Only the player who sent it can withdraw it, and only while it is unanswered.
#[utoipa::path(delete, path = "/v1/invitations/{invitation_id}", tag = "players", security(("bearer" = ["moves:write"])),
    params(("invitation_id" = Uuid, Path, description = "The invitation")),
    responses((status = 204), Problems<(AccessToken, PathParameter, NotFound, Conflict)>))]
pub async fn delete_invitation(
    app: web::Data<App>,
    caller: Caller,
    invitation_id: web::Path<InvitationId>,
) -> Result<HttpResponse> {
    caller.may(Scope::MovesWrite)?;
    invite::withdraw(&app, *invitation_id, caller.user).await?;
    Ok(HttpResponse::NoContent().finish())
}
