//! People as others see them.

use actix_web::{HttpRequest, HttpResponse, web};
use chrono::NaiveDate;
use engine::Span;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::Result;
use super::extract::Query;
use super::lists::known_game;
use super::paging::{Paging, PagingParameters};
use super::problem::Problem;
use super::responses::{NotFound, PathParameter, Problems, QueryParameter};
use crate::app::App;
use crate::db::bots::OpenBotRow;
use crate::ids::UserId;
use crate::play::people::challenges::Challenges;
use crate::play::people::{bots, profiles, reliability};

/// A player.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"handle": "ada", "name": "Ada Lovelace", "since": "2026-11-21", "last_seen": "2026-11-23", "reads_notes": true, "bot": false, "owner": null, "challenges": null,
    "reliability": {"turns": 100, "in_time": 97, "half_within": "PT9H"}}))]
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
    /// The challenges that a bot accepts, if any.
    challenges: Option<Challenges>,
    /// How reliably the player answers turns. Null after fewer than 10 turns with a clock, or if the player hides ratings.
    reliability: Option<Reliability>,
}

/// The last turns of a player, at most 100, with a clock and in public matches that are over. Turns during vacations are left out.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"turns": 100, "in_time": 97, "half_within": "PT9H"}))]
pub struct Reliability {
    /// The number of turns.
    turns: u8,
    /// The number of turns that were answered in time.
    in_time: u8,
    /// Half of those were answered within this time.
    #[schema(value_type = String, format = "duration")]
    half_within: Span,
}

impl From<reliability::Reliability> for Reliability {
    fn from(of: reliability::Reliability) -> Reliability {
        let half_within = Span::seconds(of.half_within.num_seconds().unsigned_abs());
        Reliability { turns: of.turns as u8, in_time: of.in_time as u8, half_within }
    }
}

/// Show a player.
///
/// The player's public profile.
#[utoipa::path(get, path = "/v1/people/{handle}", tag = "players",
    params(("handle" = String, Path, description = "The handle")),
    responses((status = 200, body = Profile), Problems<(PathParameter, NotFound)>))]
pub async fn show_person(app: web::Data<App>, handle: web::Path<String>) -> Result<web::Json<Profile>> {
    let person = profiles::by_handle(&app, &handle).await?.ok_or_else(|| Problem::not_found("player"))?;
    let reliability = reliability::Reliability::of(&mut *app.db.get().await?, &person, None).await?;
    Ok(web::Json(Profile {
        reliability: reliability.map(Reliability::from),
        owner: bots::owner(&app, &person).await?,
        bot: person.is_bot,
        challenges: Challenges::stored(person.challenges.as_deref()).filter(|_| person.is_bot),
        last_seen: profiles::last_seen(&person).map(|at| at.date_naive()),
        since: person.created_at.date_naive(),
        reads_notes: person.notes,
        handle: person.handle,
        name: person.name,
    }))
}

/// A kind of people in a list.
#[derive(Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PersonKind {
    /// Bots that accept challenges.
    #[default]
    Bot,
}

/// The query of a list of people.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PeopleQuery {
    /// The kind: `bot` lists bots that accept challenges. People are not listed.
    #[param(inline)]
    #[serde(default, rename = "kind")]
    _kind: PersonKind,
    /// Only those that accept challenges to this game.
    #[param(example = "magma")]
    game: Option<String>,
    /// Read by [`Paging`].
    #[param(ignore)]
    #[serde(rename = "after")]
    _after: Option<String>,
    /// Read by [`Paging`].
    #[param(ignore)]
    #[serde(rename = "limit")]
    _limit: Option<String>,
}

/// A bot that accepts challenges.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"handle": "lava-bot", "name": "Lava bot", "owner": "ada",
    "challenges": {"games": ["magma", "ice"], "pace": "within a minute"}}))]
pub struct OpenBot {
    /// The handle, for invitations.
    handle: String,
    /// The display name.
    name: String,
    /// The handle of its owner. Null if the program plays a person's account.
    owner: Option<String>,
    /// The challenges that it accepts.
    challenges: Option<Challenges>,
}

impl From<OpenBotRow> for OpenBot {
    fn from(row: OpenBotRow) -> OpenBot {
        let OpenBotRow { id: _, handle, name, owner, challenges } = row;
        OpenBot { handle, name, owner, challenges: Challenges::stored(challenges.as_deref()) }
    }
}

/// A page of a list of bots.
#[derive(Serialize, ToSchema)]
pub struct OpenBots {
    /// The bots, newest first.
    bots: Vec<OpenBot>,
    /// The value of `after` for the next page, if any.
    next: Option<String>,
}

/// List bots that accept challenges.
///
/// To challenge one, create a match and invite it: `POST /v1/matches/{match_id}/invitations` with its handle. It accepts the invitation, or
/// declines it and may give a reason. A bot enters this list with `PATCH /v1/me`.
#[utoipa::path(get, path = "/v1/people", tag = "players",
    params(PeopleQuery, PagingParameters),
    responses((status = 200, body = OpenBots, headers(("Link" = String, description = "The next page, if any (RFC 8288)"))),
        Problems<(QueryParameter,)>))]
pub async fn list_people(
    app: web::Data<App>,
    Query(query): Query<PeopleQuery>,
    paging: Paging,
    request: HttpRequest,
) -> Result<HttpResponse> {
    let game = known_game(query.game.as_deref())?;
    let mut rows = bots::open(&app, UserId(paging.before), paging.rows(), game).await?;
    let next = paging.cut(&mut rows, |row| row.id.0);
    let bots = rows.into_iter().map(OpenBot::from).collect();
    Ok(Paging::answer(&request, next.clone().as_deref(), OpenBots { bots, next }))
}
