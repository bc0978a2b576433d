//! Personal access tokens, for bots and scripts.

use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::Result;
use super::caller::ClientOrigin;
use super::extract::Body;
use super::paging::{Paging, PagingParameters};
use super::responses::{AccessToken, Conflict, FreshCode, JsonBody, NotFound, PathParameter, Problems, QueryParameter};
use crate::app::App;
use crate::db;
use crate::ids::TokenId;
use crate::play::people::caller::Caller;
use crate::play::people::{account, personal_tokens};
use crate::token::Scope;

/// A personal access token to create.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "my bot", "scopes": ["matches:read", "moves:write"], "expires_in_days": 90}))]
pub struct TokenRequest {
    /// A name, 1 to 40 characters.
    #[schema(min_length = 1, max_length = 40)]
    name: String,
    /// The scopes, at least one.
    #[schema(min_items = 1)]
    scopes: Vec<Scope>,
    /// The number of days until the token expires.
    #[schema(minimum = 1, maximum = 366, default = 90)]
    expires_in_days: Option<u16>,
}

/// A personal access token, without the token itself.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"id": "0198c0de-7a11-7000-8000-00c0ffee0004", "name": "my bot",
    "scopes": ["matches:read", "moves:write"], "created_at": "2026-11-21T10:00:00Z",
    "expires_at": "2027-02-19T10:00:00Z", "last_used_at": null}))]
pub struct PersonalToken {
    /// The id.
    id: Uuid,
    /// The name.
    name: String,
    /// The scopes.
    scopes: Vec<Scope>,
    /// The time at which it was created.
    created_at: DateTime<Utc>,
    /// The time at which it expires.
    expires_at: DateTime<Utc>,
    /// The time of its last use, to the minute, if any.
    last_used_at: Option<DateTime<Utc>>,
    /// The time at which it was revoked, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    revoked_at: Option<DateTime<Utc>>,
}

impl From<db::personal_tokens::PersonalToken> for PersonalToken {
    fn from(token: db::personal_tokens::PersonalToken) -> PersonalToken {
        PersonalToken {
            id: token.id.0,
            name: token.name,
            scopes: Scope::from_names(&token.scopes),
            created_at: token.created_at,
            expires_at: token.expires_at,
            last_used_at: token.last_used_at,
            revoked_at: token.revoked_at,
        }
    }
}

/// A new personal access token.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"id": "0198c0de-7a11-7000-8000-00c0ffee0004", "name": "my bot", "token": "tpp_9b2e...",
    "scopes": ["matches:read", "moves:write"], "created_at": "2026-11-21T10:00:00Z",
    "expires_at": "2027-02-19T10:00:00Z"}))]
pub struct CreatedPersonalToken {
    /// The id.
    id: Uuid,
    /// The name.
    name: String,
    /// The token itself. It cannot be read again.
    token: String,
    /// The scopes.
    scopes: Vec<Scope>,
    /// The time at which it was created.
    created_at: DateTime<Utc>,
    /// The time at which it expires.
    expires_at: DateTime<Utc>,
}

impl From<personal_tokens::Made> for CreatedPersonalToken {
    fn from(made: personal_tokens::Made) -> CreatedPersonalToken {
        let personal_tokens::Made { id, name, token, scopes, created_at, expires_at } = made;
        CreatedPersonalToken { id: id.0, name, token, scopes, created_at, expires_at }
    }
}

/// A page of personal access tokens.
#[derive(Serialize, ToSchema)]
pub struct PersonalTokens {
    /// The tokens, newest first.
    tokens: Vec<PersonalToken>,
    /// The value of `after` for the next page, if any.
    next: Option<String>,
}

/// List your personal access tokens.
///
/// The newest comes first. Expired tokens are included; revoked tokens are not.
#[utoipa::path(get, path = "/v1/me/tokens", tag = "programs", security(("bearer" = ["account:read"])),
    params(PagingParameters),
    responses((status = 200, body = PersonalTokens, headers(("Link" = String, description = "The next page, if any (RFC 8288)"))),
        Problems<(AccessToken, QueryParameter)>))]
pub async fn list_tokens(
    app: web::Data<App>,
    caller: Caller,
    paging: Paging,
    request: HttpRequest,
) -> Result<HttpResponse> {
    caller.may(Scope::AccountRead)?;
    let (mut connection, person) = account::present(&app, &caller).await?;
    let tokens = db::personal_tokens::list(&mut connection, person.id, false).await?;
    let (tokens, next) = paging.page(tokens, |token| token.id.0);
    let tokens = tokens.into_iter().map(PersonalToken::from).collect();
    Ok(Paging::answer(&request, next.clone().as_deref(), PersonalTokens { tokens, next }))
}

/// Create a personal access token.
///
/// The response contains the token itself, which cannot be read again. An account can have at most 100 tokens. You must have entered a
/// sign-in code in this session in the last ten minutes; otherwise sign in again first.
#[utoipa::path(post, path = "/v1/me/tokens", tag = "programs", security(("bearer" = ["session"])),
    request_body = TokenRequest,
    responses((status = 201, body = CreatedPersonalToken), Problems<(AccessToken, FreshCode, JsonBody, Conflict)>))]
pub async fn create_token(
    app: web::Data<App>,
    caller: Caller,
    origin: ClientOrigin,
    Body(body): Body<TokenRequest>,
) -> Result<HttpResponse> {
    let made =
        personal_tokens::create(&app, &caller, &origin.0, &body.name, &body.scopes, body.expires_in_days).await?;
    Ok(HttpResponse::Created().json(CreatedPersonalToken::from(made)))
}

/// Revoke a personal access token.
///
/// The token stops working immediately.
#[utoipa::path(delete, path = "/v1/me/tokens/{token_id}", tag = "programs", security(("bearer" = ["session"])),
    params(("token_id" = Uuid, Path, description = "The id of the token")),
    responses((status = 204), Problems<(AccessToken, PathParameter, NotFound)>))]
pub async fn delete_token(app: web::Data<App>, caller: Caller, token_id: web::Path<TokenId>) -> Result<HttpResponse> {
    personal_tokens::revoke(&app, &caller, *token_id).await?;
    Ok(HttpResponse::NoContent().finish())
}
