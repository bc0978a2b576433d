//! Private notes of players about a match.

use actix_web::http::StatusCode;
use actix_web::http::header::ETag;
use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Result;
use super::etag::{self, IfMatchHeader, Replaced};
use super::extract::Body;
use super::responses::{AccessToken, Forbidden, JsonBody, NotFound, PathParameter, Problems, Replaces};
use crate::app::App;
use crate::db::private_notes::PrivateNoteRow;
use crate::ids::MatchId;
use crate::play::game::private_notes;
use crate::play::people::caller::Caller;
use crate::token::Scope;

/// A private note to save.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"text": "Bob likes the north. Next: e5-e7."}))]
pub struct PrivateNoteRequest {
    /// The text, at most 2000 characters. An empty text removes the note.
    #[schema(max_length = 2000)]
    text: String,
}

/// Your private note about a match.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"text": "Bob likes the north. Next: e5-e7.", "written_at": "2026-11-21T10:00:00Z"}))]
pub struct PrivateNote {
    /// The text; empty if there is none.
    text: String,
    /// The time at which it was written, if any.
    written_at: Option<DateTime<Utc>>,
}

impl From<Option<PrivateNoteRow>> for PrivateNote {
    fn from(row: Option<PrivateNoteRow>) -> PrivateNote {
        let (text, written_at) = row.map(|row| (row.text, Some(row.written_at))).unwrap_or_default();
        PrivateNote { text, written_at }
    }
}

/// Show your private note about a match.
///
/// For the players of the match. Only you can read your note. Supports `If-None-Match`.
#[utoipa::path(get, path = "/v1/matches/{match_id}/private-note", tag = "players", security(("bearer" = ["matches:read"])),
    params(("match_id" = Uuid, Path, description = "The match")),
    responses((status = 200, body = PrivateNote, headers(("ETag" = String, description = "Changes with the response"))),
        (status = 304, description = "Not modified"), Problems<(AccessToken, PathParameter, Forbidden, NotFound)>))]
pub async fn show_private_note(
    app: web::Data<App>,
    caller: Caller,
    match_id: web::Path<MatchId>,
    request: HttpRequest,
) -> Result<HttpResponse> {
    caller.may(Scope::MatchesRead)?;
    let note = PrivateNote::from(private_notes::read(&app, *match_id, caller.user).await?);
    Ok(etag::answer(&request, StatusCode::OK, &note))
}

/// Save your private note about a match.
///
/// It replaces your previous note. For the players of the match, in every phase. Only you can read it.
#[utoipa::path(put, path = "/v1/matches/{match_id}/private-note", tag = "players", security(("bearer" = ["moves:write"])),
    params(("match_id" = Uuid, Path, description = "The match"), IfMatchHeader),
    request_body = PrivateNoteRequest,
    responses((status = 204, headers(("ETag" = String, description = "That of the note"))),
        Problems<(AccessToken, PathParameter, JsonBody, Forbidden, NotFound, Replaces)>))]
pub async fn save_private_note(
    app: web::Data<App>,
    caller: Caller,
    match_id: web::Path<MatchId>,
    replaced: Replaced,
    Body(new): Body<PrivateNoteRequest>,
) -> Result<HttpResponse> {
    caller.may(Scope::MovesWrite)?;
    let is_replaced = |row| replaced.has(&PrivateNote::from(row));
    let row = private_notes::write_if(&app, (*match_id, caller.user), &new.text, &is_replaced).await?;
    Ok(HttpResponse::NoContent().insert_header(ETag(etag::of(&PrivateNote::from(row)))).finish())
}
