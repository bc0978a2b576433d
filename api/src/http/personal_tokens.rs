//! Personal access tokens, for bots and scripts.

use actix_web::{HttpResponse, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::Result;
use super::extract::Body;
use super::problem::ProblemDocument;
use crate::app::App;
use crate::db;
use crate::ids::TokenId;
use crate::play::caller::Caller;
use crate::play::{account, personal_tokens};
use crate::token::Scope;

/// A token to be made.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "my bot", "scopes": ["matches:read", "moves:write"], "expires_in_days": 90}))]
pub struct TokenRequest {
    /// What it is for, in your words.
    #[schema(min_length = 1, max_length = 40)]
    name: String,
    /// What it may do; at least one.
    #[schema(min_items = 1)]
    scopes: Vec<Scope>,
    /// How long it is good.
    #[schema(minimum = 1, maximum = 366, default = 90)]
    expires_in_days: Option<u16>,
}

/// A token, without its secret.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"id": "0198c0de-7a11-7000-8000-00c0ffee0004", "name": "my bot",
    "scopes": ["matches:read", "moves:write"], "created_at": "2026-11-21T10:00:00Z",
    "expires_at": "2027-02-19T10:00:00Z", "last_used_at": null}))]
pub struct PersonalToken {
    /// The id.
    id: Uuid,
    /// What it is for.
    name: String,
    /// What it may do.
    scopes: Vec<Scope>,
    /// When it was made.
    created_at: DateTime<Utc>,
    /// When it is of no more use.
    expires_at: DateTime<Utc>,
    /// When it was last used, to the minute.
    last_used_at: Option<DateTime<Utc>>,
    /// When it was revoked.
    #[serde(skip_serializing_if = "Option::is_none")]
    revoked_at: Option<DateTime<Utc>>,
}

impl From<db::personal_tokens::PersonalToken> for PersonalToken {
    fn from(token: db::personal_tokens::PersonalToken) -> PersonalToken {
        PersonalToken {
            id: token.id.0,
            name: token.name,
            scopes: token.scopes.iter().filter_map(|name| Scope::named(name)).collect(),
            created_at: token.created_at,
            expires_at: token.expires_at,
            last_used_at: token.last_used_at,
            revoked_at: token.revoked_at,
        }
    }
}

/// A token that has just been made.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"id": "0198c0de-7a11-7000-8000-00c0ffee0004", "name": "my bot", "token": "tpp_9b2e...",
    "scopes": ["matches:read", "moves:write"], "created_at": "2026-11-21T10:00:00Z",
    "expires_at": "2027-02-19T10:00:00Z"}))]
pub struct NewPersonalToken {
    /// The id.
    id: Uuid,
    /// What it is for.
    name: String,
    /// The token itself, shown only now.
    token: String,
    /// What it may do.
    scopes: Vec<Scope>,
    /// When it was made.
    created_at: DateTime<Utc>,
    /// When it is of no more use.
    expires_at: DateTime<Utc>,
}

/// One's tokens.
#[derive(Serialize, ToSchema)]
pub struct PersonalTokens {
    /// The newest first; those that have expired as well, but none that is revoked.
    tokens: Vec<PersonalToken>,
}

/// List one's personal access tokens.
#[utoipa::path(get, path = "/v1/me/tokens", tag = "account", security(("bearer" = [])),
    responses((status = 200, body = PersonalTokens), (status = 401, body = ProblemDocument),
        (status = 403, body = ProblemDocument)))]
pub async fn list_tokens(app: web::Data<App>, caller: Caller) -> Result<web::Json<PersonalTokens>> {
    caller.may(Scope::AccountRead)?;
    let (mut connection, person) = account::present(&app, &caller).await?;
    let tokens = db::personal_tokens::list(&mut connection, person.id, false).await?;
    Ok(web::Json(PersonalTokens { tokens: tokens.into_iter().map(PersonalToken::from).collect() }))
}

/// Make a personal access token. It is shown only once.
#[utoipa::path(post, path = "/v1/me/tokens", tag = "account", security(("bearer" = [])), request_body = TokenRequest,
    responses((status = 201, body = NewPersonalToken), (status = 400, body = ProblemDocument),
        (status = 401, body = ProblemDocument), (status = 403, body = ProblemDocument),
        (status = 409, body = ProblemDocument), (status = 413, body = ProblemDocument),
        (status = 415, body = ProblemDocument), (status = 422, body = ProblemDocument)))]
pub async fn create_token(app: web::Data<App>, caller: Caller, Body(body): Body<TokenRequest>) -> Result<HttpResponse> {
    let made = personal_tokens::create(&app, &caller, &body.name, &body.scopes, body.expires_in_days).await?;
    let personal_tokens::Made { id, name, token, scopes, created_at, expires_at } = made;
    Ok(HttpResponse::Created().json(NewPersonalToken { id: id.0, name, token, scopes, created_at, expires_at }))
}

/// Revoke a personal access token.
#[utoipa::path(delete, path = "/v1/me/tokens/{token_id}", tag = "account", security(("bearer" = [])),
    params(("token_id" = Uuid, Path)),
    responses((status = 204), (status = 400, body = ProblemDocument), (status = 401, body = ProblemDocument),
        (status = 403, body = ProblemDocument), (status = 404, body = ProblemDocument)))]
pub async fn revoke_token(app: web::Data<App>, caller: Caller, token_id: web::Path<TokenId>) -> Result<HttpResponse> {
    personal_tokens::revoke(&app, &caller, *token_id).await?;
    Ok(HttpResponse::NoContent().finish())
}
