//! Tournaments.

use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, web};
use engine::Span;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::Result;
use super::caller::Visitor;
use super::extract::{Body, Query};
use super::idempotency::IdempotencyKey;
use super::lists::known_game;
use super::paging::{Paging, PagingParameters};
use super::responses::{AccessToken, Conflict, Enters, JsonBody, NotFound, PathParameter, Problems, QueryParameter};
use super::tournament_page::{Promotion, TournamentPage, TournamentSummary};
use crate::app::App;
use crate::db::tournaments;
use crate::db::words::TournamentFormat;
use crate::ids::{TournamentId, UserId};
use crate::play::matches::deadline::Pace;
use crate::play::people::caller::Caller;
use crate::play::people::names;
use crate::play::tournaments::entry::{self, AT_ONCE, MAX_ENTRIES, PACE};
use crate::play::tournaments::shown::Shown;
use crate::play::tournaments::tournament::Tournament;
use crate::play::{Refusal, TournamentPhase};
use crate::token::Scope;

/// A tournament to create.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"game": "magnapoco", "name": "Autumn Cup", "entry_time": "P7D", "max_entries": 10}))]
pub struct TournamentSettings {
    /// The id of a game.
    game: String,
    /// The format. A ladder is open at once and does not end: its players challenge those above them in matches for two. Each game can have
    /// one. `entry_time`, `max_entries` and `at_once` have no effect on it but for the number of its players.
    #[serde(default)]
    format: TournamentFormat,
    /// The name, 1 to 80 characters.
    #[schema(min_length = 1, max_length = 80)]
    name: String,
    /// The options of the game, according to its `options` schema. Omitted options have their defaults.
    #[serde(default)]
    #[schema(value_type = std::collections::BTreeMap<String, serde_json::Value>)]
    options: Option<serde_json::Value>,
    /// The number of seats of each match. Default: the minimum of the game.
    #[serde(default)]
    seats: Option<u8>,
    /// The clock of the matches. Default: Fischer, 10 days at first and at most, and 36 hours more each turn.
    #[serde(default)]
    clock: Option<Pace>,
    /// The time in which people can enter, from a minute to 90 days. The tournament starts then, or as soon as `max_entries` people have entered.
    /// Default: 7 days.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = "duration", example = "P7D")]
    entry_time: Option<Span>,
    /// The number of entries, 4 to 200, with which it starts at once. Default: 200.
    #[serde(default)]
    #[schema(minimum = 4, maximum = 200)]
    max_entries: Option<u8>,
    /// The maximum number of matches of a player at a time, 1 to 12. Default: 4.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 12)]
    at_once: Option<u8>,
    /// True if another edition follows each one: those who have not withdrawn, and were here within 30 days, are entered again.
    #[serde(default)]
    repeats: bool,
    /// For a league that repeats: the groups of an edition follow from the tables of the one before. Default: from ratings.
    #[serde(default)]
    promotion: Option<Promotion>,
    /// True if the creator enters.
    #[serde(default = "yes")]
    #[schema(default = true)]
    enter: bool,
}

fn yes() -> bool {
    true
}

async fn page(app: &App, id: TournamentId, reader: Option<UserId>) -> Result<TournamentPage> {
    let shown = Shown::read(&mut *app.db.get().await?, id, app.clock.now()).await?;
    TournamentPage::new(&shown, reader)
}

/// Create a tournament.
///
/// It starts when entry closes, or as soon as `max_entries` people have entered. Players meet in groups of 5 to 10, by rating: in matches of
/// two each meets each once, and larger tables are balanced. An account may have five tournaments that are not over.
#[utoipa::path(post, path = "/v1/tournaments", tag = "tournaments", security(("bearer" = ["moves:write"])),
    params(IdempotencyKey),
    request_body = TournamentSettings,
    responses((status = 201, body = TournamentPage, headers(("Location" = String, description = "The path of the tournament"))),
        Problems<(AccessToken, JsonBody, Enters, Conflict)>))]
pub async fn create_tournament(
    app: web::Data<App>,
    caller: Caller,
    Body(new): Body<TournamentSettings>,
) -> Result<HttpResponse> {
    caller.may(Scope::MovesWrite)?;
    let wish = entry::Wish {
        game: new.game,
        format: new.format,
        name: names::title("name", &new.name, 80)?,
        options: new.options.unwrap_or_else(|| serde_json::json!({})),
        seats: new.seats,
        pace: new.clock.unwrap_or(PACE),
        entry_time: new.entry_time.unwrap_or(Span::days(7)),
        max_entries: new.max_entries.unwrap_or(MAX_ENTRIES),
        at_once: new.at_once.unwrap_or(AT_ONCE),
        repeats: new.repeats,
        promotion: new.promotion.map(|Promotion { up, down }| (up, down)),
        enters: new.enter,
    };
    let id = entry::create(&app, caller.user, wish).await?.row.id;
    let location = (header::LOCATION, format!("/v1/tournaments/{id}"));
    let page = page(&app, id, Some(caller.user)).await?;
    Ok(HttpResponse::build(StatusCode::CREATED).insert_header(location).json(page))
}

/// The query of a list of tournaments.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct TournamentQuery {
    /// The phase. Default: `entry`, those that people can enter. Ladders are `running`; people can enter them, too.
    #[param(inline)]
    phase: Option<TournamentPhase>,
    /// Only tournaments of this game.
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

/// A page of a list of tournaments.
#[derive(Serialize, ToSchema)]
pub struct Tournaments {
    /// The tournaments, the newest first.
    tournaments: Vec<TournamentSummary>,
    /// The value of `after` for the next page, if any.
    next: Option<String>,
}

/// List tournaments.
///
/// Those in one phase, the newest first.
#[utoipa::path(get, path = "/v1/tournaments", tag = "tournaments", params(TournamentQuery, PagingParameters),
    responses((status = 200, body = Tournaments, headers(("Link" = String, description = "The next page, if any (RFC 8288)"))),
        Problems<(QueryParameter,)>))]
pub async fn list_tournaments(
    app: web::Data<App>,
    Query(query): Query<TournamentQuery>,
    paging: Paging,
    request: HttpRequest,
) -> Result<HttpResponse> {
    let game = known_game(query.game.as_deref())?;
    let phase = query.phase.unwrap_or(TournamentPhase::Entry);
    let before = TournamentId(paging.before);
    let mut rows = tournaments::list(&mut *app.db.get().await?, phase, game, before, paging.rows()).await?;
    let next = paging.cut(&mut rows, |row| row.id.0);
    let found = rows.into_iter().map(|row| Tournament::new(row).map(|one| TournamentSummary::from(&one)));
    let found = found.collect::<Result<Vec<_>, Refusal>>()?;
    Ok(Paging::answer(&request, next.clone().as_deref(), Tournaments { tournaments: found, next }))
}

/// Show a tournament.
///
/// With the order of each group, and the state of each match.
#[utoipa::path(get, path = "/v1/tournaments/{tournament_id}", tag = "tournaments", security((), ("bearer" = ["matches:read"])),
    params(("tournament_id" = Uuid, Path, description = "The tournament")),
    responses((status = 200, body = TournamentPage), Problems<(AccessToken, PathParameter, NotFound)>))]
pub async fn show_tournament(
    app: web::Data<App>,
    visitor: Visitor,
    tournament_id: web::Path<TournamentId>,
) -> Result<web::Json<TournamentPage>> {
    let reader = visitor.reader()?;
    Ok(web::Json(page(&app, *tournament_id, reader).await?))
}
