//! Ratings: of a person, of a game, and what a match did to them.

use actix_web::web;
use chrono::{DateTime, Utc};
use engine::RatingClass;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::Result;
use super::caller::Visitor;
use super::extract::Query;
use super::games;
use super::problem::Problem;
use super::responses::{AccessToken, NotFound, PathParameter, Problems, QueryParameter};
use crate::app::App;
use crate::play::Match;
use crate::play::game::ratings::Verdict;
use crate::play::matches::rating::Skill;
use crate::play::people::profiles;
use crate::play::people::standings::{self, Standing};

/// A rating in points: 1500 at first; a player with 200 more wins 76 of 100 matches.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"points": 1534, "plus_minus": 190, "settled": true}))]
pub struct Rating {
    /// The points.
    points: i32,
    /// The points by which the strength may be higher or lower (two standard deviations).
    plus_minus: i32,
    /// False while there are too few matches for the lists: pages show a question mark.
    settled: bool,
}

impl From<Skill> for Rating {
    fn from(skill: Skill) -> Rating {
        Rating { points: skill.points(), plus_minus: skill.plus_minus(), settled: skill.is_settled() }
    }
}

/// What the result of a match has done to ratings.
#[derive(Serialize, ToSchema)]
pub struct MatchRating {
    /// Why the match does not count after all, in a sentence. Null if it counts.
    unrated: Option<String>,
    /// The changes, of players whose accounts are not deleted. Of those who hide their ratings, only the players of the match see them.
    #[schema(max_items = 6)]
    changes: Vec<RatingChange>,
}

/// The rating of a player before and after a match.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"handle": "anna", "before": {"points": 1512, "plus_minus": 196, "settled": true},
    "after": {"points": 1534, "plus_minus": 190, "settled": true}}))]
pub struct RatingChange {
    /// The handle of the player.
    handle: String,
    /// The rating before the match.
    before: Rating,
    /// The rating after it.
    after: Rating,
}

impl MatchRating {
    pub(super) fn new(m: &Match, verdict: Verdict) -> MatchRating {
        let handle = |user| m.players().iter().find(|player| player.id == user).map(|player| player.handle.clone());
        let change = |(user, before, after): (_, Skill, Skill)| {
            Some(RatingChange { handle: handle(user)?, before: before.into(), after: after.into() })
        };
        MatchRating { unrated: verdict.unrated, changes: verdict.changes.into_iter().filter_map(change).collect() }
    }
}

/// The ratings of a player.
#[derive(Serialize, ToSchema)]
pub struct PersonRatings {
    /// True if the player hides them from others. The list is empty then.
    hidden: bool,
    /// The ratings, the most played first.
    #[schema(max_items = 100)]
    ratings: Vec<PersonRating>,
}

/// The rating of a player in a class of a game.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"game": "magma", "class": "duel", "rating": {"points": 1534, "plus_minus": 190, "settled": true}, "match_count": 21,
    "last_at": "2026-11-21T10:00:00Z", "curve": [{"at": "2026-11-21T10:00:00Z", "points": 1534}]}))]
pub struct PersonRating {
    /// The id of the game.
    #[schema(example = "magma")]
    game: String,
    /// The class.
    class: RatingClass,
    /// The rating.
    rating: Rating,
    /// The number of rated matches.
    #[schema(minimum = 1)]
    match_count: i32,
    /// The end of the last one.
    last_at: DateTime<Utc>,
    /// The points after each of the last 100 matches, the earliest first.
    #[schema(max_items = 100)]
    curve: Vec<CurvePoint>,
}

/// The points after a match.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"at": "2026-11-21T10:00:00Z", "points": 1534}))]
pub struct CurvePoint {
    /// The end of the match.
    at: DateTime<Utc>,
    /// The points.
    points: i32,
}

impl From<Standing> for PersonRating {
    fn from(standing: Standing) -> PersonRating {
        let Standing { game, class, skill, matches, last_at, curve } = standing;
        let curve = curve.into_iter().map(|(at, skill)| CurvePoint { at, points: skill.points() }).collect();
        PersonRating { game, class, rating: skill.into(), match_count: matches, last_at, curve }
    }
}

/// Show the ratings of a player.
///
/// A player can hide them from others with `PATCH /v1/me`.
#[utoipa::path(get, path = "/v1/people/{handle}/ratings", tag = "players", security((), ("bearer" = ["matches:read"])),
    params(("handle" = String, Path, description = "The handle")),
    responses((status = 200, body = PersonRatings), Problems<(AccessToken, PathParameter, NotFound)>))]
pub async fn show_ratings_of_person(
    app: web::Data<App>,
    visitor: Visitor,
    handle: web::Path<String>,
) -> Result<web::Json<PersonRatings>> {
    let reader = visitor.reader()?;
    let person = profiles::by_handle(&app, &handle).await?.ok_or_else(|| Problem::not_found("player"))?;
    let shown = standings::of_person(&mut *app.db.get().await?, &person, reader).await?;
    let hidden = shown.is_none();
    Ok(web::Json(PersonRatings {
        hidden,
        ratings: shown.unwrap_or_default().into_iter().map(PersonRating::from).collect(),
    }))
}

/// The query of a list of ratings.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ClassQuery {
    /// The class: `duel`, for two players, or `table`, for more than two. Default: `duel`.
    #[param(inline)]
    class: Option<RatingClass>,
}

/// The best players of a game.
#[derive(Serialize, ToSchema)]
pub struct GameRatings {
    /// The 100 players with the highest settled ratings, the best first. Players can leave the list.
    #[schema(max_items = 100)]
    players: Vec<RatedPlayer>,
}

/// A player in a list of ratings.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"handle": "ada", "name": "Ada Lovelace", "rating": {"points": 1534, "plus_minus": 190, "settled": true}, "match_count": 21}))]
pub struct RatedPlayer {
    /// The handle.
    handle: String,
    /// The display name.
    name: String,
    /// The rating.
    rating: Rating,
    /// The number of rated matches.
    #[schema(minimum = 1)]
    match_count: i32,
}

/// Show the best players of a game.
///
/// Those whose rating is settled, in one class of the game.
#[utoipa::path(get, path = "/v1/games/{game_id}/ratings", tag = "players",
    params(("game_id" = String, Path, description = "The game"), ClassQuery),
    responses((status = 200, body = GameRatings), Problems<(PathParameter, QueryParameter, NotFound)>))]
pub async fn show_ratings_of_game(
    app: web::Data<App>,
    game_id: web::Path<String>,
    Query(query): Query<ClassQuery>,
) -> Result<web::Json<GameRatings>> {
    let rules = games::find(&game_id)?;
    let rows = standings::best(&app, rules.info().id, query.class.unwrap_or(RatingClass::Duel)).await?;
    let players = rows.into_iter().map(|row| RatedPlayer {
        rating: Skill { mu: row.mu, sigma: row.sigma }.into(),
        handle: row.handle,
        name: row.name,
        match_count: row.matches,
    });
    Ok(web::Json(GameRatings { players: players.collect() }))
}
