//! Proposals of players to pause the match clocks, or to give them more time.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{DateTime, Utc};
use engine::{Seats, Span};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::Result;
use super::extract::Body;
use super::idempotency::IdempotencyKey;
use super::paging::{Paging, PagingParameters};
use super::responses::{AccessToken, Conflict, Forbidden, JsonBody, NotFound, PathParameter, Problems, QueryParameter};
use crate::app::App;
use crate::db::proposals::ProposalRow;
use crate::ids::MatchId;
use crate::play::game::proposals;
use crate::play::matches::open_proposal;
use crate::play::people::caller::Caller;
use crate::play::{ProposalAnswer, ProposalKind};
use crate::token::Scope;

/// A proposal to create.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"kind": "pause", "length": "P7D"}))]
pub struct ProposalRequest {
    /// A pause, or more time.
    kind: ProposalKind,
    /// The length as an ISO 8601 duration in whole minutes: 1 hour to 60 days for a pause, 1 hour to 30 days for more time.
    #[schema(value_type = String, format = "duration", example = "P7D")]
    length: Span,
}

/// A proposal to pause the match clocks, or to add time.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"number": 1, "kind": "pause", "length": "P7D", "seat": 0, "agreed": [0, 2],
    "created_at": "2026-11-21T10:00:00Z", "expires_at": "2026-11-28T10:00:00Z", "answer": null, "answered_at": null,
    "answered_by": null}))]
pub struct Proposal {
    /// The number of the proposal in its match, from 1.
    number: u32,
    /// A pause, or more time.
    kind: ProposalKind,
    /// The length as an ISO 8601 duration.
    #[schema(example = "P7D")]
    length: String,
    /// The seat of the proposer.
    seat: u8,
    /// The seats that have agreed, including the proposer's.
    agreed: Vec<u8>,
    /// The time of creation.
    created_at: DateTime<Utc>,
    /// The time at which it expires unless all have agreed.
    expires_at: DateTime<Utc>,
    /// The answer; null while the proposal is open.
    answer: Option<ProposalAnswer>,
    /// The time of the answer.
    answered_at: Option<DateTime<Utc>>,
    /// The seat that declined or withdrew it.
    answered_by: Option<u8>,
}

impl Proposal {
    /// The proposal at this time.
    pub fn from_row(row: &ProposalRow, now: DateTime<Utc>) -> Proposal {
        let numbers = |seats: Seats| seats.iter().map(|seat| seat.0).collect();
        let (expires_at, answer) = (open_proposal::expires_at(row), open_proposal::answer_at(row, now));
        Proposal {
            number: row.number,
            kind: row.kind,
            length: row.length.to_string(),
            seat: row.seat.0,
            agreed: numbers(row.agreed),
            created_at: row.created_at,
            expires_at,
            answer,
            answered_at: row.answered_at.or(answer.map(|_| expires_at)),
            answered_by: row.answered_by.map(|seat| seat.0),
        }
    }
}

/// A page of proposals.
#[derive(Serialize, ToSchema)]
pub struct Proposals {
    /// The proposals, newest first.
    proposals: Vec<Proposal>,
    /// The value of `after` for the next page, if any.
    next: Option<String>,
}

/// Propose a pause or more time.
///
/// For the players of a running match with a clock. Games with a timer do not allow a pause. The proposal takes effect when all seats that
/// have not left have agreed; proposing counts as agreeing. The server asks the other players by email. A match can have one open proposal,
/// which expires after 7 days. At most 3 a day.
#[utoipa::path(post, path = "/v1/matches/{match_id}/proposals", tag = "players", security(("bearer" = ["moves:write"])),
    params(("match_id" = Uuid, Path, description = "The match"), IdempotencyKey),
    request_body = ProposalRequest,
    responses((status = 201, body = Proposal),
        Problems<(AccessToken, PathParameter, JsonBody, Forbidden, NotFound, Conflict)>))]
pub async fn create_proposal(
    app: web::Data<App>,
    caller: Caller,
    match_id: web::Path<MatchId>,
    Body(ProposalRequest { kind, length }): Body<ProposalRequest>,
) -> Result<HttpResponse> {
    caller.may(Scope::MovesWrite)?;
    let row = proposals::propose(&app, *match_id, caller.user, (kind, length), app.clock.now()).await?;
    Ok(HttpResponse::build(StatusCode::CREATED).json(Proposal::from_row(&row, app.clock.now())))
}

/// List the proposals in a match.
///
/// For the players of the match. The newest comes first.
#[utoipa::path(get, path = "/v1/matches/{match_id}/proposals", tag = "players", security(("bearer" = ["matches:read"])),
    params(("match_id" = Uuid, Path, description = "The match"), PagingParameters),
    responses((status = 200, body = Proposals, headers(("Link" = String, description = "The next page, if any (RFC 8288)"))),
        Problems<(AccessToken, PathParameter, QueryParameter, Forbidden, NotFound)>))]
pub async fn list_proposals(
    app: web::Data<App>,
    caller: Caller,
    match_id: web::Path<MatchId>,
    paging: Paging,
    request: HttpRequest,
) -> Result<HttpResponse> {
    caller.may(Scope::MatchesRead)?;
    // Pages are cut by ids; here the number of a proposal is used as one.
    let before = i32::try_from(paging.before.as_u128()).unwrap_or(i32::MAX).unsigned_abs();
    let mut rows = proposals::list(&app, *match_id, caller.user, before, paging.rows()).await?;
    let next = paging.cut(&mut rows, |row| Uuid::from_u128(row.number.into()));
    let now = app.clock.now();
    let proposals = rows.iter().map(|row| Proposal::from_row(row, now)).collect();
    Ok(Paging::answer(&request, next.clone().as_deref(), Proposals { proposals, next }))
}

/// Agree to a proposal.
///
/// The proposal takes effect once all players have agreed. Agreeing twice changes nothing.
#[utoipa::path(post, path = "/v1/matches/{match_id}/proposals/{number}/agree", tag = "players",
    security(("bearer" = ["moves:write"])),
    params(("match_id" = Uuid, Path, description = "The match"), ("number" = u32, Path, description = "The number of the proposal")),
    responses((status = 200, body = Proposal), Problems<(AccessToken, PathParameter, Forbidden, NotFound, Conflict)>))]
pub async fn agree_to_proposal(
    app: web::Data<App>,
    caller: Caller,
    path: web::Path<(MatchId, u32)>,
) -> Result<web::Json<Proposal>> {
    caller.may(Scope::MovesWrite)?;
    let (match_id, number) = path.into_inner();
    let row = proposals::agree(&app, match_id, caller.user, number).await?;
    Ok(web::Json(Proposal::from_row(&row, app.clock.now())))
}

/// Decline a proposal.
///
/// The proposal ends without effect. The proposer withdraws it in the same way.
#[utoipa::path(post, path = "/v1/matches/{match_id}/proposals/{number}/decline", tag = "players",
    security(("bearer" = ["moves:write"])),
    params(("match_id" = Uuid, Path, description = "The match"), ("number" = u32, Path, description = "The number of the proposal")),
    responses((status = 200, body = Proposal), Problems<(AccessToken, PathParameter, Forbidden, NotFound, Conflict)>))]
pub async fn decline_proposal(
    app: web::Data<App>,
    caller: Caller,
    path: web::Path<(MatchId, u32)>,
) -> Result<web::Json<Proposal>> {
    caller.may(Scope::MovesWrite)?;
    let (match_id, number) = path.into_inner();
    let row = proposals::decline(&app, match_id, caller.user, number).await?;
    Ok(web::Json(Proposal::from_row(&row, app.clock.now())))
}
