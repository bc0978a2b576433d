//! Lists of matches.

use actix_web::{HttpRequest, HttpResponse, web};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::Result;
use super::caller::Visitor;
use super::extract::Query;
use super::paging::{Paging, PagingParameters};
use super::problem::{Kind, Problem};
use super::responses::{AccessToken, NotFound, PathParameter, Problems, QueryParameter};
use super::summaries::MatchSummary;
use crate::app::App;
use crate::db::Connection;
use crate::db::lists::{self, Own, Part, SummaryRow};
use crate::db::tables::{self, TableRow};
use crate::ids::{MatchId, UserId};
use crate::play::Phase;
use crate::play::matches::deadline;
use crate::play::people::caller::Caller;
use crate::play::people::profiles;

/// A selection of matches.
#[derive(Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Filter {
    /// Public matches with free seats: of each creator the newest few.
    #[default]
    Open,
    /// Public matches that are being played.
    Running,
    /// Public matches in which a seat is offered: `join` takes it.
    Offered,
    /// Public matches that are over.
    Finished,
    /// Matches that you created or joined, in any phase except `cancelled`.
    Mine,
    /// Matches in which it is your turn.
    Waiting,
    /// Matches on your watch list.
    Watched,
}

/// An order of matches.
#[derive(Clone, Copy, PartialEq, Eq, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Sort {
    /// The newest first.
    #[default]
    Created,
    /// Your earliest deadline first; matches without one come last.
    Deadline,
}

/// A phase of matches in a list.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ListedPhase {
    /// The match waits for players.
    Open,
    /// The match is being played.
    Running,
    /// The match has ended.
    Over,
}

impl From<ListedPhase> for Phase {
    fn from(phase: ListedPhase) -> Phase {
        match phase {
            ListedPhase::Open => Phase::Open,
            ListedPhase::Running => Phase::Running,
            ListedPhase::Over => Phase::Over,
        }
    }
}

/// The maximum number of open and running matches of a person that are looked through.
const MAX_STANDING: i64 = 1000;

/// The query of a list of matches.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ListQuery {
    /// The matches to list: `open` (public, with free seats), `offered` (public, with a seat on offer), `running` or `finished` (public),
    /// `mine` (created or joined by you), `waiting` (your turn), `watched` (on your watch list).
    #[param(inline)]
    #[serde(default)]
    filter: Filter,
    /// The order: `created` (newest first), or `deadline` (earliest first, of at most 1,000 matches), which needs the filter `waiting`.
    #[param(inline)]
    #[serde(default)]
    sort: Sort,
    /// Only matches of this game.
    #[param(example = "magma")]
    game: Option<String>,
    /// Only matches in this phase, with the filter `mine`.
    #[param(inline)]
    phase: Option<ListedPhase>,
    /// Only rated matches, or only others. Not with the filter `watched`.
    rated: Option<bool>,
    /// Only matches that the person with this handle plays, too, with the filter `mine` or `waiting`. Public matches of a person:
    /// `GET /v1/people/{handle}/matches`.
    #[param(example = "anna")]
    player: Option<String>,
    /// Read by [`Paging`].
    #[param(ignore)]
    #[serde(rename = "after")]
    _after: Option<String>,
    /// Read by [`Paging`].
    #[param(ignore)]
    #[serde(rename = "limit")]
    _limit: Option<String>,
}

/// A page of a list of matches.
#[derive(Serialize, ToSchema)]
pub struct Matches {
    /// The matches, in the order that was asked for.
    matches: Vec<MatchSummary>,
    /// The value of `after` for the next page, if any.
    next: Option<String>,
}

fn signed_in(caller: Option<Caller>) -> Result<UserId> {
    let caller = caller.ok_or_else(|| Problem::new(Kind::UNAUTHENTICATED, "Sign in to see your own matches."))?;
    Ok(caller.user)
}

/// List matches.
///
/// The newest comes first. The filters `mine`, `waiting` and `watched` need a token.
#[utoipa::path(get, path = "/v1/matches", tag = "matches", security((), ("bearer" = ["matches:read"])),
    params(ListQuery, PagingParameters),
    responses((status = 200, body = Matches, headers(("Link" = String, description = "The next page, if any (RFC 8288)"))),
        Problems<(AccessToken, QueryParameter)>))]
pub async fn list_matches(
    app: web::Data<App>,
    visitor: Visitor,
    Query(query): Query<ListQuery>,
    paging: Paging,
    request: HttpRequest,
) -> Result<HttpResponse> {
    let user = visitor.reader()?;
    let game = known_game(query.game.as_deref())?;
    check(&query)?;
    let part = Part { game, rated: query.rated, before: MatchId(paging.before), max: paging.rows() };
    let player = match &query.player {
        None => None,
        Some(handle) => Some(player(&app, handle).await?),
    };
    let mut connection = app.db.get().await?;
    let (layout, each) = (app.db.layout(), app.config.listed_matches_per_account);
    let mut rows = match query.filter {
        Filter::Open => lists::public(&mut connection, layout, Phase::Open, user, &part, each).await?,
        Filter::Running => lists::public(&mut connection, layout, Phase::Running, user, &part, each).await?,
        Filter::Offered => lists::offered(&mut connection, user, &part).await?,
        Filter::Finished => lists::public(&mut connection, layout, Phase::Over, user, &part, each).await?,
        Filter::Mine => {
            let user = signed_in(visitor.0)?;
            match query.phase {
                Some(phase @ (ListedPhase::Open | ListedPhase::Running)) => {
                    standing(&mut connection, user, phase.into(), player, &part).await?
                }
                phase @ (Some(ListedPhase::Over) | None) => {
                    let own = Own::All(phase.map(Phase::from));
                    lists::of_user(&mut connection, user, own, player, &part).await?
                }
            }
        }
        Filter::Waiting => {
            let user = signed_in(visitor.0)?;
            match query.sort {
                Sort::Created => lists::of_user(&mut connection, user, Own::Waiting, player, &part).await?,
                Sort::Deadline => {
                    let all = Part { before: MatchId::LAST, max: MAX_STANDING, ..part };
                    let mut rows = lists::of_user(&mut connection, user, Own::Waiting, player, &all).await?;
                    rows.retain(|row| paging.before == Uuid::max() || by_deadline(row) > paging.before);
                    rows.sort_by_cached_key(by_deadline);
                    rows
                }
            }
        }
        Filter::Watched => lists::watched(&mut connection, signed_in(visitor.0)?, &part).await?,
    };
    let next = match query.sort {
        Sort::Created => paging.cut(&mut rows, |row| row.id.0),
        Sort::Deadline => paging.cut(&mut rows, by_deadline),
    };
    let matches = MatchSummary::of_rows(&mut connection, rows).await?;
    Ok(Paging::answer(&request, next.as_deref(), Matches { matches, next: next.clone() }))
}

pub(super) fn known_game(game: Option<&str>) -> Result<Option<&str>> {
    if let Some(game) = game {
        engine::game(game).ok_or_else(|| Problem::field("game", "There is no such game; GET /v1/games lists them."))?;
    }
    Ok(game)
}

async fn player(app: &App, handle: &str) -> Result<UserId> {
    let person = profiles::by_handle(app, handle).await?;
    Ok(person.ok_or_else(|| Problem::field("player", "There is no player with this handle."))?.id)
}

/// Refuses what does not fit the filter.
fn check(query: &ListQuery) -> Result<()> {
    let (of_phase, of_player, by_deadline) = match query.filter {
        Filter::Mine => (true, true, false),
        Filter::Waiting => (false, true, true),
        Filter::Open | Filter::Running | Filter::Offered | Filter::Finished | Filter::Watched => (false, false, false),
    };
    if query.sort == Sort::Deadline && !by_deadline {
        return Err(Problem::field("sort", "`sort=deadline` needs `filter=waiting`."));
    }
    if query.phase.is_some() && !of_phase {
        return Err(Problem::field("phase", "`phase` needs `filter=mine`."));
    }
    if query.rated.is_some() && matches!(query.filter, Filter::Watched) {
        return Err(Problem::field("rated", "The list of watched matches does not select by `rated`."));
    }
    if query.player.is_some() && !of_player {
        let why = "`player` needs `filter=mine` or `filter=waiting`. GET /v1/people/{handle}/matches lists the public matches of a player.";
        return Err(Problem::field("player", why));
    }
    Ok(())
}

/// The open or running matches of a user: few, so no other match of theirs is read.
async fn standing(
    connection: &mut Connection,
    user: UserId,
    phase: Phase,
    player: Option<UserId>,
    part: &Part<'_>,
) -> Result<Vec<SummaryRow>> {
    let mut rows = lists::standing(connection, user, MAX_STANDING).await?;
    rows.retain(|row| row.phase == phase && row.id < part.before && part.game.is_none_or(|game| row.game == game));
    rows.retain(|row| part.rated.is_none_or(|rated| row.rated.is_some() == rated));
    if let Some(player) = player {
        let tables = tables::of(connection, &rows).await?;
        let plays = |table: &TableRow| table.players.0.iter().any(|one| one.id == player);
        rows.retain(|row| tables.get(&row.id).is_some_and(plays));
    }
    Ok(rows)
}

/// The place of a match in the order of deadlines, in the form of an id: the deadline in milliseconds, then the end of the id of the match.
/// Matches without a deadline come last.
fn by_deadline(row: &SummaryRow) -> Uuid {
    let (_, deadline) = deadline::in_list(&row.clock, &row.clocks, row.seat, &row.vacations, &row.outages);
    let millis = deadline.and_then(|at| u64::try_from(at.timestamp_millis()).ok()).unwrap_or(u64::MAX);
    Uuid::from_u128(u128::from(millis) << 80 | row.id.0.as_u128() & ((1 << 80) - 1))
}

/// The query of a list of the matches of a person.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct OfPersonQuery {
    /// Only matches of this game.
    #[param(example = "magma")]
    game: Option<String>,
    /// Only matches in this phase.
    #[param(inline)]
    phase: Option<ListedPhase>,
    /// Read by [`Paging`].
    #[param(ignore)]
    #[serde(rename = "after")]
    _after: Option<String>,
    /// Read by [`Paging`].
    #[param(ignore)]
    #[serde(rename = "limit")]
    _limit: Option<String>,
}

/// List the matches of a player.
///
/// The public matches of a player, the newest first, as a visitor sees them.
#[utoipa::path(get, path = "/v1/people/{handle}/matches", tag = "matches",
    params(("handle" = String, Path, description = "The handle"), OfPersonQuery, PagingParameters),
    responses((status = 200, body = Matches, headers(("Link" = String, description = "The next page, if any (RFC 8288)"))),
        Problems<(PathParameter, QueryParameter, NotFound)>))]
pub async fn list_matches_of_person(
    app: web::Data<App>,
    handle: web::Path<String>,
    Query(query): Query<OfPersonQuery>,
    paging: Paging,
    request: HttpRequest,
) -> Result<HttpResponse> {
    let game = known_game(query.game.as_deref())?;
    let person = profiles::by_handle(&app, &handle).await?.ok_or_else(|| Problem::not_found("player"))?;
    let part = Part { game, rated: None, before: MatchId(paging.before), max: paging.rows() };
    let mut connection = app.db.get().await?;
    let mut rows = lists::public_of(&mut connection, person.id, query.phase.map(Phase::from), &part).await?;
    let next = paging.cut(&mut rows, |row| row.id.0);
    let matches = MatchSummary::of_rows(&mut connection, rows).await?;
    Ok(Paging::answer(&request, next.as_deref(), Matches { matches, next: next.clone() }))
}
