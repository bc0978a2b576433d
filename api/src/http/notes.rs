//! Notes of players to their table.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::Result;
use super::extract::Body;
use super::idempotency::IdempotencyKey;
use super::paging::{Paging, PagingParameters};
use super::responses::{AccessToken, Conflict, Forbidden, JsonBody, NotFound, PathParameter, Problems, QueryParameter};
use crate::app::App;
use crate::db::notes::NoteRow;
use crate::ids::{MatchId, NoteId};
use crate::play::Match;
use crate::play::people::caller::Caller;
use crate::play::telling::notes;
use crate::token::Scope;

/// A note to write.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"text": "Good luck!"}))]
pub struct NoteRequest {
    /// The text, 1 to 500 characters.
    #[schema(min_length = 1, max_length = 500)]
    text: String,
}

/// A player's note to the other players.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"id": "0198c0de-7a11-7000-8000-00c0ffee0007", "seat": 0, "handle": "ada", "text": "Good luck!",
    "at": "2026-11-21T10:00:00Z"}))]
pub struct Note {
    /// The id.
    id: Uuid,
    /// The writer's seat.
    seat: Option<u8>,
    /// The writer's handle.
    handle: String,
    /// The text.
    text: String,
    /// The time.
    at: DateTime<Utc>,
}

impl Note {
    fn from_row(m: &Match, row: NoteRow) -> Note {
        let writer = m.players().iter().find(|player| player.id == row.user_id);
        Note {
            id: row.id.0,
            seat: writer.and_then(|player| player.seat).map(|seat| seat.0),
            handle: writer.map(|player| player.handle.clone()).unwrap_or_default(),
            text: row.text,
            at: row.at,
        }
    }
}

/// A page of notes.
#[derive(Serialize, ToSchema)]
pub struct Notes {
    /// The notes, newest first.
    notes: Vec<Note>,
    /// The value of `after` for the next page, if any.
    next: Option<String>,
}

/// Write a note to the other players.
///
/// For the players of a match that allows notes and has started. The other players read the note in their next email. At most 20 a day.
#[utoipa::path(post, path = "/v1/matches/{match_id}/notes", tag = "players", security(("bearer" = ["moves:write"])),
    params(("match_id" = Uuid, Path, description = "The match"), IdempotencyKey),
    request_body = NoteRequest,
    responses((status = 201), Problems<(AccessToken, PathParameter, JsonBody, Forbidden, NotFound, Conflict)>))]
pub async fn create_note(
    app: web::Data<App>,
    caller: Caller,
    match_id: web::Path<MatchId>,
    Body(new): Body<NoteRequest>,
) -> Result<HttpResponse> {
    caller.may(Scope::MovesWrite)?;
    notes::write(&app, *match_id, caller.user, &new.text).await?;
    Ok(HttpResponse::build(StatusCode::CREATED).finish())
}

/// List the notes of a match.
///
/// For the players of the match. The newest comes first.
#[utoipa::path(get, path = "/v1/matches/{match_id}/notes", tag = "players", security(("bearer" = ["matches:read"])),
    params(("match_id" = Uuid, Path, description = "The match"), PagingParameters),
    responses((status = 200, body = Notes, headers(("Link" = String, description = "The next page, if any (RFC 8288)"))),
        Problems<(AccessToken, PathParameter, QueryParameter, Forbidden, NotFound)>))]
pub async fn list_notes(
    app: web::Data<App>,
    caller: Caller,
    match_id: web::Path<MatchId>,
    paging: Paging,
    request: HttpRequest,
) -> Result<HttpResponse> {
    caller.may(Scope::MatchesRead)?;
    let found = notes::list(&app, *match_id, caller.user, NoteId(paging.before), paging.rows()).await?;
    let (m, mut rows) = found;
    let next = paging.cut(&mut rows, |row| row.id.0);
    let notes = rows.into_iter().map(|row| Note::from_row(&m, row)).collect();
    Ok(Paging::answer(&request, next.clone().as_deref(), Notes { notes, next }))
}
