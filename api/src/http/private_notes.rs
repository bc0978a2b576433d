//! Private notes of players about a match.

use actix_web::{HttpResponse, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Result;
use super::extract::Body;
use super::responses::{AccessToken, Forbidden, JsonBody, NotFound, PathParameter, Problems};
use crate::app::App;
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

/// Show your private note about a match.
///
/// For the players of the match. Only you can read your note.
#[utoipa::path(get, path = "/v1/matches/{match_id}/private-note", tag = "matches", security(("bearer" = ["matches:read"])),
    params(("match_id" = Uuid, Path, description = "The match")),
    responses((status = 200, body = PrivateNote), Problems<(AccessToken, PathParameter, Forbidden, NotFound)>))]
pub async fn show_private_note(
    app: web::Data<App>,
    caller: Caller,
    match_id: web::Path<MatchId>,
) -> Result<web::Json<PrivateNote>> {
    caller.may(Scope::MatchesRead)?;
    let row = private_notes::read(&app, *match_id, caller.user).await?;
    let (text, written_at) = row.map(|row| (row.text, Some(row.written_at))).unwrap_or_default();
    Ok(web::Json(PrivateNote { text, written_at }))
}

/// Save your private note about a match.
///
/// It replaces your previous note. For the players of the match, in every phase. Only you can read it.
#[utoipa::path(put, path = "/v1/matches/{match_id}/private-note", tag = "matches", security(("bearer" = ["moves:write"])),
    params(("match_id" = Uuid, Path, description = "The match")),
    request_body = PrivateNoteRequest,
    responses((status = 204), Problems<(AccessToken, PathParameter, JsonBody, Forbidden, NotFound)>))]
pub async fn store_private_note(
    app: web::Data<App>,
    caller: Caller,
    match_id: web::Path<MatchId>,
    Body(new): Body<PrivateNoteRequest>,
) -> Result<HttpResponse> {
    caller.may(Scope::MovesWrite)?;
    private_notes::write(&app, *match_id, caller.user, &new.text).await?;
    Ok(HttpResponse::NoContent().finish())
}
