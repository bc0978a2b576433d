//! Sessions: refresh, list, end.

use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::Result;
use super::caller::ClientOrigin;
use super::extract::Body;
use super::paging::{Paging, PagingParameters};
use super::responses::{AccessToken, BadRefreshToken, JsonBody, NotFound, PathParameter, Problems, QueryParameter};
use super::sign_in::Tokens;
use crate::app::App;
use crate::db;
use crate::ids::SessionId;
use crate::play::people::caller::Caller;
use crate::play::people::{account, sign_in};
use crate::token::Scope;

/// A refresh token to exchange.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"refresh_token": "tpr_3f1c..."}))]
pub struct RefreshRequest {
    /// The latest refresh token of the session.
    refresh_token: String,
}

/// A session.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"id": "0198c0de-7a11-7000-8000-00c0ffee0002", "client": "Mozilla/5.0",
    "created_at": "2026-11-21T10:00:00Z", "last_used_at": "2026-11-21T12:00:00Z", "expires_at": "2027-02-19T12:00:00Z",
    "current": true}))]
pub struct Session {
    /// The id.
    id: Uuid,
    /// The name of the client.
    client: String,
    /// The time of the sign-in.
    created_at: DateTime<Utc>,
    /// The time of the last refresh.
    last_used_at: DateTime<Utc>,
    /// The time at which it expires unless it is refreshed.
    expires_at: DateTime<Utc>,
    /// The time at which it ended, if it has ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    ended_at: Option<DateTime<Utc>>,
    /// True if it is the session of this request.
    current: bool,
}

impl Session {
    /// The view of a session for a request from the session `from`, or from none.
    pub(super) fn seen(session: db::sessions::Session, from: Option<SessionId>) -> Session {
        let db::sessions::Session { id, client, created_at, last_used_at, expires_at, ended_at } = session;
        Session { id: id.0, client, created_at, last_used_at, expires_at, ended_at, current: from == Some(id) }
    }
}

/// A page of sessions.
#[derive(Serialize, ToSchema)]
pub struct Sessions {
    /// The sessions, newest first.
    sessions: Vec<Session>,
    /// The value of `after` for the next page, if any.
    next: Option<String>,
}

/// Exchange a refresh token for new tokens.
///
/// A refresh token can be used once. If the response is lost, you can send the same token again within 30 seconds. Later use ends the
/// session, because the token may have been stolen.
#[utoipa::path(post, path = "/v1/tokens/refresh", tag = "sign-in",
    request_body = RefreshRequest,
    responses((status = 200, body = Tokens), Problems<(JsonBody, BadRefreshToken)>))]
pub async fn refresh_session(
    app: web::Data<App>,
    origin: ClientOrigin,
    Body(body): Body<RefreshRequest>,
) -> Result<web::Json<Tokens>> {
    Ok(web::Json(sign_in::refresh(&app, &body.refresh_token, &origin.0).await?.into()))
}

/// End the current session.
///
/// Its tokens stop working immediately, and its event streams end.
#[utoipa::path(post, path = "/v1/sign-out", tag = "sign-in", security(("bearer" = ["session"])),
    responses((status = 204), Problems<(AccessToken,)>))]
pub async fn sign_out(app: web::Data<App>, caller: Caller) -> Result<HttpResponse> {
    account::sign_out(&app, &caller).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// List your sessions.
///
/// Active sessions, newest first.
#[utoipa::path(get, path = "/v1/me/sessions", tag = "account", security(("bearer" = ["account:read"])),
    params(PagingParameters),
    responses((status = 200, body = Sessions, headers(("Link" = String, description = "The next page, if any (RFC 8288)"))),
        Problems<(AccessToken, QueryParameter)>))]
pub async fn list_sessions(
    app: web::Data<App>,
    caller: Caller,
    paging: Paging,
    request: HttpRequest,
) -> Result<HttpResponse> {
    caller.may(Scope::AccountRead)?;
    let (mut connection, person) = account::present(&app, &caller).await?;
    let sessions = db::sessions::list(&mut connection, person.id, app.clock.now()).await?;
    let (sessions, next) = paging.page(sessions, |session| session.id.0);
    let sessions = sessions.into_iter().map(|session| Session::seen(session, caller.session)).collect();
    Ok(Paging::answer(&request, next.clone().as_deref(), Sessions { sessions, next }))
}

/// End a session.
///
/// Works like `POST /v1/sign-out`, for any of your sessions.
#[utoipa::path(delete, path = "/v1/me/sessions/{session_id}", tag = "account", security(("bearer" = ["session"])),
    params(("session_id" = Uuid, Path, description = "The session")),
    responses((status = 204), Problems<(AccessToken, PathParameter, NotFound)>))]
pub async fn delete_session(
    app: web::Data<App>,
    caller: Caller,
    session_id: web::Path<SessionId>,
) -> Result<HttpResponse> {
    account::end_session(&app, &caller, *session_id).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// End all sessions.
///
/// Works like `POST /v1/sign-out`, for all of your sessions, including the current one, and for all apps with access (OAuth). The address
/// of your calendar becomes invalid; your account page shows a new one. Personal access tokens remain valid.
#[utoipa::path(delete, path = "/v1/me/sessions", tag = "account", security(("bearer" = ["session"])),
    responses((status = 204), Problems<(AccessToken,)>))]
pub async fn delete_sessions(app: web::Data<App>, caller: Caller) -> Result<HttpResponse> {
    account::end_all_sessions(&app, &caller).await?;
    Ok(HttpResponse::NoContent().finish())
}
