//! One's own account.

use actix_web::{HttpResponse, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::Result;
use super::extract::Body;
use super::problem::ProblemDocument;
use crate::app::App;
use crate::db::people::Person;
use crate::play::account;
use crate::play::caller::Caller;
use crate::token::Scope;

/// One's own account.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"id": "0198c0de-7a11-7000-8000-00c0ffee0003", "handle": "ada", "name": "Ada Lovelace",
    "address": "ada@example.org", "time_zone": "Europe/London",
    "mail": {"turns": true, "matches": true, "invitations": true}, "created_at": "2026-11-21T10:00:00Z"}))]
pub struct Me {
    /// The id.
    id: Uuid,
    /// The unique name, by which others invite.
    pub(super) handle: String,
    /// The name for people.
    name: String,
    /// Where letters go. Nobody else sees it.
    address: Option<String>,
    /// The IANA name of the time zone in which letters give times.
    time_zone: String,
    /// Which letters are sent.
    mail: MailPreferences,
    /// When the account was made.
    created_at: DateTime<Utc>,
}

/// Which letters are sent.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"turns": true, "matches": true, "invitations": false}))]
pub struct MailPreferences {
    /// When it is one's turn.
    turns: bool,
    /// When a match has started or is over.
    matches: bool,
    /// When one is invited.
    invitations: bool,
}

impl From<Person> for Me {
    fn from(person: Person) -> Me {
        let mail = MailPreferences {
            turns: person.mail_turns,
            matches: person.mail_matches,
            invitations: person.mail_invitations,
        };
        let Person { id, handle, name, address, time_zone, created_at, .. } = person;
        Me { id: id.0, handle, name, address, time_zone, mail, created_at }
    }
}

/// What is to change; what is left out stays.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"handle": "ada", "name": "Ada Lovelace", "time_zone": "Europe/London", "mail": {"turns": false}}))]
pub struct MeChange {
    /// 3 to 30 characters: a letter from a to z, then letters, digits and hyphens.
    #[schema(min_length = 3, max_length = 30)]
    handle: Option<String>,
    /// 1 to 40 characters, none of them invisible.
    #[schema(min_length = 1, max_length = 40)]
    name: Option<String>,
    /// The IANA name of a time zone.
    time_zone: Option<String>,
    /// Which letters are to be sent.
    mail: Option<MailChange>,
}

/// Which letters are to be sent; what is left out stays.
#[derive(Deserialize, Default, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"turns": false}))]
pub struct MailChange {
    /// When it is one's turn.
    turns: Option<bool>,
    /// When a match has started or is over.
    matches: Option<bool>,
    /// When one is invited.
    invitations: Option<bool>,
}

/// Show one's account.
#[utoipa::path(get, path = "/v1/me", tag = "account", security(("bearer" = [])),
    responses((status = 200, body = Me), (status = 401, body = ProblemDocument), (status = 403, body = ProblemDocument)))]
pub async fn show_me(app: web::Data<App>, caller: Caller) -> Result<web::Json<Me>> {
    caller.may(Scope::AccountRead)?;
    let (_, person) = account::present(&app, &caller).await?;
    Ok(web::Json(person.into()))
}

/// Change one's account.
#[utoipa::path(patch, path = "/v1/me", tag = "account", security(("bearer" = [])), request_body = MeChange,
    responses((status = 200, body = Me), (status = 400, body = ProblemDocument), (status = 401, body = ProblemDocument),
        (status = 403, body = ProblemDocument), (status = 409, body = ProblemDocument),
        (status = 413, body = ProblemDocument), (status = 415, body = ProblemDocument),
        (status = 422, body = ProblemDocument)))]
pub async fn change_me(app: web::Data<App>, caller: Caller, Body(body): Body<MeChange>) -> Result<web::Json<Me>> {
    let MeChange { handle, name, time_zone, mail } = body;
    let MailChange { turns, matches, invitations } = mail.unwrap_or_default();
    let wishes = account::Wishes { handle, name, time_zone, mail: [turns, matches, invitations] };
    Ok(web::Json(account::change(&app, &caller, &wishes).await?.into()))
}

/// Delete one's account.
///
/// Name and address are erased, sessions and tokens end. Matches that have not started are left, or cancelled if one has
/// created them. In matches that run one resigns. All matches stay, and so do their moves, by a "deleted player".
#[utoipa::path(delete, path = "/v1/me", tag = "account", security(("bearer" = [])),
    responses((status = 204), (status = 401, body = ProblemDocument), (status = 403, body = ProblemDocument)))]
pub async fn delete_me(app: web::Data<App>, caller: Caller) -> Result<HttpResponse> {
    account::delete(&app, &caller).await?;
    Ok(HttpResponse::NoContent().finish())
}
