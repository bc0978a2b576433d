//! Invitations to matches.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::Result;
use super::extract::Body;
use super::match_view::MatchPage;
use super::problem::{Problem, ProblemDocument};
use crate::app::App;
use crate::db::invitations::InvitationRow;
use crate::ids::{InvitationId, MatchId};
use crate::play::address::Address;
use crate::play::caller::Caller;
use crate::play::invite::{self, Whom};
use crate::play::{InvitationAnswer, names};
use crate::token::Scope;

/// Whom to invite: somebody with an account by handle, or anybody by mail address.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"handle": "anna"}))]
pub struct NewInvitation {
    /// The handle of a player.
    #[serde(default)]
    handle: Option<String>,
    /// A mail address; who has no account yet gets one by signing in with it.
    #[serde(default)]
    address: Option<String>,
}

/// An invitation.
#[derive(Serialize, ToSchema)]
pub struct Invitation {
    /// Its id.
    id: Uuid,
    /// The match.
    match_id: Uuid,
    /// The name of the match.
    match_name: String,
    /// Its game.
    #[schema(example = "magma")]
    game: String,
    /// Who invites.
    from_handle: String,
    /// The same, for people.
    from_name: String,
    /// Who is invited, if by handle.
    handle: Option<String>,
    /// Who is invited, if by address; shown in full only to whoever typed it.
    address: Option<String>,
    /// When.
    created_at: DateTime<Utc>,
    /// `accepted`, `declined`, `withdrawn`, or nothing yet.
    answer: Option<&'static str>,
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
            answer: row.answer.map(InvitationAnswer::name),
        }
    }
}

/// Some invitations.
#[derive(Serialize, ToSchema)]
pub struct Invitations {
    invitations: Vec<Invitation>,
}

/// Invite somebody to a match that has not started. A letter tells them, once a match; inviting twice changes
/// nothing.
#[utoipa::path(post, path = "/v1/matches/{match_id}/invitations", tag = "invitations", security(("bearer" = [])),
    params(("match_id" = Uuid, Path)), request_body = NewInvitation,
    responses((status = 202, description = "They are invited"), (status = 401, body = ProblemDocument),
        (status = 403, body = ProblemDocument), (status = 404, body = ProblemDocument), (status = 409, body = ProblemDocument),
        (status = 422, body = ProblemDocument), (status = 429, body = ProblemDocument)))]
pub async fn invite_player(
    app: web::Data<App>,
    caller: Caller,
    match_id: web::Path<MatchId>,
    Body(new): Body<NewInvitation>,
) -> Result<HttpResponse> {
    caller.may(Scope::MovesWrite)?;
    let NewInvitation { handle, address } = new;
    let whom = match (handle, address) {
        (Some(handle), None) => Whom::Handle(names::handle(handle.trim())?),
        (None, Some(address)) => Whom::Address(Address::read(&address)?),
        _ => return Err(Problem::field("handle", "Expected either a handle or an address.")),
    };
    invite::invite(&app, *match_id, caller.user, &whom).await?;
    Ok(HttpResponse::build(StatusCode::ACCEPTED).finish())
}

/// List who is invited to a match; for its players and its creator.
#[utoipa::path(get, path = "/v1/matches/{match_id}/invitations", tag = "invitations", security(("bearer" = [])),
    params(("match_id" = Uuid, Path)),
    responses((status = 200, body = Invitations), (status = 401, body = ProblemDocument), (status = 403, body = ProblemDocument),
        (status = 404, body = ProblemDocument)))]
pub async fn list_match_invitations(
    app: web::Data<App>,
    caller: Caller,
    match_id: web::Path<MatchId>,
) -> Result<web::Json<Invitations>> {
    caller.may(Scope::MatchesRead)?;
    let list = invite::of_match(&app, *match_id, caller.user).await?;
    Ok(web::Json(Invitations { invitations: list.into_iter().map(Invitation::from).collect() }))
}

/// List your open invitations. `address` needs a token with the scope `account:read`.
#[utoipa::path(get, path = "/v1/me/invitations", tag = "invitations", security(("bearer" = [])),
    responses((status = 200, body = Invitations), (status = 401, body = ProblemDocument)))]
pub async fn list_invitations(app: web::Data<App>, caller: Caller) -> Result<web::Json<Invitations>> {
    caller.may(Scope::MatchesRead)?;
    let mut connection = app.db.get().await?;
    let mut list = crate::db::invitations::of_user(&mut connection, caller.user).await?;
    if caller.may(Scope::AccountRead).is_err() {
        // One's address is part of the account.
        list.iter_mut().for_each(|row| row.address = None);
    }
    Ok(web::Json(Invitations { invitations: list.into_iter().map(Invitation::from).collect() }))
}

/// Accept an invitation: take a seat.
#[utoipa::path(post, path = "/v1/invitations/{invitation_id}/accept", tag = "invitations", security(("bearer" = [])),
    params(("invitation_id" = Uuid, Path)),
    responses((status = 200, body = MatchPage), (status = 401, body = ProblemDocument), (status = 404, body = ProblemDocument),
        (status = 409, body = ProblemDocument)))]
pub async fn accept_invitation(
    app: web::Data<App>,
    caller: Caller,
    invitation_id: web::Path<InvitationId>,
) -> Result<web::Json<MatchPage>> {
    caller.may(Scope::MovesWrite)?;
    let m = invite::accept(&app, *invitation_id, caller.user).await?;
    Ok(web::Json(MatchPage::of(&m, Some(caller.user), None)?))
}

/// Decline an invitation.
#[utoipa::path(post, path = "/v1/invitations/{invitation_id}/decline", tag = "invitations", security(("bearer" = [])),
    params(("invitation_id" = Uuid, Path)),
    responses((status = 204), (status = 401, body = ProblemDocument), (status = 404, body = ProblemDocument),
        (status = 409, body = ProblemDocument)))]
pub async fn decline_invitation(
    app: web::Data<App>,
    caller: Caller,
    invitation_id: web::Path<InvitationId>,
) -> Result<HttpResponse> {
    caller.may(Scope::MovesWrite)?;
    invite::decline(&app, *invitation_id, caller.user).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Take an invitation back.
#[utoipa::path(delete, path = "/v1/invitations/{invitation_id}", tag = "invitations", security(("bearer" = [])),
    params(("invitation_id" = Uuid, Path)),
    responses((status = 204), (status = 401, body = ProblemDocument), (status = 404, body = ProblemDocument),
        (status = 409, body = ProblemDocument)))]
pub async fn withdraw_invitation(
    app: web::Data<App>,
    caller: Caller,
    invitation_id: web::Path<InvitationId>,
) -> Result<HttpResponse> {
    caller.may(Scope::MovesWrite)?;
    invite::withdraw(&app, *invitation_id, caller.user).await?;
    Ok(HttpResponse::NoContent().finish())
}
