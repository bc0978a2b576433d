//! Import of records.

use actix_web::http::{StatusCode, header};
use actix_web::{HttpResponse, web};
use engine::records;
use serde::Deserialize;
use utoipa::ToSchema;

use super::Result;
use super::caller::Sender;
use super::extract::{Body, RECORD_LIMIT};
use super::idempotency::IdempotencyKey;
use super::match_view::MatchPage;
use super::responses::{AccessToken, Forbidden, JsonBody, Problems};
use crate::app::App;
use crate::ids::MatchId;
use crate::play::Visibility;
use crate::play::game::import;
use crate::play::people::caller::Caller;
use crate::play::people::names;
use crate::token::Scope;

/// The people who may see an imported match. An imported match is never public: lists do not show it, because a record does not name
/// people.
#[derive(Deserialize, ToSchema, Clone, Copy, Default)]
#[serde(rename_all = "kebab-case")]
#[schema(example = "unlisted")]
pub enum Readers {
    /// Its importer alone.
    #[default]
    Private,
    /// People who know its address.
    Unlisted,
}

impl From<Readers> for Visibility {
    fn from(readers: Readers) -> Visibility {
        match readers {
            Readers::Private => Visibility::Private,
            Readers::Unlisted => Visibility::Unlisted,
        }
    }
}

/// A record to import.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"record": short_record(), "name": "From the club", "visibility": "unlisted"}))]
pub struct ImportRequest {
    /// The record of a finished match, in the form of `GET /v1/matches/{match_id}/record`: at most 1 MiB and 10,000 lines.
    record: String,
    /// The name of the match, 1 to 80 characters. Default: the name of the game.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 80)]
    name: Option<String>,
    /// The people who may see the match.
    #[serde(default)]
    visibility: Readers,
}

/// The record of a match that ended by its first move, for the document.
fn short_record() -> String {
    let played = "game magnapoco edition 1 seats 2 options {} seed 07\ncommitment ?\nwhite: resign\nhead ?\n";
    records::run(played).map(|run| run.text).unwrap_or_default()
}

/// Import a record.
///
/// The server verifies the whole record. If the record is invalid, the response names the line, and nothing is stored. The match belongs to
/// you, is over and has no players. It is marked as imported: it counts for no player, and does not appear in other people's lists. Its
/// times count back from the import. An account can import 20 records a day.
#[utoipa::path(post, path = "/v1/matches/import", tag = "matches", security(("bearer" = ["moves:write"])),
    params(IdempotencyKey),
    request_body = ImportRequest,
    responses((status = 201, body = MatchPage, headers(("Location" = String, description = "The path of the match"))),
        Problems<(AccessToken, JsonBody, Forbidden)>))]
pub async fn import_record(
    app: web::Data<App>,
    caller: Caller,
    Sender(sender): Sender,
    Body(new): Body<ImportRequest, RECORD_LIMIT>,
) -> Result<HttpResponse> {
    caller.may(Scope::MovesWrite)?;
    let name = new.name.map(|name| names::title("name", &name, 80)).transpose()?;
    let wish = import::Wish { id: MatchId::new(), name, visibility: new.visibility.into() };
    let m = import::import(&app, sender, caller.user, new.record, wish).await?;
    let page = MatchPage::new(&m, Some(caller.user), app.clock.now())?;
    let location = (header::LOCATION, format!("/v1/matches/{}", m.id()));
    Ok(HttpResponse::build(StatusCode::CREATED).insert_header(location).json(page))
}
