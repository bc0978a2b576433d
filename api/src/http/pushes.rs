//! Subscriptions of browsers (Web Push, RFC 8030): where a notification is shown when something happens in your matches.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use chrono::{DateTime, Utc};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::Result;
use super::extract::Body;
use super::responses::{AccessToken, JsonBody, NotFound, PathParameter, Problems};
use crate::app::App;
use crate::db;
use crate::ids::{PushId, SessionId};
use crate::play::people::caller::Caller;
use crate::play::people::pushes::{self, Subscription};

/// The server's public key for push services.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"key": "BDd3_hVL9fZi9Ybo2UUzA284WG5FZR30_95YeZJsiApwXKpNcF1rRPF3foIiBHXRdJI2Qhumhf6_LFTeZaNndIo"}))]
pub struct PushKey {
    /// The public key in base64url (RFC 8292, section 3.2): the `applicationServerKey` of a subscription.
    key: String,
}

/// A push subscription to save, as `PushSubscription.toJSON()` makes it in browsers.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schema(example = json!({"endpoint": "https://fcm.googleapis.com/fcm/send/c1KrmpTuRm8:APA91", "expirationTime": null,
    "keys": {"p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg"}}))]
pub struct PushRequest {
    /// The URL at the browser vendor's push service: https, at most 1000 characters.
    #[schema(max_length = 1000)]
    endpoint: String,
    /// The time at which the browser ends it, in milliseconds, if it knows one. The server ignores it: send the subscription at each visit.
    #[schema(minimum = 0)]
    #[serde(default, rename = "expirationTime", deserialize_with = "milliseconds")]
    _expiration_time: Option<f64>,
    /// The keys that encrypt the messages.
    keys: PushKeys,
}

/// Reads a time of a browser, which may have fractions.
fn milliseconds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f64>, D::Error> {
    let at = Option::<f64>::deserialize(deserializer)?;
    if at.is_some_and(|at| at < 0.0) {
        return Err(D::Error::custom("expected a time in milliseconds"));
    }
    Ok(at)
}

/// The keys of a push subscription.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "auth": "BTBZMqHH6r4Tts7J_aSIgg"}))]
pub struct PushKeys {
    /// The browser's public key: 65 bytes in base64url (RFC 8291, section 2.1).
    p256dh: String,
    /// The browser's authentication secret: 16 bytes in base64url.
    auth: String,
}

/// A browser's push subscription.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"id": "0198c0de-7a11-7000-8000-00c0ffee0009", "service": "fcm.googleapis.com",
    "session": "0198c0de-7a11-7000-8000-00c0ffee0002", "created_at": "2026-11-21T10:00:00Z", "renewed_at": "2026-11-22T10:00:00Z"}))]
pub struct Push {
    /// The id.
    id: Uuid,
    /// The host of the push service.
    service: String,
    /// The browser's session. The subscription ends with it.
    session: Uuid,
    /// The time of creation.
    created_at: DateTime<Utc>,
    /// The time at which the browser last sent it.
    renewed_at: DateTime<Utc>,
}

/// Your push subscriptions.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"pushes": []}))]
pub struct Pushes {
    /// The subscriptions, newest first.
    pushes: Vec<Push>,
}

impl From<db::pushes::Push> for Push {
    fn from(row: db::pushes::Push) -> Push {
        let db::pushes::Push { id, session_id: SessionId(session), endpoint, created_at, renewed_at } = row;
        let url = url::Url::parse(&endpoint).ok();
        let service = url.and_then(|url| url.host_str().map(str::to_owned)).unwrap_or_default();
        Push { id: id.0, service, session, created_at, renewed_at }
    }
}

/// Show the public key for push services.
///
/// Browsers subscribe with it (Web Push, RFC 8292). It changes when the host replaces the secrets of the server.
#[utoipa::path(get, path = "/v1/push", tag = "events",
    responses((status = 200, body = PushKey), Problems<()>))]
pub async fn show_push_key(app: web::Data<App>) -> Result<web::Json<PushKey>> {
    Ok(web::Json(PushKey { key: pushes::public_key(&app)? }))
}

/// Save your browser's push subscription.
///
/// The browser receives a message when your turn begins, a match starts or ends, or you are invited (Web Push, RFC 8030 and RFC 8291). The
/// message is `{"title": "...", "body": "...", "url": "...", "tag": "..."}`; messages about the same match have the same `tag`. A session
/// has one subscription; a new one replaces it. Send the subscription again at each visit. An account keeps at most 10; beyond that, the
/// server removes the one that was sent longest ago. The endpoint must belong to the push service of Google, Mozilla, Microsoft or Apple.
#[utoipa::path(post, path = "/v1/me/pushes", tag = "events", security(("bearer" = ["session"])),
    request_body = PushRequest,
    responses((status = 201, body = Push), Problems<(AccessToken, JsonBody)>))]
pub async fn create_push(app: web::Data<App>, caller: Caller, Body(new): Body<PushRequest>) -> Result<HttpResponse> {
    let PushRequest { endpoint, keys: PushKeys { p256dh, auth }, .. } = new;
    let stored = pushes::subscribe(&app, &caller, &Subscription { endpoint, p256dh, auth }).await?;
    Ok(HttpResponse::build(StatusCode::CREATED).json(Push::from(stored)))
}

/// List your push subscriptions.
///
/// The newest comes first. Endpoints and keys are not included.
#[utoipa::path(get, path = "/v1/me/pushes", tag = "events", security(("bearer" = ["session"])),
    responses((status = 200, body = Pushes), Problems<(AccessToken,)>))]
pub async fn list_pushes(app: web::Data<App>, caller: Caller) -> Result<web::Json<Pushes>> {
    let pushes = pushes::list(&app, &caller).await?.into_iter().map(Push::from);
    Ok(web::Json(Pushes { pushes: pushes.collect() }))
}

/// Delete a push subscription.
///
/// Pending messages to the browser are discarded.
#[utoipa::path(delete, path = "/v1/me/pushes/{push_id}", tag = "events", security(("bearer" = ["session"])),
    params(("push_id" = Uuid, Path, description = "The subscription")),
    responses((status = 204), Problems<(AccessToken, PathParameter, NotFound)>))]
pub async fn delete_push(app: web::Data<App>, caller: Caller, push_id: web::Path<PushId>) -> Result<HttpResponse> {
    pushes::delete(&app, &caller, *push_id).await?;
    Ok(HttpResponse::NoContent().finish())
}
