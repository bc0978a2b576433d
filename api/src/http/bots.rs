//! Bots: accounts of their own for programs of yours.

use actix_web::{HttpResponse, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::Result;
use super::caller::ClientOrigin;
use super::extract::Body;
use super::personal_tokens::CreatedPersonalToken;
use super::responses::{AccessToken, Conflict, FreshCode, JsonBody, NotFound, PathParameter, Problems};
use crate::app::App;
use crate::db;
use crate::ids::UserId;
use crate::play::people::bots::{self, TokenWish};
use crate::play::people::caller::Caller;
use crate::token::Scope;

/// A bot to create.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"handle": "lava-bot", "name": "Lava bot", "scopes": ["matches:read", "moves:write"], "expires_in_days": 90}))]
pub struct BotRequest {
    /// The handle, 3 to 30 characters: a letter from a to z, then letters, digits and hyphens.
    #[schema(min_length = 3, max_length = 30)]
    handle: String,
    /// The display name, 1 to 40 visible characters.
    #[schema(min_length = 1, max_length = 40)]
    name: String,
    /// The scopes of its token, at least one.
    #[schema(min_items = 1)]
    scopes: Vec<Scope>,
    /// The number of days until its token expires.
    #[schema(minimum = 1, maximum = 366, default = 90)]
    expires_in_days: Option<u16>,
}

/// A token to create for a bot.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"scopes": ["matches:read", "moves:write"], "expires_in_days": 90}))]
pub struct BotTokenRequest {
    /// The scopes, at least one.
    #[schema(min_items = 1)]
    scopes: Vec<Scope>,
    /// The number of days until the token expires.
    #[schema(minimum = 1, maximum = 366, default = 90)]
    expires_in_days: Option<u16>,
}

/// A bot.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"id": "0198c0de-7a11-7000-8000-00c0ffee0011", "handle": "lava-bot", "name": "Lava bot",
    "created_at": "2026-12-01T10:00:00Z"}))]
pub struct Bot {
    /// The id.
    id: Uuid,
    /// The handle.
    handle: String,
    /// The display name.
    name: String,
    /// The time of creation.
    created_at: DateTime<Utc>,
}

/// Your bots.
#[derive(Serialize, ToSchema)]
pub struct Bots {
    /// The bots, newest first.
    bots: Vec<Bot>,
}

/// A new bot and its token.
#[derive(Serialize, ToSchema)]
pub struct CreatedBot {
    /// The bot.
    bot: Bot,
    /// Its token.
    token: CreatedPersonalToken,
}

impl From<db::bots::Bot> for Bot {
    fn from(row: db::bots::Bot) -> Bot {
        let db::bots::Bot { id, handle, name, created_at } = row;
        Bot { id: id.0, handle, name, created_at }
    }
}

/// Create a bot.
///
/// A bot is a separate account for a program of yours. It plays under its own name and is marked as a bot. It has no email address,
/// receives no emails, and can be used only with its token. The response contains the token, which cannot be read again. An account can
/// have at most 10 bots. You must have entered a sign-in code in this session in the last ten minutes; otherwise sign in again first.
#[utoipa::path(post, path = "/v1/bots", tag = "programs", security(("bearer" = ["session"])),
    request_body = BotRequest,
    responses((status = 201, body = CreatedBot), Problems<(AccessToken, FreshCode, JsonBody, Conflict)>))]
pub async fn create_bot(
    app: web::Data<App>,
    caller: Caller,
    origin: ClientOrigin,
    Body(body): Body<BotRequest>,
) -> Result<HttpResponse> {
    let BotRequest { handle, name, scopes, expires_in_days: days } = body;
    let wish = TokenWish { scopes: &scopes, days };
    let (bot, token) = bots::create(&app, &caller, &origin.0, (&handle, &name), wish).await?;
    Ok(HttpResponse::Created().json(CreatedBot { bot: bot.into(), token: token.into() }))
}

/// List your bots.
///
/// The newest comes first.
#[utoipa::path(get, path = "/v1/bots", tag = "programs", security(("bearer" = ["session"])),
    responses((status = 200, body = Bots), Problems<(AccessToken,)>))]
pub async fn list_bots(app: web::Data<App>, caller: Caller) -> Result<web::Json<Bots>> {
    let bots = bots::list(&app, &caller).await?.into_iter().map(Bot::from);
    Ok(web::Json(Bots { bots: bots.collect() }))
}

/// Create a new token for a bot.
///
/// The previous token stops working immediately. You must have entered a sign-in code in this session in the last ten minutes; otherwise
/// sign in again first.
#[utoipa::path(post, path = "/v1/bots/{bot_id}/token", tag = "programs", security(("bearer" = ["session"])),
    params(("bot_id" = Uuid, Path, description = "The bot")),
    request_body = BotTokenRequest,
    responses((status = 201, body = CreatedPersonalToken), Problems<(AccessToken, FreshCode, JsonBody, NotFound, Conflict)>))]
pub async fn renew_bot_token(
    app: web::Data<App>,
    caller: Caller,
    origin: ClientOrigin,
    bot_id: web::Path<UserId>,
    Body(body): Body<BotTokenRequest>,
) -> Result<HttpResponse> {
    let wish = TokenWish { scopes: &body.scopes, days: body.expires_in_days };
    let made = bots::renew(&app, &caller, &origin.0, *bot_id, wish).await?;
    Ok(HttpResponse::Created().json(CreatedPersonalToken::from(made)))
}

/// Delete a bot.
///
/// The bot resigns from every running match and leaves every match that has not started. Its matches and moves remain, under the name
/// "deleted player".
#[utoipa::path(delete, path = "/v1/bots/{bot_id}", tag = "programs", security(("bearer" = ["session"])),
    params(("bot_id" = Uuid, Path, description = "The bot")),
    responses((status = 204), Problems<(AccessToken, PathParameter, NotFound)>))]
pub async fn delete_bot(
    app: web::Data<App>,
    caller: Caller,
    origin: ClientOrigin,
    bot_id: web::Path<UserId>,
) -> Result<HttpResponse> {
    bots::delete(&app, &caller, &origin.0, *bot_id).await?;
    Ok(HttpResponse::NoContent().finish())
}
