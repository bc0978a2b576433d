//! Webhooks: addresses of your own programs and chat rooms, called when something happens in your matches.

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
use crate::play::HookForm;
use crate::play::people::caller::Caller;
use crate::play::people::hooks;
pub use crate::play::people::hooks::{Call, CallKind, TestCall};

/// A webhook to create.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"url": "https://club.example/turnpost"}))]
pub struct HookRequest {
    /// The URL to notify: https, on the public internet, at most 500 characters.
    #[schema(max_length = 500)]
    url: String,
    /// The form of the deliveries.
    #[serde(default)]
    form: HookForm,
}

/// A new webhook.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"id": "0198c0de-7a11-7000-8000-00c0ffee0008", "url": "https://club.example/turnpost", "form": "turnpost",
    "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw3V1p0bQYz2s="}))]
pub struct CreatedHook {
    /// The id.
    id: Uuid,
    /// The URL.
    url: String,
    /// The form of the deliveries.
    form: HookForm,
    /// The secret that signs the deliveries (Standard Webhooks). It cannot be read again.
    secret: String,
}

/// A webhook.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"id": "0198c0de-7a11-7000-8000-00c0ffee0008", "url": "https://club.example/turnpost", "form": "turnpost",
    "created_at": "2026-11-21T10:00:00Z", "failing_since": null, "off_at": null}))]
pub struct Hook {
    /// The id.
    id: Uuid,
    /// The URL.
    url: String,
    /// The form of the deliveries.
    form: HookForm,
    /// The time of creation.
    created_at: DateTime<Utc>,
    /// The time since which every delivery has failed, if the last one failed.
    failing_since: Option<DateTime<Utc>>,
    /// The time at which it was disabled, because its URL responded with 410 or all deliveries had failed for five days.
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
        let db::hooks::Hook { id, url, created_at, failing_since, off_at, form } = row;
        Hook { id: id.0, url, form, created_at, failing_since, off_at }
    }
}

/// Create a webhook.
///
/// The server sends a POST request to its URL when your turn begins, a match starts or ends, or you are invited (Standard Webhooks). The
/// section `webhooks` of this document describes the requests. A delivery succeeds if a status of 200 to 299 arrives within 10 seconds. The
/// server retries a failed delivery for three days, and does not follow redirects. At most 5 webhooks.
///
/// With another `form` the body is a message for a chat room. Everyone in the room reads it, so it says only what spectators of the match
/// may know, and it shows the board of public matches only.
#[utoipa::path(post, path = "/v1/me/hooks", tag = "events", security(("bearer" = ["session"])),
    request_body = HookRequest,
    responses((status = 201, body = CreatedHook), Problems<(AccessToken, JsonBody, Conflict)>))]
pub async fn create_hook(app: web::Data<App>, caller: Caller, Body(new): Body<HookRequest>) -> Result<HttpResponse> {
    let hooks::Made { id, url, secret } = hooks::create(&app, &caller, &new.url, new.form).await?;
    let secret = format!("whsec_{}", BASE64.encode(&secret));
    Ok(HttpResponse::build(StatusCode::CREATED).json(CreatedHook { id: id.0, url, form: new.form, secret }))
}

/// List your webhooks.
///
/// The newest comes first. The secrets are not included.
#[utoipa::path(get, path = "/v1/me/hooks", tag = "events", security(("bearer" = ["session"])),
    responses((status = 200, body = Hooks), Problems<(AccessToken,)>))]
pub async fn list_hooks(app: web::Data<App>, caller: Caller) -> Result<web::Json<Hooks>> {
    let hooks = hooks::list(&app, &caller).await?.into_iter().map(Hook::from);
    Ok(web::Json(Hooks { hooks: hooks.collect() }))
}

/// Delete a webhook.
///
/// Pending deliveries are discarded.
#[utoipa::path(delete, path = "/v1/me/hooks/{hook_id}", tag = "events", security(("bearer" = ["session"])),
    params(("hook_id" = Uuid, Path, description = "The webhook")),
    responses((status = 204), Problems<(AccessToken, PathParameter, NotFound)>))]
pub async fn delete_hook(app: web::Data<App>, caller: Caller, hook_id: web::Path<HookId>) -> Result<HttpResponse> {
    hooks::delete(&app, &caller, *hook_id).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Test a webhook.
///
/// Sends an event of type `test`, which is signed and retried like all others.
#[utoipa::path(post, path = "/v1/me/hooks/{hook_id}/test", tag = "events", security(("bearer" = ["session"])),
    params(("hook_id" = Uuid, Path, description = "The webhook")),
    responses((status = 202, description = "The delivery is queued"), Problems<(AccessToken, PathParameter, NotFound, Conflict)>))]
pub async fn test_hook(app: web::Data<App>, caller: Caller, hook_id: web::Path<HookId>) -> Result<HttpResponse> {
    hooks::test(&app, &caller, *hook_id).await?;
    Ok(HttpResponse::build(StatusCode::ACCEPTED).finish())
}
