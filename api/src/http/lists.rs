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
use super::problem::{Kind, Problem, ProblemDocument};
use crate::app::App;
use crate::db::lists::{self, Part, SummaryRow};
use crate::ids::{MatchId, UserId};
use crate::play::Phase;
use crate::play::caller::Caller;

/// Which matches.
#[derive(Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Filter {
    /// Public matches that wait for players.
    #[default]
    Open,
    /// Public matches that are played.
    Running,
    /// Public matches that are over.
    Finished,
    /// The matches at whose table you sit or which you created, whatever their phase; those called off are left out.
    Mine,
    /// The matches in which you are awaited.
    Waiting,
}

/// What to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ListQuery {
    /// Which matches: open, running, finished, mine, waiting.
    #[param(inline)]
    #[serde(default)]
    filter: Filter,
    /// Only matches of this game.
    #[param(example = "magma")]
    game: Option<String>,
    /// Read by [`Paging`].
    #[param(ignore)]
    #[serde(rename = "cursor")]
    _cursor: Option<String>,
    /// Read by [`Paging`].
    #[param(ignore)]
    #[serde(rename = "limit")]
    _limit: Option<String>,
}

/// A match in a list.
#[derive(Serialize, ToSchema)]
pub struct MatchSummary {
    /// Its id.
    id: Uuid,
    /// Its name.
    name: String,
    /// Its game.
    #[schema(example = "magma")]
    game: String,
    /// `open`, `running` or `over`.
    #[schema(example = "open")]
    phase: &'static str,
    /// `public`, `unlisted` or `private`.
    #[schema(example = "public")]
    visibility: &'static str,
    /// How many seats it has.
    seats: u8,
    /// How many of them are taken.
    players: i16,
    /// The game's options.
    #[schema(value_type = Object)]
    options: serde_json::Value,
    /// The time for each move; nothing if there is no clock.
    #[schema(example = "P3D")]
    move_time: Option<String>,
    /// When it was created.
    created_at: DateTime<Utc>,
    /// When it ended.
    ended_at: Option<DateTime<Utc>>,
    /// Your seat.
    you: Option<u8>,
    /// Is it your turn?
    awaited: bool,
    /// Until when you have to move.
    deadline: Option<DateTime<Utc>>,
}

impl From<SummaryRow> for MatchSummary {
    fn from(row: SummaryRow) -> MatchSummary {
        MatchSummary {
            id: row.id.0,
            name: row.name,
            game: row.game,
            phase: row.phase.name(),
            visibility: row.visibility.name(),
            seats: row.seats,
            players: row.players,
            options: serde_json::from_str(&row.options).unwrap_or_default(),
            move_time: row.move_time.map(|span| span.to_string()),
            created_at: row.created_at,
            ended_at: row.ended_at,
            you: row.seat.map(|seat| seat.0),
            awaited: row.awaited,
            deadline: row.deadline,
        }
    }
}

/// A page of a list of matches, the newest first.
#[derive(Serialize, ToSchema)]
pub struct Matches {
    matches: Vec<MatchSummary>,
    /// The cursor of the next page; nothing if this is the last.
    next: Option<String>,
}

fn signed_in(caller: Option<Caller>) -> Result<UserId> {
    let caller = caller.ok_or_else(|| Problem::new(Kind::UNAUTHENTICATED, "Sign in to see your own matches."))?;
    Ok(caller.user)
}

/// List matches, the newest first. `mine` and `waiting` need a token.
#[utoipa::path(get, path = "/v1/matches", tag = "matches", security((), ("bearer" = [])), params(ListQuery, PagingParameters),
    responses((status = 200, body = Matches, headers(("Link" = String, description = "The next page (RFC 8288)"))),
        (status = 400, body = ProblemDocument), (status = 401, body = ProblemDocument), (status = 422, body = ProblemDocument)))]
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
    let part = Part { game: query.game.as_deref(), before: MatchId(paging.before), most: paging.rows() };
    let mut connection = app.db.get().await?;
    let mut rows = match query.filter {
        Filter::Open => lists::public(&mut connection, Phase::Open, user, &part).await?,
        Filter::Running => lists::public(&mut connection, Phase::Running, user, &part).await?,
        Filter::Finished => lists::public(&mut connection, Phase::Over, user, &part).await?,
        Filter::Mine => lists::of_user(&mut connection, signed_in(visitor.0)?, false, &part).await?,
        Filter::Waiting => lists::of_user(&mut connection, signed_in(visitor.0)?, true, &part).await?,
    };
    let next = paging.cut(&mut rows, |row| row.id.0);
    let body = Matches { matches: rows.into_iter().map(MatchSummary::from).collect(), next: next.clone() };
    Ok(Paging::answer(&request, next.as_deref(), body))
}
