//! Signing in: a letter brings a code and a link, either of which is worth tokens once.

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::Result;
use super::caller::ClientNetwork;
use super::extract::Body;
use super::problem::ProblemDocument;
use crate::app::App;
use crate::ids::SignInId;
use crate::play::{names, sign_in};

/// Who wants to sign in.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"address": "ada@example.org"}))]
pub struct SignInRequest {
    /// Where the letter is to go. Capitals do not matter.
    #[schema(max_length = 254)]
    address: String,
}

/// A letter is on its way, if the address exists.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"sign_in": "0198c0de-7a11-7000-8000-00c0ffee0001", "expires_at": "2026-11-21T10:15:00Z"}))]
pub struct SignInStarted {
    /// What the code is sent to.
    sign_in: Uuid,
    /// When code and link are of no more use.
    expires_at: DateTime<Utc>,
}

/// The code of the letter.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"code": "271828"}))]
pub struct CodeEntry {
    /// Six digits.
    code: String,
}

/// The token of the letter's link.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"token": "0198c0de7a117000800000c0ffee00015a1d3c0fd1b92a44c8a0a8f2d5b7e913"}))]
pub struct LinkEntry {
    /// The last part of the link's address.
    pub(super) token: String,
}

/// What a session works with.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"access_token": "eyJ0eXAi...", "access_expires_at": "2026-11-21T10:15:00Z",
    "refresh_token": "tpr_3f1c...", "session": "0198c0de-7a11-7000-8000-00c0ffee0002",
    "user": {"id": "0198c0de-7a11-7000-8000-00c0ffee0003", "handle": "player-7k3m9q", "name": "Player 7K3M9Q"},
    "new_account": true}))]
pub struct Tokens {
    /// Goes into `Authorization: Bearer`.
    access_token: String,
    /// When the access token expires; refresh it before.
    access_expires_at: DateTime<Utc>,
    /// Worth fresh tokens once: `POST /v1/tokens/refresh`.
    refresh_token: String,
    /// The session.
    session: Uuid,
    /// Who has signed in.
    user: User,
    /// Was the account made just now? Then a handle and a name are still to be chosen.
    new_account: bool,
}

/// Somebody, in short.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"id": "0198c0de-7a11-7000-8000-00c0ffee0003", "handle": "ada", "name": "Ada Lovelace"}))]
pub struct User {
    /// The id.
    id: Uuid,
    /// The unique name.
    handle: String,
    /// The name for people.
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

/// What the client of this request calls itself.
pub(crate) fn client(request: &HttpRequest) -> String {
    names::client(request.headers().get(header::USER_AGENT).and_then(|agent| agent.to_str().ok()))
}

/// Ask for a letter with a code and a link to sign in with.
///
/// The answer is the same whether the address has an account or not; the first sign-in makes one.
#[utoipa::path(post, path = "/v1/sign-in", tag = "sign-in", request_body = SignInRequest,
    responses((status = 202, body = SignInStarted), (status = 400, body = ProblemDocument),
        (status = 413, body = ProblemDocument), (status = 415, body = ProblemDocument),
        (status = 422, body = ProblemDocument), (status = 429, body = ProblemDocument)))]
pub async fn start_sign_in(
    app: web::Data<App>,
    network: ClientNetwork,
    Body(body): Body<SignInRequest>,
) -> Result<HttpResponse> {
    let asked = sign_in::ask(&app, &body.address, network.0).await?;
    Ok(HttpResponse::Accepted().json(SignInStarted { sign_in: asked.id.0, expires_at: asked.expires_at }))
}

/// Sign in with the code of the letter.
///
/// The fifth wrong code ends the sign-in. After 20 wrong codes for an address, no code is good there for a day, whoever sent
/// them; the link of a letter is.
#[utoipa::path(post, path = "/v1/sign-in/{sign_in_id}/code", tag = "sign-in", request_body = CodeEntry,
    params(("sign_in_id" = Uuid, Path)),
    responses((status = 200, body = Tokens), (status = 400, body = ProblemDocument),
        (status = 401, body = ProblemDocument), (status = 413, body = ProblemDocument),
        (status = 415, body = ProblemDocument), (status = 422, body = ProblemDocument),
        (status = 429, body = ProblemDocument)))]
pub async fn enter_code(
    app: web::Data<App>,
    network: ClientNetwork,
    sign_in_id: web::Path<SignInId>,
    request: HttpRequest,
    Body(body): Body<CodeEntry>,
) -> Result<web::Json<Tokens>> {
    let granted = sign_in::by_code(&app, *sign_in_id, &body.code, &client(&request), network.0).await?;
    Ok(web::Json(granted.into()))
}

/// Sign in with the token of the letter's link.
///
/// For programs that are to open the link themselves; people open it in a browser.
#[utoipa::path(post, path = "/v1/sign-in/link", tag = "sign-in", request_body = LinkEntry,
    responses((status = 200, body = Tokens), (status = 400, body = ProblemDocument),
        (status = 401, body = ProblemDocument), (status = 413, body = ProblemDocument),
        (status = 415, body = ProblemDocument), (status = 422, body = ProblemDocument),
        (status = 429, body = ProblemDocument)))]
pub async fn enter_link(
    app: web::Data<App>,
    request: HttpRequest,
    Body(body): Body<LinkEntry>,
) -> Result<web::Json<Tokens>> {
    Ok(web::Json(sign_in::by_link(&app, &body.token, &client(&request)).await?.into()))
}
