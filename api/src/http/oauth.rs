//! The endpoints of OAuth 2.1 for clients: tokens, their revocation (RFC 7009), and the document that says where all this is (RFC 8414).
//!
//! Their errors are those of RFC 6749, section 5.2, because clients know no others; requests over a limit, bodies that are too large, and
//! faults of the server are answered by problem documents, as everywhere.

use std::fmt;

use actix_web::http::{StatusCode, header};
use actix_web::{HttpMessage, HttpRequest, HttpResponse, ResponseError, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::caller::ClientOrigin;
use super::extract::{BODY_LIMIT, collect};
use super::problem::{Kind, Problem};
use super::responses::{FormBody, Problems};
use crate::app::App;
use crate::play::people::grants::{self, Issued};
use crate::play::people::oauth::{ErrorCode, OauthError, Parameters, Refused};
use crate::token::Scope;

/// The path of the page on which a person answers.
pub const AUTHORIZE: &str = "/oauth/authorize";
const TOKEN: &str = "/oauth/token";
const REVOKE: &str = "/oauth/revoke";

/// Tokens for an OAuth client (RFC 6749, section 5.1).
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"access_token": "tpo_9b2e...", "token_type": "Bearer", "expires_in": 3600,
    "refresh_token": "tpq_77aa...", "scope": "matches:read moves:write"}))]
pub struct OauthTokens {
    /// The token for the header `Authorization: Bearer`. Like a personal access token, it may do what its scopes allow.
    access_token: String,
    /// Always `Bearer`.
    token_type: String,
    /// The lifetime of the access token, in seconds.
    expires_in: i64,
    /// The token that gets the next tokens. It can be used once; a retry within 30 seconds is allowed. Later use ends the access, because
    /// the token may have been stolen.
    refresh_token: String,
    /// The scopes, separated by spaces.
    scope: String,
}

/// An OAuth error (RFC 6749, section 5.2).
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"error": "invalid_grant", "error_description": "The code has expired, or the user has revoked the access."}))]
pub struct OauthErrorDocument {
    /// The code: `invalid_request`, `invalid_client`, `invalid_grant`, `invalid_scope` or `unsupported_grant_type`.
    error: String,
    /// An explanation for the developer of the client.
    error_description: String,
}

/// A request for tokens. RFC 6749, sections 4.1.3 and 6, and RFC 7636, section 4.5, define the fields of each grant type.
#[derive(Deserialize, ToSchema)]
#[schema(example = json!({"grant_type": "authorization_code", "client_id": "0198c0de-7a11-7000-8000-00c0ffee0010",
    "code": "tpc_1f0e...", "redirect_uri": "https://tram.example/signed-in", "code_verifier": "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"}))]
#[allow(dead_code, reason = "it describes the form, which is read by its rules of OAuth")]
pub struct TokenForm {
    /// `authorization_code` or `refresh_token`.
    grant_type: String,
    /// The id of the client.
    client_id: String,
    /// The code.
    code: Option<String>,
    /// The redirect URI to which the code was sent.
    redirect_uri: Option<String>,
    /// The verifier of the `code_challenge` (RFC 7636).
    code_verifier: Option<String>,
    /// The refresh token.
    refresh_token: Option<String>,
    /// A subset of the granted scopes. The tokens have all granted scopes in any case.
    scope: Option<String>,
}

/// A request to revoke a token.
#[derive(Deserialize, ToSchema)]
#[schema(example = json!({"token": "tpq_77aa...", "client_id": "0198c0de-7a11-7000-8000-00c0ffee0010"}))]
#[allow(dead_code, reason = "it describes the form, which is read by its rules of OAuth")]
pub struct RevocationForm {
    /// A refresh or access token.
    token: String,
    /// The id of the client.
    client_id: String,
    /// The kind of the token. The server ignores it.
    token_type_hint: Option<String>,
}

/// The endpoints of the authorization server and what they support (RFC 8414).
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"issuer": "https://turnpost.example", "authorization_endpoint": "https://turnpost.example/oauth/authorize",
    "token_endpoint": "https://turnpost.example/oauth/token", "revocation_endpoint": "https://turnpost.example/oauth/revoke",
    "service_documentation": "https://turnpost.example/docs/",
    "scopes_supported": ["matches:read", "moves:write", "account:read", "account:write"], "response_types_supported": ["code"],
    "response_modes_supported": ["query"], "grant_types_supported": ["authorization_code", "refresh_token"],
    "token_endpoint_auth_methods_supported": ["none"], "revocation_endpoint_auth_methods_supported": ["none"],
    "code_challenge_methods_supported": ["S256"], "authorization_response_iss_parameter_supported": true}))]
pub struct OauthMetadata {
    /// The issuer. Every authorization response names it as `iss` (RFC 9207).
    issuer: String,
    /// The page to which a client sends the browser.
    authorization_endpoint: String,
    /// The endpoint for tokens.
    token_endpoint: String,
    /// The endpoint that revokes tokens.
    revocation_endpoint: String,
    /// The URL of the documentation.
    service_documentation: String,
    /// The scopes.
    scopes_supported: Vec<Scope>,
    /// The supported response types.
    response_types_supported: [&'static str; 1],
    /// The supported response modes.
    response_modes_supported: [&'static str; 1],
    /// The supported grant types.
    grant_types_supported: [&'static str; 2],
    /// How clients authenticate at the token endpoint: `none`, because they have no secrets.
    token_endpoint_auth_methods_supported: [&'static str; 1],
    /// How clients authenticate at the revocation endpoint: `none`.
    revocation_endpoint_auth_methods_supported: [&'static str; 1],
    /// The supported methods of `code_challenge`.
    code_challenge_methods_supported: [&'static str; 1],
    /// Always true.
    authorization_response_iss_parameter_supported: bool,
}

/// The refusal of an endpoint for clients.
#[derive(Debug)]
pub enum NotDone {
    /// An error of OAuth.
    Oauth(OauthError),
    /// Any other.
    Problem(Problem),
}

/// A mark of responses that keep their form though they are no problem documents.
pub struct KeptForm;

impl From<Refused> for NotDone {
    fn from(refused: Refused) -> NotDone {
        match refused {
            Refused::Oauth(error) => NotDone::Oauth(error),
            Refused::Other(refusal) => NotDone::Problem(refusal.into()),
        }
    }
}

impl fmt::Display for NotDone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotDone::Oauth(OauthError(code, words)) => write!(f, "{}: {words}", code.word()),
            NotDone::Problem(problem) => write!(f, "{problem}"),
        }
    }
}

impl ResponseError for NotDone {
    fn status_code(&self) -> StatusCode {
        match self {
            NotDone::Oauth(OauthError(code, _)) => {
                let kind = match code {
                    ErrorCode::InvalidClient => Kind::UNAUTHENTICATED,
                    ErrorCode::AccessDenied
                    | ErrorCode::InvalidGrant
                    | ErrorCode::InvalidRequest
                    | ErrorCode::InvalidScope
                    | ErrorCode::UnsupportedGrantType
                    | ErrorCode::UnsupportedResponseType => Kind::BAD_REQUEST,
                };
                StatusCode::from_u16(kind.status).unwrap_or_default()
            }
            NotDone::Problem(problem) => problem.status_code(),
        }
    }

    fn error_response(&self) -> HttpResponse {
        let OauthError(code, words) = match self {
            NotDone::Oauth(error) => error,
            NotDone::Problem(problem) => return problem.error_response(),
        };
        let mut answer = HttpResponse::build(self.status_code());
        if *code == ErrorCode::InvalidClient {
            // The method that a client with a secret would have used (RFC 6749, section 5.2).
            answer.insert_header((header::WWW_AUTHENTICATE, "Basic realm=\"oauth\""));
        }
        let document = OauthErrorDocument { error: code.word().to_owned(), error_description: words.clone() };
        let mut answer = answer.json(document);
        answer.extensions_mut().insert(KeptForm);
        answer
    }
}

/// The form of a request. Its refusals are errors of OAuth.
async fn form(request: &HttpRequest, payload: web::Payload) -> Result<Parameters, NotDone> {
    let wrong = |code, words: &str| NotDone::Oauth(OauthError(code, words.to_owned()));
    if request.headers().contains_key(header::AUTHORIZATION) {
        let words = "Clients of this server have no secret. Send client_id in the form, without an Authorization \
                     header.";
        return Err(wrong(ErrorCode::InvalidClient, words));
    }
    if !request.content_type().eq_ignore_ascii_case("application/x-www-form-urlencoded") {
        let words = "Send the parameters as application/x-www-form-urlencoded.";
        return Err(wrong(ErrorCode::InvalidRequest, words));
    }
    let body = collect(request, payload.into_inner(), BODY_LIMIT).await.map_err(NotDone::Problem)?;
    Ok(Parameters::read(&body))
}

/// Get tokens for an app.
///
/// For OAuth 2.1 clients, with a code or a refresh token. A code is valid for 60 seconds and can be used once; a second use ends the access
/// that it granted. All clients are public, so the code and its verifier (PKCE, `S256`) are the only proof. Errors follow RFC 6749, section
/// 5.2.
#[utoipa::path(post, path = "/oauth/token", tag = "programs",
    request_body(content = TokenForm, content_type = "application/x-www-form-urlencoded"),
    responses((status = 200, body = OauthTokens),
        (status = 400, description = "An OAuth error", body = OauthErrorDocument),
        (status = 401, description = "`invalid_client`", body = OauthErrorDocument), Problems<(FormBody,)>))]
pub async fn grant_tokens(
    app: web::Data<App>,
    origin: ClientOrigin,
    request: HttpRequest,
    payload: web::Payload,
) -> Result<web::Json<OauthTokens>, NotDone> {
    let parameters = form(&request, payload).await?;
    let Issued { tokens, seconds, scopes } = grants::exchange(&app, &parameters, &origin.0).await?;
    Ok(web::Json(OauthTokens {
        access_token: tokens.access,
        token_type: "Bearer".to_owned(),
        expires_in: seconds,
        refresh_token: tokens.refresh,
        scope: scopes,
    }))
}

/// Revoke a token of an app.
///
/// For OAuth clients (RFC 7009). Revoking a refresh token or an access token ends all tokens that were issued from the same code. An
/// unknown token is not an error.
#[utoipa::path(post, path = "/oauth/revoke", tag = "programs",
    request_body(content = RevocationForm, content_type = "application/x-www-form-urlencoded"),
    responses((status = 200, description = "The token is not valid"),
        (status = 400, description = "An OAuth error", body = OauthErrorDocument),
        (status = 401, description = "`invalid_client`", body = OauthErrorDocument), Problems<(FormBody,)>))]
pub async fn revoke_tokens(
    app: web::Data<App>,
    request: HttpRequest,
    payload: web::Payload,
) -> Result<HttpResponse, NotDone> {
    let parameters = form(&request, payload).await?;
    grants::revoke(&app, &parameters).await?;
    Ok(HttpResponse::Ok().finish())
}

/// Show the OAuth server metadata.
///
/// The metadata of the authorization server (RFC 8414): its endpoints and what they support.
#[utoipa::path(get, path = "/.well-known/oauth-authorization-server", tag = "programs",
    responses((status = 200, body = OauthMetadata), Problems<()>))]
pub async fn show_metadata(app: web::Data<App>) -> web::Json<OauthMetadata> {
    web::Json(OauthMetadata {
        issuer: app.config.public_url.clone(),
        authorization_endpoint: app.url(AUTHORIZE),
        token_endpoint: app.url(TOKEN),
        revocation_endpoint: app.url(REVOKE),
        service_documentation: app.url("/docs/"),
        scopes_supported: Scope::ALL.to_vec(),
        response_types_supported: ["code"],
        response_modes_supported: ["query"],
        grant_types_supported: ["authorization_code", "refresh_token"],
        token_endpoint_auth_methods_supported: ["none"],
        revocation_endpoint_auth_methods_supported: ["none"],
        code_challenge_methods_supported: ["S256"],
        authorization_response_iss_parameter_supported: true,
    })
}
