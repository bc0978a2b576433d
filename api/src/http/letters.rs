//! The letters one was sent, and what became of them.

use std::collections::HashMap;

use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::Result;
use super::paging::{Paging, PagingParameters};
use super::problem::ProblemDocument;
use crate::app::App;
use crate::db::{self, Connection};
use crate::ids::LetterId;
use crate::play::account;
use crate::play::caller::Caller;
use crate::token::Scope;

/// A letter.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"id": "0198c0de-7a11-7000-8000-00c0ffee0005", "kind": "your-turn",
    "match_id": "0198c0de-7a11-7000-8000-00c0ffee0006", "created_at": "2026-11-21T10:00:00Z", "state": "sent",
    "deliveries": [{"at": "2026-11-21T10:00:01Z", "accepted": true, "answer": "250 2.0.0 Ok: queued"}]}))]
pub struct Letter {
    /// The id.
    id: Uuid,
    /// `confirm-address`, `invitation`, `match-started`, `your-turn` or `match-over`.
    kind: &'static str,
    /// The match it is about.
    match_id: Option<Uuid>,
    /// When it was first owed.
    created_at: DateTime<Utc>,
    /// `due`, `sent`, `moot` (there was no more reason to send it) or `failed`.
    state: &'static str,
    /// Every try, the earliest first.
    deliveries: Vec<Delivery>,
}

/// A try to deliver a letter.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"at": "2026-11-21T10:00:01Z", "accepted": true, "answer": "250 2.0.0 Ok: queued"}))]
pub struct Delivery {
    /// When.
    at: DateTime<Utc>,
    /// Has the mail server taken it?
    accepted: bool,
    /// What the mail server said.
    answer: String,
}

/// A page of letters.
#[derive(Serialize, ToSchema)]
pub struct Letters {
    /// The newest first.
    letters: Vec<Letter>,
    /// The cursor of the next page, if there is one.
    next: Option<String>,
}

/// Letters with what became of them.
pub(super) async fn with_deliveries(
    connection: &mut Connection,
    letters: Vec<db::own::Letter>,
) -> db::Result<Vec<Letter>> {
    let ids: Vec<LetterId> = letters.iter().map(|letter| letter.id).collect();
    let mut deliveries: HashMap<LetterId, Vec<Delivery>> = HashMap::new();
    for db::own::Delivery { letter_id, at, accepted, answer } in db::own::deliveries(connection, &ids).await? {
        deliveries.entry(letter_id).or_default().push(Delivery { at, accepted, answer });
    }
    let complete = |db::own::Letter { id, kind, match_id, created_at, state }| {
        let deliveries = deliveries.remove(&id).unwrap_or_default();
        let match_id = match_id.map(|id| id.0);
        Letter { id: id.0, kind: kind.name(), match_id, created_at, state: state.name(), deliveries }
    };
    Ok(letters.into_iter().map(complete).collect())
}

/// List the letters one was sent, and what became of them.
#[utoipa::path(get, path = "/v1/me/letters", tag = "account", security(("bearer" = [])), params(PagingParameters),
    responses((status = 200, body = Letters, headers(("Link" = String, description = "The next page (RFC 8288)."))),
        (status = 401, body = ProblemDocument), (status = 403, body = ProblemDocument),
        (status = 422, body = ProblemDocument)))]
pub async fn list_letters(
    app: web::Data<App>,
    caller: Caller,
    paging: Paging,
    request: HttpRequest,
) -> Result<HttpResponse> {
    caller.may(Scope::AccountRead)?;
    let (mut connection, person) = account::present(&app, &caller).await?;
    let mut rows = db::own::letters(&mut connection, person.id, LetterId(paging.before), paging.rows()).await?;
    let next = paging.cut(&mut rows, |letter| letter.id.0);
    let letters = with_deliveries(&mut connection, rows).await?;
    Ok(Paging::answer(&request, next.clone().as_deref(), Letters { letters, next }))
}
