//! Changes of address.

use actix_web::{HttpResponse, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Result;
use super::extract::Body;
use super::responses::{AccessToken, BadCode, Conflict, JsonBody, Problems};
use super::sign_in::LinkEntry;
use crate::app::App;
use crate::play::people::address_change;
use crate::play::people::caller::Caller;
use crate::play::telling::links::Side;

/// A request to change the email address.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"address": "ada@example.com"}))]
pub struct AddressRequest {
    /// The new email address.
    #[schema(max_length = 254)]
    address: String,
}

/// A change of email address that waits for two confirmations.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"expires_at": "2026-11-22T10:00:00Z"}))]
pub struct AddressChangeStarted {
    /// The time at which the links in the emails expire.
    expires_at: DateTime<Utc>,
}

/// The state of a change of email address.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"confirmed": "old", "done": false}))]
pub struct AddressConfirmation {
    /// The address that was confirmed.
    confirmed: Confirmed,
    /// True if both addresses are confirmed and the address has changed.
    done: bool,
}

/// The old or the new address of a change.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Confirmed {
    /// The old address.
    Old,
    /// The new address.
    New,
}

/// Request a change of email address.
///
/// The server sends one email to the old address and one to the new address. The address changes once both links are confirmed. A new
/// request replaces an earlier one.
#[utoipa::path(post, path = "/v1/me/address", tag = "account", security(("bearer" = ["session"])),
    request_body = AddressRequest,
    responses((status = 202, body = AddressChangeStarted), Problems<(AccessToken, JsonBody)>))]
pub async fn change_address(
    app: web::Data<App>,
    caller: Caller,
    Body(body): Body<AddressRequest>,
) -> Result<HttpResponse> {
    let expires_at = address_change::ask(&app, &caller, &body.address).await?;
    Ok(HttpResponse::Accepted().json(AddressChangeStarted { expires_at }))
}

/// Confirm a new email address.
///
/// Takes the token from the link in the email; you need not sign in. If the new address already has an account, the response is a conflict.
#[utoipa::path(post, path = "/v1/address-changes/confirm", tag = "account",
    request_body = LinkEntry,
    responses((status = 200, body = AddressConfirmation), Problems<(JsonBody, BadCode, Conflict)>))]
pub async fn confirm_address(
    app: web::Data<App>,
    Body(body): Body<LinkEntry>,
) -> Result<web::Json<AddressConfirmation>> {
    let confirmation = address_change::confirm(&app, &body.token).await?;
    let confirmed = if confirmation.side == Side::Old { Confirmed::Old } else { Confirmed::New };
    Ok(web::Json(AddressConfirmation { confirmed, done: confirmation.done }))
}
