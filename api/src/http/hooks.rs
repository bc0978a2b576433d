//! Webhooks: addresses of your own programs, called when something happens in your matches.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use chrono::{DateTime, Utc};
use data_encoding::BASE64;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::Result;
use super::extract::Body;
use super::responses::{AccessToken, Conflict, JsonBody, NotFound, PathParameter, Problems};
use crate::app::App;
use crate::db;
use crate::ids::HookId;
use crate::play::caller::Caller;
use crate::play::hooks;

/// A webhook to make.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"url": "https://club.example/turnpost"}))]
pub struct HookRequest {
    /// The address to call: https, on the public internet, at most 500 characters.
    #[schema(max_length = 500)]
    url: String,
}

/// A webhook that was made.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"id": "0198c0de-7a11-7000-8000-00c0ffee0008", "url": "https://club.example/turnpost",
    "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw3V1p0bQYz2s="}))]
pub struct CreatedHook {
    /// The id.
    id: Uuid,
    /// The address.
    url: String,
    /// The secret that signs the calls (Standard Webhooks). It cannot be read again.
    secret: String,
}

/// A webhook.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"id": "0198c0de-7a11-7000-8000-00c0ffee0008", "url": "https://club.example/turnpost",
    "created_at": "2026-11-21T10:00:00Z", "failing_since": null, "off_at": null}))]
pub struct Hook {
    /// The id.
    id: Uuid,
    /// The address.
    url: String,
    /// The time at which it was made.
    created_at: DateTime<Utc>,
    /// Since when no call has succeeded, if the last one failed.
    failing_since: Option<DateTime<Utc>>,
    /// The time at which it was turned off, because its address answered 410 or all calls had failed for five days.
    off_at: Option<DateTime<Utc>>,
}

/// Your webhooks.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"hooks": []}))]
pub struct Hooks {
    /// The webhooks, newest first.
    hooks: Vec<Hook>,
}

impl From<db::hooks::Hook> for Hook {
    fn from(row: db::hooks::Hook) -> Hook {
        let db::hooks::Hook { id, url, created_at, failing_since, off_at } = row;
        Hook { id: id.0, url, created_at, failing_since, off_at }
    }
}

/// Make a webhook.
///
/// Its address is called by POST when your turn begins, a match starts or ends, or you are invited (Standard Webhooks). The body is
/// `{"type": "turn.started", "timestamp": "...", "data": {"match": "...", "name": "...", "game": "magma", "turn": 12, "url": "..."}}`; other
/// types are `match.started`, `match.over`, `invitation.created` and `test`. A call that is not answered with a status of 200 to 299 within
/// 10 seconds is tried again for three days; redirections are not followed. At most 5 webhooks.
#[utoipa::path(post, path = "/v1/me/hooks", tag = "account", security(("bearer" = ["session"])),
    request_body = HookRequest,
    responses((status = 201, body = CreatedHook), Problems<(AccessToken, JsonBody, Conflict)>))]
pub async fn create_hook(app: web::Data<App>, caller: Caller, Body(new): Body<HookRequest>) -> Result<HttpResponse> {
    let hooks::Made { id, url, secret } = hooks::create(&app, &caller, &new.url).await?;
    let secret = format!("whsec_{}", BASE64.encode(&secret));
    Ok(HttpResponse::build(StatusCode::CREATED).json(CreatedHook { id: id.0, url, secret }))
}

/// Show your webhooks.
///
/// Newest first, without their secrets.
#[utoipa::path(get, path = "/v1/me/hooks", tag = "account", security(("bearer" = ["session"])),
    responses((status = 200, body = Hooks), Problems<(AccessToken,)>))]
pub async fn show_hooks(app: web::Data<App>, caller: Caller) -> Result<web::Json<Hooks>> {
    let hooks = hooks::list(&app, &caller).await?.into_iter().map(Hook::from);
    Ok(web::Json(Hooks { hooks: hooks.collect() }))
}

/// Remove a webhook.
///
/// Calls that are owed to it are dropped.
#[utoipa::path(delete, path = "/v1/me/hooks/{hook_id}", tag = "account", security(("bearer" = ["session"])),
    params(("hook_id" = Uuid, Path, description = "The webhook")),
    responses((status = 204), Problems<(AccessToken, PathParameter, NotFound)>))]
pub async fn remove_hook(app: web::Data<App>, caller: Caller, hook_id: web::Path<HookId>) -> Result<HttpResponse> {
    hooks::delete(&app, &caller, *hook_id).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Send a test call to a webhook.
///
/// A call of the type `test`, signed and tried again as all others are.
#[utoipa::path(post, path = "/v1/me/hooks/{hook_id}/test", tag = "account", security(("bearer" = ["session"])),
    params(("hook_id" = Uuid, Path, description = "The webhook")),
    responses((status = 202, description = "The call is on its way"), Problems<(AccessToken, PathParameter, NotFound, Conflict)>))]
pub async fn test_hook(app: web::Data<App>, caller: Caller, hook_id: web::Path<HookId>) -> Result<HttpResponse> {
    hooks::test(&app, &caller, *hook_id).await?;
    Ok(HttpResponse::build(StatusCode::ACCEPTED).finish())
}
