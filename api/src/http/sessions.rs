//! Sessions: kept going by refresh tokens, listed, ended.

use actix_web::{HttpResponse, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::Result;
use super::extract::Body;
use super::problem::ProblemDocument;
use super::sign_in::Tokens;
use crate::app::App;
use crate::db;
use crate::ids::SessionId;
use crate::play::caller::Caller;
use crate::play::{account, sign_in};
use crate::token::Scope;

/// The refresh token of a session.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"refresh_token": "tpr_3f1c..."}))]
pub struct RefreshRequest {
    /// The last one that the session was given.
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
    /// What the client called itself.
    client: String,
    /// When it began.
    created_at: DateTime<Utc>,
    /// When it was last refreshed.
    last_used_at: DateTime<Utc>,
    /// When it ends unless it is refreshed.
    expires_at: DateTime<Utc>,
    /// When it was ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    ended_at: Option<DateTime<Utc>>,
    /// Is it the one that asks?
    current: bool,
}

impl Session {
    /// A session as whoever asks from a session, or with a token, sees it.
    pub(super) fn seen(session: db::sessions::Session, from: Option<SessionId>) -> Session {
        let db::sessions::Session { id, client, created_at, last_used_at, expires_at, ended_at } = session;
        Session { id: id.0, client, created_at, last_used_at, expires_at, ended_at, current: from == Some(id) }
    }
}

/// The sessions that go on.
#[derive(Serialize, ToSchema)]
pub struct Sessions {
    /// The last used first.
    sessions: Vec<Session>,
}

/// Take a refresh token for fresh tokens.
///
/// Every refresh token is good once. If the answer was lost, the same token may be sent again for 30 seconds; later its
/// session is ended, because somebody else may have it.
#[utoipa::path(post, path = "/v1/tokens/refresh", tag = "sign-in", request_body = RefreshRequest,
    responses((status = 200, body = Tokens), (status = 400, body = ProblemDocument),
        (status = 401, body = ProblemDocument), (status = 413, body = ProblemDocument),
        (status = 415, body = ProblemDocument), (status = 422, body = ProblemDocument),
        (status = 429, body = ProblemDocument)))]
pub async fn refresh_session(app: web::Data<App>, Body(body): Body<RefreshRequest>) -> Result<web::Json<Tokens>> {
    Ok(web::Json(sign_in::refresh(&app, &body.refresh_token).await?.into()))
}

/// Sign out: end the session that asks.
///
/// Its refresh tokens are worth nothing from now on; an access token can still see matches, play
/// and invite until it expires, 15 minutes after it was made at the latest.
#[utoipa::path(post, path = "/v1/sign-out", tag = "sign-in", security(("bearer" = [])),
    responses((status = 204), (status = 401, body = ProblemDocument), (status = 403, body = ProblemDocument)))]
pub async fn sign_out(app: web::Data<App>, caller: Caller) -> Result<HttpResponse> {
    account::sign_out(&app, &caller).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// List one's sessions.
#[utoipa::path(get, path = "/v1/me/sessions", tag = "account", security(("bearer" = [])),
    responses((status = 200, body = Sessions), (status = 401, body = ProblemDocument),
        (status = 403, body = ProblemDocument)))]
pub async fn list_sessions(app: web::Data<App>, caller: Caller) -> Result<web::Json<Sessions>> {
    caller.may(Scope::AccountRead)?;
    let (mut connection, person) = account::present(&app, &caller).await?;
    let sessions = db::sessions::list(&mut connection, person.id, app.clock.now()).await?;
    let sessions = sessions.into_iter().map(|session| Session::seen(session, caller.session)).collect();
    Ok(web::Json(Sessions { sessions }))
}

/// End one of one's sessions.
#[utoipa::path(delete, path = "/v1/me/sessions/{session_id}", tag = "account", security(("bearer" = [])),
    params(("session_id" = Uuid, Path)),
    responses((status = 204), (status = 400, body = ProblemDocument), (status = 401, body = ProblemDocument),
        (status = 403, body = ProblemDocument), (status = 404, body = ProblemDocument)))]
pub async fn end_session(
    app: web::Data<App>,
    caller: Caller,
    session_id: web::Path<SessionId>,
) -> Result<HttpResponse> {
    account::end_session(&app, &caller, *session_id).await?;
    Ok(HttpResponse::NoContent().finish())
}
