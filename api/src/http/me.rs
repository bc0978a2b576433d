//! The account of the caller.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::Result;
use super::caller::ClientOrigin;
use super::etag::{self, IfMatchHeader, Replaced};
use super::extract::Body;
use super::responses::{AccessToken, Conflict, FreshCode, JsonBody, Problems, Replaces};
use crate::app::App;
use crate::db::people::Person;
use crate::play::EmailLength;
use crate::play::people::caller::Caller;
use crate::play::people::challenges::Challenges;
use crate::play::people::{account, leaving};
use crate::token::Scope;

/// Your account.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"id": "0198c0de-7a11-7000-8000-00c0ffee0003", "handle": "ada", "name": "Ada Lovelace",
    "address": "ada@example.org", "time_zone": "Europe/London",
    "mail": {"turns": true, "matches": true, "invitations": true, "digest": false}, "email_length": "auto",
    "notes": true, "shows_last_seen": true, "shows_rating": true, "bot": false, "challenges": null,
    "unreachable_since": null,
    "created_at": "2026-11-21T10:00:00Z"}))]
pub struct Me {
    /// The id.
    id: Uuid,
    /// The handle: a unique name for invitations.
    pub(super) handle: String,
    /// The display name.
    name: String,
    /// The email address. Other players do not see it.
    address: Option<String>,
    /// The IANA name of the time zone for times in emails.
    time_zone: String,
    /// The email preferences.
    mail: MailPreferences,
    /// The length of emails about your turns: `full`, `short`, or `auto`, which is full for your first three moves of a match, then short.
    /// A reply with the word `help` brings what short emails omit. If the server does not read replies, all are full.
    email_length: EmailLength,
    /// True if emails and pages show other players' notes.
    notes: bool,
    /// True if other players may see the day of your last visit.
    shows_last_seen: bool,
    /// True if lists and your profile show your ratings. Opponents see what a match of theirs did to them in any case.
    shows_rating: bool,
    /// True if a program plays for the account. Matches and your profile show this.
    bot: bool,
    /// The challenges that the program accepts, if any.
    challenges: Option<Challenges>,
    /// The time since which the server has not sent you emails about matches, because emails to you bounced. Signing in resumes them.
    unreachable_since: Option<DateTime<Utc>>,
    /// The time at which the account was created.
    created_at: DateTime<Utc>,
}

/// The categories of emails that you receive.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"turns": true, "matches": true, "invitations": false, "digest": true}))]
pub struct MailPreferences {
    /// Emails about your turns.
    turns: bool,
    /// Emails about the start and the end of your matches.
    matches: bool,
    /// Emails about invitations.
    invitations: bool,
    /// A daily list of your open turns, at 07:00 in your time zone. Off by default.
    digest: bool,
}

impl From<Person> for Me {
    fn from(person: Person) -> Me {
        let mail = MailPreferences {
            turns: person.mail_turns,
            matches: person.mail_matches,
            invitations: person.mail_invitations,
            digest: person.digest_at.is_some(),
        };
        let Person {
            id,
            handle,
            name,
            address,
            time_zone,
            notes,
            shows_seen,
            shows_rating,
            unreachable_since,
            created_at,
            is_bot,
            email_length,
            challenges,
            ..
        } = person;
        Me {
            id: id.0,
            handle,
            name,
            address,
            time_zone,
            mail,
            email_length,
            notes,
            shows_last_seen: shows_seen,
            shows_rating,
            bot: is_bot,
            challenges: Challenges::stored(challenges.as_deref()),
            unreachable_since,
            created_at,
        }
    }
}

/// A change of your account. Omitted fields keep their values.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"handle": "ada", "name": "Ada Lovelace", "time_zone": "Europe/London", "mail": {"turns": false}}))]
pub struct MeChange {
    /// The handle, 3 to 30 characters: a letter from a to z, then letters, digits and hyphens.
    #[schema(min_length = 3, max_length = 30)]
    handle: Option<String>,
    /// The display name, 1 to 40 visible characters.
    #[schema(min_length = 1, max_length = 40)]
    name: Option<String>,
    /// The IANA name of the time zone.
    time_zone: Option<String>,
    /// The email preferences.
    mail: Option<MailChange>,
    /// The length of emails about your turns.
    email_length: Option<EmailLength>,
    /// True if emails and pages show other players' notes.
    notes: Option<bool>,
    /// True if other players may see the day of your last visit.
    shows_last_seen: Option<bool>,
    /// True if lists and your profile show your ratings.
    shows_rating: Option<bool>,
    /// True if a program plays for the account. Matches and your profile show this.
    bot: Option<bool>,
    /// The challenges that the program accepts. `GET /v1/people?kind=bot` lists it with them.
    challenges: Option<Challenges>,
}

/// A change of email preferences. Omitted fields keep their values.
#[derive(Deserialize, Default, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"turns": false}))]
pub struct MailChange {
    /// Emails about your turns.
    turns: Option<bool>,
    /// Emails about the start and the end of your matches.
    matches: Option<bool>,
    /// Emails about invitations.
    invitations: Option<bool>,
    /// A daily list of your open turns, at 07:00 in your time zone.
    digest: Option<bool>,
}

/// Show your account.
///
/// Your names, email address, time zone and email preferences. Supports `If-None-Match`.
#[utoipa::path(get, path = "/v1/me", tag = "account", security(("bearer" = ["account:read"])),
    responses((status = 200, body = Me, headers(("ETag" = String, description = "Changes with the response"))),
        (status = 304, description = "Not modified"), Problems<(AccessToken,)>))]
pub async fn show_me(app: web::Data<App>, caller: Caller, request: HttpRequest) -> Result<HttpResponse> {
    caller.may(Scope::AccountRead)?;
    let (_, person) = account::present(&app, &caller).await?;
    Ok(etag::answer(&request, StatusCode::OK, &Me::from(person)))
}

/// Change your account.
///
/// Omitted fields keep their values. The response is a conflict if another player has the handle or a similar one, or gave it up in the
/// last 90 days.
#[utoipa::path(patch, path = "/v1/me", tag = "account", security(("bearer" = ["account:write"])),
    params(IfMatchHeader),
    request_body = MeChange,
    responses((status = 200, body = Me, headers(("ETag" = String, description = "Changes with the response"))),
        Problems<(AccessToken, JsonBody, Conflict, Replaces)>))]
pub async fn change_me(
    app: web::Data<App>,
    caller: Caller,
    replaced: Replaced,
    request: HttpRequest,
    Body(body): Body<MeChange>,
) -> Result<HttpResponse> {
    let MeChange {
        handle,
        name,
        time_zone,
        mail,
        email_length,
        notes,
        shows_last_seen: shows_seen,
        shows_rating,
        bot: is_bot,
        challenges,
    } = body;
    let MailChange { turns, matches, invitations, digest } = mail.unwrap_or_default();
    let mail = [turns, matches, invitations, digest];
    let wishes = account::Wishes {
        handle,
        name,
        time_zone,
        mail,
        notes,
        shows_seen,
        shows_rating,
        is_bot,
        email_length,
        challenges,
    };
    let is_replaced = |person: &Person| replaced.has(&Me::from(person.clone()));
    let changed = account::change_if(&app, &caller, &wishes, &is_replaced).await?;
    Ok(etag::answer(&request, StatusCode::OK, &Me::from(changed)))
}

/// Delete your account.
///
/// The server erases your name and email address, ends your sessions and tokens, and deletes your bots. You leave every match that has not
/// started, and those that you created are cancelled. You resign from every running match. Your matches and moves remain, under the name
/// "deleted player". An email confirms it. You must have entered a sign-in code in this session in the last ten minutes; otherwise sign in
/// again first.
#[utoipa::path(delete, path = "/v1/me", tag = "account", security(("bearer" = ["session"])),
    responses((status = 204), Problems<(AccessToken, FreshCode, Conflict)>))]
pub async fn delete_me(app: web::Data<App>, caller: Caller, origin: ClientOrigin) -> Result<HttpResponse> {
    leaving::delete(&app, &caller, &origin.0).await?;
    Ok(HttpResponse::NoContent().finish())
}
