//! People as others see them.

use actix_web::web;
use chrono::NaiveDate;
use serde::Serialize;
use utoipa::ToSchema;

use super::Result;
use super::problem::Problem;
use super::responses::{NotFound, PathParameter, Problems};
use crate::app::App;
use crate::play::people::{bots, profiles};

/// A player.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"handle": "ada", "name": "Ada Lovelace", "since": "2026-11-21", "last_seen": "2026-11-23", "reads_notes": true, "bot": false, "owner": null}))]
pub struct Profile {
    /// The handle.
    handle: String,
    /// The display name.
    name: String,
    /// The day of the first sign-in (UTC).
    since: NaiveDate,
    /// The day of the player's last visit (UTC). Null if the player hides it, or has not visited since the server began to record it.
    last_seen: Option<NaiveDate>,
    /// True if the player reads other players' notes.
    reads_notes: bool,
    /// True if a program plays for the account.
    bot: bool,
    /// The handle of the bot's owner; null for a person.
    owner: Option<String>,
}

/// Show a player.
///
/// The player's public profile.
#[utoipa::path(get, path = "/v1/people/{handle}", tag = "matches",
    params(("handle" = String, Path, description = "The handle")),
    responses((status = 200, body = Profile), Problems<(PathParameter, NotFound)>))]
pub async fn show_person(app: web::Data<App>, handle: web::Path<String>) -> Result<web::Json<Profile>> {
    let person = profiles::by_handle(&app, &handle).await?.ok_or_else(|| Problem::not_found("player"))?;
    Ok(web::Json(Profile {
        owner: bots::owner(&app, &person).await?,
        bot: person.is_bot,
        last_seen: profiles::last_seen(&person).map(|at| at.date_naive()),
        since: person.created_at.date_naive(),
        reads_notes: person.notes,
        handle: person.handle,
        name: person.name,
    }))
}
