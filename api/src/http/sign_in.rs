//! Sign-ins: an email brings a code and a link. One of them can be exchanged for tokens, once.

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::Result;
use super::caller::{ClientNetwork, ClientOrigin};
use super::extract::Body;
use super::responses::{BadCode, ComesIn, JsonBody, PathParameter, Problems};
use crate::app::App;
use crate::ids::SignInId;
use crate::play::people::{names, sign_in};
use crate::secrets::hash;
use crate::token;

/// A request for a sign-in email.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"address": "ada@example.org"}))]
pub struct SignInRequest {
    /// The email address. Upper and lower case are equal.
    #[schema(max_length = 254)]
    address: String,
}

/// A sign-in that waits for the code from its email.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"sign_in": "0198c0de-7a11-7000-8000-00c0ffee0001", "secret": "tps_5a1d...",
    "expires_at": "2026-11-21T10:15:00Z"}))]
pub struct SignInStarted {
    /// The id of the sign-in, for `POST /v1/sign-in/{sign_in_id}/code`.
    sign_in: Uuid,
    /// The secret to send with the code: the code is valid only for the client that requested it.
    secret: String,
    /// The time at which the code and the link expire.
    expires_at: DateTime<Utc>,
}

/// The code from an email.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"code": "WDJB-MJHT", "secret": "tps_5a1d..."}))]
pub struct CodeEntry {
    /// Eight letters. Case, spaces and hyphens do not matter.
    code: String,
    /// The secret from the response of `POST /v1/sign-in`.
    secret: String,
}

/// The token from the link in an email.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"token": "0198c0de7a117000800000c0ffee00015a1d3c0fd1b92a44c8a0a8f2d5b7e913"}))]
pub struct LinkEntry {
    /// The last part of the link.
    pub(super) token: String,
}

/// The tokens of a session.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"access_token": "eyJ0eXAi...", "access_expires_at": "2026-11-21T10:15:00Z",
    "refresh_token": "tpr_3f1c...", "session": "0198c0de-7a11-7000-8000-00c0ffee0002",
    "user": {"id": "0198c0de-7a11-7000-8000-00c0ffee0003", "handle": "player-7k3m9q", "name": "Player 7K3M9Q"},
    "new_account": true}))]
pub struct Tokens {
    /// The token for the header `Authorization: Bearer`.
    access_token: String,
    /// The time at which the access token expires.
    access_expires_at: DateTime<Utc>,
    /// The token for `POST /v1/tokens/refresh`. It can be used once.
    refresh_token: String,
    /// The id of the session.
    session: Uuid,
    /// The user who signed in.
    user: User,
    /// True if the sign-in created the account, with a random handle and name.
    new_account: bool,
}

/// A user.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"id": "0198c0de-7a11-7000-8000-00c0ffee0003", "handle": "ada", "name": "Ada Lovelace"}))]
pub struct User {
    /// The id.
    id: Uuid,
    /// The handle.
    handle: String,
    /// The display name.
    name: String,
}

impl From<sign_in::Granted> for Tokens {
    fn from(granted: sign_in::Granted) -> Tokens {
        let by = granted.by;
        Tokens {
            access_token: granted.access,
            access_expires_at: granted.access_expires_at,
            refresh_token: granted.refresh,
            session: by.session.0,
            user: User { id: by.user_id.0, handle: by.handle, name: by.name },
            new_account: by.new_account,
        }
    }
}

/// The name of the client that sends the request.
pub(crate) fn client(request: &HttpRequest) -> String {
    names::client(request.headers().get(header::USER_AGENT).and_then(|agent| agent.to_str().ok()))
}

/// Request a sign-in email.
///
/// The email contains a code and a link. Keep the `secret`: the code is valid only together with it. The response is the same whether or
/// not the address has an account; the first sign-in creates one.
#[utoipa::path(post, path = "/v1/sign-in", tag = "sign-in",
    request_body = SignInRequest,
    responses((status = 202, body = SignInStarted), Problems<(JsonBody,)>))]
pub async fn start_sign_in(
    app: web::Data<App>,
    network: ClientNetwork,
    Body(body): Body<SignInRequest>,
) -> Result<HttpResponse> {
    let secret = token::opaque(token::ASKER_PREFIX);
    let asked = sign_in::ask(&app, &body.address, &hash(&secret), network.0).await?;
    Ok(HttpResponse::Accepted().json(SignInStarted { sign_in: asked.id.0, secret, expires_at: asked.expires_at }))
}

/// Sign in with the code from an email.
///
/// Takes the code and the secret from the response of `POST /v1/sign-in`. After five wrong attempts, the code is invalid. After 20 wrong
/// codes for one address in a day, the server accepts no more codes for it. Sign-ins requested from networks that the owner has used before
/// have a separate count. The link in the email always works.
#[utoipa::path(post, path = "/v1/sign-in/{sign_in_id}/code", tag = "sign-in",
    params(("sign_in_id" = Uuid, Path, description = "The sign-in")),
    request_body = CodeEntry,
    responses((status = 200, body = Tokens), Problems<(PathParameter, JsonBody, BadCode, ComesIn)>))]
pub async fn enter_code(
    app: web::Data<App>,
    ClientOrigin(origin): ClientOrigin,
    sign_in_id: web::Path<SignInId>,
    Body(body): Body<CodeEntry>,
) -> Result<web::Json<Tokens>> {
    let asked = (*sign_in_id, body.secret.as_str());
    let granted = sign_in::by_code(&app, asked, &body.code, &origin, None).await?;
    Ok(web::Json(granted.into()))
}

/// Sign in with the link from an email.
///
/// Takes the token from the link. For clients that open the link themselves; in a browser the link shows a page.
#[utoipa::path(post, path = "/v1/sign-in/link", tag = "sign-in",
    request_body = LinkEntry,
    responses((status = 200, body = Tokens), Problems<(JsonBody, BadCode, ComesIn)>))]
pub async fn enter_link(
    app: web::Data<App>,
    ClientOrigin(origin): ClientOrigin,
    Body(body): Body<LinkEntry>,
) -> Result<web::Json<Tokens>> {
    Ok(web::Json(sign_in::by_link(&app, &body.token, &origin, None).await?.into()))
}
