//! Clients of OAuth: programs of yours to which other people can give access.

use actix_web::{HttpResponse, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::Result;
use super::extract::Body;
use super::responses::{AccessToken, Conflict, JsonBody, NotFound, PathParameter, Problems};
use crate::app::App;
use crate::db;
use crate::ids::ClientId;
use crate::play::people::caller::Caller;
use crate::play::people::clients;

/// A client to register.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Magma on the tram", "redirect_uris": ["https://tram.example/signed-in"]}))]
pub struct OauthClientRequest {
    /// The name that people see when they give the client access, 1 to 40 characters.
    #[schema(min_length = 1, max_length = 40)]
    name: String,
    /// The allowed redirect URIs: https, the scheme of a mobile app (`com.example.app:/signed-in`), or `http://127.0.0.1` or `http://[::1]`
    /// with a path, for desktop programs, which may use any port.
    #[schema(min_items = 1, max_items = 10)]
    redirect_uris: Vec<String>,
}

/// An OAuth client.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"client_id": "0198c0de-7a11-7000-8000-00c0ffee0010", "name": "Magma on the tram",
    "redirect_uris": ["https://tram.example/signed-in"], "created_at": "2026-11-30T10:00:00Z"}))]
pub struct OauthClient {
    /// The id, which the client sends as `client_id`. Clients have no secret.
    client_id: Uuid,
    /// The name.
    name: String,
    /// The allowed redirect URIs.
    redirect_uris: Vec<String>,
    /// The time at which it was registered.
    created_at: DateTime<Utc>,
}

/// Your clients.
#[derive(Serialize, ToSchema)]
pub struct OauthClients {
    /// The clients, newest first.
    clients: Vec<OauthClient>,
}

impl From<db::clients::Client> for OauthClient {
    fn from(row: db::clients::Client) -> OauthClient {
        let db::clients::Client { id, name, redirects, created_at, author: _ } = row;
        OauthClient { client_id: id.0, name, redirect_uris: redirects, created_at }
    }
}

/// Register an OAuth client.
///
/// For a program of yours that acts for other people (OAuth 2.1). All clients are public: there is no secret. An account can have at most
/// 10 clients. `/.well-known/oauth-authorization-server` names the next endpoints.
#[utoipa::path(post, path = "/v1/clients", tag = "programs", security(("bearer" = ["session"])),
    request_body = OauthClientRequest,
    responses((status = 201, body = OauthClient), Problems<(AccessToken, JsonBody, Conflict)>))]
pub async fn create_client(
    app: web::Data<App>,
    caller: Caller,
    Body(body): Body<OauthClientRequest>,
) -> Result<HttpResponse> {
    let made = clients::create(&app, &caller, &body.name, &body.redirect_uris).await?;
    Ok(HttpResponse::Created().json(OauthClient::from(made)))
}

/// List your OAuth clients.
///
/// The newest comes first.
#[utoipa::path(get, path = "/v1/clients", tag = "programs", security(("bearer" = ["session"])),
    responses((status = 200, body = OauthClients), Problems<(AccessToken,)>))]
pub async fn list_clients(app: web::Data<App>, caller: Caller) -> Result<web::Json<OauthClients>> {
    let clients = clients::list(&app, &caller).await?.into_iter().map(OauthClient::from);
    Ok(web::Json(OauthClients { clients: clients.collect() }))
}

/// Delete an OAuth client.
///
/// All its users' access ends immediately.
#[utoipa::path(delete, path = "/v1/clients/{client_id}", tag = "programs", security(("bearer" = ["session"])),
    params(("client_id" = Uuid, Path, description = "The client")),
    responses((status = 204), Problems<(AccessToken, PathParameter, NotFound)>))]
pub async fn delete_client(
    app: web::Data<App>,
    caller: Caller,
    client_id: web::Path<ClientId>,
) -> Result<HttpResponse> {
    clients::delete(&app, &caller, *client_id).await?;
    Ok(HttpResponse::NoContent().finish())
}
