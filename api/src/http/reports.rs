//! Reports to the host of the server.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use serde::Deserialize;
use utoipa::ToSchema;

use super::Result;
use super::extract::Body;
use super::idempotency::IdempotencyKey;
use super::problem::Problem;
use super::responses::{AccessToken, Conflict, JsonBody, NotFound, Problems};
use crate::app::App;
use crate::ids::{MatchId, NoteId};
use crate::play::people::caller::Caller;
use crate::play::people::reports::{self, About};
use crate::token::Scope;

/// A report about a match, a person, a person in a match, or a note in a match in which you play.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"person": "bob", "text": "Writes insults to the table."}))]
pub struct ReportRequest {
    /// The id of the match; required with `note_id`.
    match_id: Option<MatchId>,
    /// The handle of the person. Omit it if you report a note.
    #[schema(max_length = 40)]
    person: Option<String>,
    /// The id of the note.
    note_id: Option<NoteId>,
    /// What is wrong, 1 to 1000 characters.
    #[schema(min_length = 1, max_length = 1000)]
    text: String,
}

impl ReportRequest {
    fn about(&self) -> Result<About, Problem> {
        match (self.match_id, &self.person, self.note_id) {
            (Some(id), _, Some(note)) => Ok(About::Note(id, note)),
            (None, _, Some(_)) => Err(Problem::field("match_id", "Expected the match of the note.")),
            (id, Some(person), None) => Ok(About::Person(person.clone(), id)),
            (Some(id), None, None) => Ok(About::Match(id)),
            (None, None, None) => Err(Problem::field("person", "Expected a person, a match, or a note of a match.")),
        }
    }
}

/// Report something to the host.
///
/// The host of the server reads the report. The reported person is not notified. At most 10 a day; repeating a report within a day counts
/// once.
#[utoipa::path(post, path = "/v1/reports", tag = "players", security(("bearer" = ["account:write"])),
    params(IdempotencyKey),
    request_body = ReportRequest,
    responses((status = 201), Problems<(AccessToken, JsonBody, NotFound, Conflict)>))]
pub async fn create_report(
    app: web::Data<App>,
    caller: Caller,
    Body(new): Body<ReportRequest>,
) -> Result<HttpResponse> {
    caller.may(Scope::AccountWrite)?;
    reports::report(&app, caller.user, &new.about()?, &new.text).await?;
    Ok(HttpResponse::build(StatusCode::CREATED).finish())
}
