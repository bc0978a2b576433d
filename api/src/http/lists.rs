//! Lists of matches.

use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::Result;
use super::caller::Visitor;
use super::extract::Query;
use super::paging::{Paging, PagingParameters};
use super::problem::{Kind, Problem};
use super::responses::{AccessToken, Problems, QueryParameter};
use crate::app::App;
use crate::db::Connection;
use crate::db::lists::{self, Part, SummaryRow};
use crate::ids::{MatchId, UserId};
use crate::play::matches::deadline::{self, Pace};
use crate::play::people::caller::Caller;
use crate::play::{Phase, Visibility};

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

/// The maximum number of matches in the order of deadlines, which depend on hours, pauses and vacations and so are in no index.
const MAX_BY_DEADLINE: i64 = 200;

/// The query of a list of matches.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ListQuery {
    /// The matches to list: `open` (public, with free seats), `running` or `finished` (public), `mine` (created or joined by you),
    /// `waiting` (your turn), `watched` (on your watch list).
    #[param(inline)]
    #[serde(default)]
    filter: Filter,
    /// The order: `created` (newest first), or `deadline` (earliest first). `deadline` needs the filter `waiting` and returns at most 200
    /// matches on a single page.
    #[param(inline)]
    #[serde(default)]
    sort: Sort,
    /// Only matches of this game.
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

/// A match in a list.
#[derive(Serialize, ToSchema)]
pub struct MatchSummary {
    /// The id.
    id: Uuid,
    /// The name.
    name: String,
    /// The id of the game.
    #[schema(example = "magma")]
    game: String,
    /// The phase.
    phase: Phase,
    /// The visibility.
    visibility: Visibility,
    /// The number of seats.
    seats: u8,
    /// The number of players.
    players: i16,
    /// The options of the game.
    #[schema(value_type = std::collections::BTreeMap<String, serde_json::Value>)]
    options: serde_json::Value,
    /// The match clock, if any.
    clock: Option<Pace>,
    /// The time at which it was created.
    created_at: DateTime<Utc>,
    /// The time at which it ended, if it has.
    ended_at: Option<DateTime<Utc>>,
    /// True if it was imported from a record, which does not name people.
    imported: bool,
    /// Your seat, if any.
    your_seat: Option<u8>,
    /// True if it is your turn.
    awaited: bool,
    /// Your deadline, if any.
    deadline: Option<DateTime<Utc>>,
}

impl From<SummaryRow> for MatchSummary {
    fn from(row: SummaryRow) -> MatchSummary {
        let (clock, deadline) = deadline::in_list(&row.clock, &row.clocks, row.seat, &row.vacations, &row.outages);
        MatchSummary {
            id: row.id.0,
            name: row.name,
            game: row.game,
            phase: row.phase,
            visibility: row.visibility,
            seats: row.seats,
            players: row.players,
            options: serde_json::from_str(&row.options).unwrap_or_default(),
            clock,
            created_at: row.created_at,
            ended_at: row.ended_at,
            imported: row.imported,
            your_seat: row.seat.map(|seat| seat.0),
            awaited: row.awaited,
            deadline,
        }
    }
}

/// A page of a list of matches.
#[derive(Serialize, ToSchema)]
pub struct Matches {
    /// The matches, newest first.
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
    if let Some(game) = &query.game {
        engine::game(game).ok_or_else(|| Problem::field("game", "There is no such game; GET /v1/games lists them."))?;
    }
    let part = Part { game: query.game.as_deref(), before: MatchId(paging.before), max: paging.rows() };
    let mut connection = app.db.get().await?;
    if query.sort == Sort::Deadline {
        return by_deadline(&mut connection, &query, signed_in(visitor.0)?).await;
    }
    let (layout, each) = (app.db.layout(), app.config.listed_matches_per_account);
    let mut rows = match query.filter {
        Filter::Open => lists::public(&mut connection, layout, Phase::Open, user, &part, each).await?,
        Filter::Running => lists::public(&mut connection, layout, Phase::Running, user, &part, each).await?,
        Filter::Offered => lists::offered(&mut connection, user, &part).await?,
        Filter::Finished => lists::public(&mut connection, layout, Phase::Over, user, &part, each).await?,
        Filter::Mine => lists::of_user(&mut connection, signed_in(visitor.0)?, false, &part).await?,
        Filter::Waiting => lists::of_user(&mut connection, signed_in(visitor.0)?, true, &part).await?,
        Filter::Watched => lists::watched(&mut connection, signed_in(visitor.0)?, &part).await?,
    };
    let next = paging.cut(&mut rows, |row| row.id.0);
    let body = Matches { matches: rows.into_iter().map(MatchSummary::from).collect(), next: next.clone() };
    Ok(Paging::answer(&request, next.as_deref(), body))
}

/// The matches that wait for the caller, by deadline, on one page.
async fn by_deadline(connection: &mut Connection, query: &ListQuery, user: UserId) -> Result<HttpResponse> {
    match query.filter {
        Filter::Waiting => {}
        Filter::Open | Filter::Running | Filter::Offered | Filter::Finished | Filter::Mine | Filter::Watched => {
            return Err(Problem::field("sort", "`sort=deadline` needs `filter=waiting`."));
        }
    }
    let part = Part { game: query.game.as_deref(), before: MatchId::LAST, max: MAX_BY_DEADLINE };
    let rows = lists::of_user(connection, user, true, &part).await?;
    let mut matches: Vec<MatchSummary> = rows.into_iter().map(MatchSummary::from).collect();
    matches.sort_by_key(|one| (one.deadline.is_none(), one.deadline));
    Ok(HttpResponse::Ok().json(Matches { matches, next: None }))
}
