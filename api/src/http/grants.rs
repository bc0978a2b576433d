//! What you have allowed clients of OAuth.

use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::Result;
use super::paging::{Paging, PagingParameters};
use super::responses::{AccessToken, NotFound, PathParameter, Problems, QueryParameter};
use crate::app::App;
use crate::db;
use crate::ids::GrantId;
use crate::play::people::caller::Caller;
use crate::play::people::{account, grants};
use crate::token::Scope;

/// An app's access to your account.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"id": "0198c0de-7a11-7000-8000-00c0ffee0011", "client_id": "0198c0de-7a11-7000-8000-00c0ffee0010",
    "name": "Magma on the tram", "author": "bob", "scopes": ["matches:read", "moves:write"], "created_at": "2026-11-30T10:00:00Z",
    "last_used_at": "2026-11-30T10:00:01Z", "expires_at": "2027-02-28T10:00:01Z"}))]
pub struct Grant {
    /// The id.
    id: Uuid,
    /// The id of the client.
    client_id: Uuid,
    /// The name of the client.
    name: String,
    /// The handle of the person who registered the client.
    author: String,
    /// The scopes.
    scopes: Vec<Scope>,
    /// The time at which you gave access.
    created_at: DateTime<Utc>,
    /// The time of its last use, to the minute, if any.
    last_used_at: Option<DateTime<Utc>>,
    /// The time at which it expires unless the client uses it.
    expires_at: DateTime<Utc>,
    /// The time at which it ended, if it has ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    ended_at: Option<DateTime<Utc>>,
}

impl From<db::grants::Grant> for Grant {
    fn from(row: db::grants::Grant) -> Grant {
        Grant {
            id: row.id.0,
            client_id: row.client_id.0,
            name: row.client_name,
            author: row.author,
            scopes: Scope::from_names(&row.scopes),
            created_at: row.created_at,
            last_used_at: row.last_used_at,
            expires_at: row.expires_at,
            ended_at: row.ended_at,
        }
    }
}

/// A page of apps with access to your account.
#[derive(Serialize, ToSchema)]
pub struct Grants {
    /// The apps' access, newest first.
    grants: Vec<Grant>,
    /// The value of `after` for the next page, if any.
    next: Option<String>,
}

/// List the apps with access to your account.
///
/// The newest comes first.
#[utoipa::path(get, path = "/v1/me/grants", tag = "programs", security(("bearer" = ["account:read"])),
    params(PagingParameters),
    responses((status = 200, body = Grants, headers(("Link" = String, description = "The next page, if any (RFC 8288)"))),
        Problems<(AccessToken, QueryParameter)>))]
pub async fn list_grants(
    app: web::Data<App>,
    caller: Caller,
    paging: Paging,
    request: HttpRequest,
) -> Result<HttpResponse> {
    caller.may(Scope::AccountRead)?;
    let (mut connection, person) = account::present(&app, &caller).await?;
    let grants = db::grants::list(&mut connection, person.id, false, app.clock.now()).await?;
    let (grants, next) = paging.page(grants, |grant| grant.id.0);
    let grants = grants.into_iter().map(Grant::from).collect();
    Ok(Paging::answer(&request, next.clone().as_deref(), Grants { grants, next }))
}

/// Revoke an app's access.
///
/// Its tokens stop working immediately, and its event streams end.
#[utoipa::path(delete, path = "/v1/me/grants/{grant_id}", tag = "programs", security(("bearer" = ["session"])),
    params(("grant_id" = Uuid, Path, description = "The access")),
    responses((status = 204), Problems<(AccessToken, PathParameter, NotFound)>))]
pub async fn delete_grant(app: web::Data<App>, caller: Caller, grant_id: web::Path<GrantId>) -> Result<HttpResponse> {
    grants::end(&app, &caller, *grant_id).await?;
    Ok(HttpResponse::NoContent().finish())
}
