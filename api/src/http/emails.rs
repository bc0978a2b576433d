//! The emails to a person, and their deliveries.

use std::collections::HashMap;

use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::Result;
use super::caller::ClientNetwork;
use super::extract::Body;
use super::paging::{Paging, PagingParameters};
use super::responses::{AccessToken, JsonBody, Problems, QueryParameter};
use crate::app::App;
use crate::db::{self, Connection};
use crate::ids::EmailId;
use crate::play::people::caller::Caller;
use crate::play::people::{account, emails_again};
use crate::play::{EmailKind, EmailState};
use crate::token::Scope;

/// An email.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"id": "0198c0de-7a11-7000-8000-00c0ffee0005", "kind": "your-turn",
    "match_id": "0198c0de-7a11-7000-8000-00c0ffee0006", "created_at": "2026-11-21T10:00:00Z", "state": "sent",
    "deliveries": [{"at": "2026-11-21T10:00:01Z", "accepted": true, "answer": "250 2.0.0 Ok: queued"}]}))]
pub struct Email {
    /// The id.
    id: Uuid,
    /// The kind of email.
    kind: EmailKind,
    /// The match that the email is about, if any.
    match_id: Option<Uuid>,
    /// The time at which the email became due.
    created_at: DateTime<Utc>,
    /// The state of the email.
    state: EmailState,
    /// The delivery attempts, oldest first.
    deliveries: Vec<Delivery>,
}

/// An attempt to deliver an email.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"at": "2026-11-21T10:00:01Z", "accepted": true, "answer": "250 2.0.0 Ok: queued"}))]
pub struct Delivery {
    /// The time of the attempt.
    at: DateTime<Utc>,
    /// True if the mail server accepted the email.
    accepted: bool,
    /// The mail server's response.
    answer: String,
}

/// A page of emails.
#[derive(Serialize, ToSchema)]
pub struct Emails {
    /// The emails, newest first.
    emails: Vec<Email>,
    /// The value of `after` for the next page, if any.
    next: Option<String>,
}

/// Emails with their deliveries.
pub(super) async fn with_deliveries(
    connection: &mut Connection,
    emails: Vec<db::own::Email>,
) -> db::Result<Vec<Email>> {
    let mut deliveries: HashMap<EmailId, Vec<Delivery>> = HashMap::new();
    for db::own::Delivery { email_id, at, accepted, answer } in db::own::deliveries(connection, &emails).await? {
        deliveries.entry(email_id).or_default().push(Delivery { at, accepted, answer });
    }
    let complete = |db::own::Email { home: _, id, kind, match_id, created_at, state }| {
        let deliveries = deliveries.remove(&id).unwrap_or_default();
        let match_id = match_id.map(|id| id.0);
        Email { id: id.0, kind, match_id, created_at, state, deliveries }
    };
    Ok(emails.into_iter().map(complete).collect())
}

/// List the emails to you.
///
/// The newest comes first. Each email lists its delivery attempts.
#[utoipa::path(get, path = "/v1/me/emails", tag = "account", security(("bearer" = ["account:read"])),
    params(PagingParameters),
    responses((status = 200, body = Emails, headers(("Link" = String, description = "The next page, if any (RFC 8288)"))),
        Problems<(AccessToken, QueryParameter)>))]
pub async fn list_emails(
    app: web::Data<App>,
    caller: Caller,
    paging: Paging,
    request: HttpRequest,
) -> Result<HttpResponse> {
    caller.may(Scope::AccountRead)?;
    let (mut connection, person) = account::present(&app, &caller).await?;
    let mut rows = db::own::emails(&mut connection, person.id, EmailId(paging.before), paging.rows()).await?;
    let next = paging.cut(&mut rows, |email| email.id.0);
    let emails = with_deliveries(&mut connection, rows).await?;
    Ok(Paging::answer(&request, next.clone().as_deref(), Emails { emails, next }))
}

/// A request for the links of your open turns.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"address": "ada@example.org"}))]
pub struct EmailsAgain {
    /// The email address of the account. Upper and lower case are equal.
    #[schema(max_length = 254)]
    address: String,
}

/// Email the links of your open turns.
///
/// The server sends one email that lists every match in which it is your turn. The response is the same if the address has no account.
#[utoipa::path(post, path = "/v1/emails/again", tag = "sign-in",
    request_body = EmailsAgain,
    responses((status = 202, description = "Accepted"), Problems<(JsonBody,)>))]
pub async fn send_emails_again(
    app: web::Data<App>,
    network: ClientNetwork,
    Body(body): Body<EmailsAgain>,
) -> Result<HttpResponse> {
    emails_again::ask(&app, &body.address, network.0).await?;
    Ok(HttpResponse::Accepted().finish())
}
