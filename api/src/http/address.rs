//! Changing one's address.

use actix_web::{HttpResponse, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Result;
use super::extract::Body;
use super::problem::ProblemDocument;
use super::sign_in::LinkEntry;
use crate::app::App;
use crate::play::address_change;
use crate::play::caller::Caller;
use crate::play::links::Side;

/// The address wished for.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"address": "ada@example.com"}))]
pub struct AddressRequest {
    /// Where letters are to go.
    #[schema(max_length = 254)]
    address: String,
}

/// Two letters are on their way.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"expires_at": "2026-11-22T10:00:00Z"}))]
pub struct AddressChangeStarted {
    /// When their links are of no more use.
    expires_at: DateTime<Utc>,
}

/// What has been confirmed.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"confirmed": "old", "done": false}))]
pub struct AddressConfirmation {
    /// The address to whose letter the token belongs.
    confirmed: Confirmed,
    /// Is it confirmed at both? Then the address is changed.
    done: bool,
}

/// An address of a change.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Confirmed {
    /// The address before.
    Old,
    /// The address wished for.
    New,
}

/// Ask to change one's address.
///
/// A letter goes to the old and one to the new address; the change is made when the links of both are confirmed. A newer
/// request replaces an older one.
#[utoipa::path(post, path = "/v1/me/address", tag = "account", security(("bearer" = [])), request_body = AddressRequest,
    responses((status = 202, body = AddressChangeStarted), (status = 400, body = ProblemDocument),
        (status = 401, body = ProblemDocument), (status = 403, body = ProblemDocument),
        (status = 413, body = ProblemDocument), (status = 415, body = ProblemDocument),
        (status = 422, body = ProblemDocument), (status = 429, body = ProblemDocument)))]
pub async fn change_address(
    app: web::Data<App>,
    caller: Caller,
    Body(body): Body<AddressRequest>,
) -> Result<HttpResponse> {
    let expires_at = address_change::ask(&app, &caller, &body.address).await?;
    Ok(HttpResponse::Accepted().json(AddressChangeStarted { expires_at }))
}

/// Confirm a change of address with the token of a letter's link.
#[utoipa::path(post, path = "/v1/address-changes/confirm", tag = "account", request_body = LinkEntry,
    responses((status = 200, body = AddressConfirmation), (status = 400, body = ProblemDocument),
        (status = 401, body = ProblemDocument), (status = 409, body = ProblemDocument),
        (status = 413, body = ProblemDocument), (status = 415, body = ProblemDocument),
        (status = 422, body = ProblemDocument), (status = 429, body = ProblemDocument)))]
pub async fn confirm_address(
    app: web::Data<App>,
    Body(body): Body<LinkEntry>,
) -> Result<web::Json<AddressConfirmation>> {
    let confirmation = address_change::confirm(&app, &body.token).await?;
    let confirmed = if confirmation.side == Side::Old { Confirmed::Old } else { Confirmed::New };
    Ok(web::Json(AddressConfirmation { confirmed, done: confirmation.done }))
}
