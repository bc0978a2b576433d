//! The games there are.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use actix_web::{HttpRequest, HttpResponse, web};
use engine::{Eye, Rules, Seed};
use serde::Serialize;
use utoipa::ToSchema;

use super::problem::{Problem, ProblemDocument};
use super::{Form, Result};

/// A game, in short.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"id": "magma", "name": "Magma", "summary": "...", "least_seats": 2, "most_seats": 6,
    "edition": 1, "secret": false}))]
pub struct GameSummary {
    /// The name in addresses.
    id: &'static str,
    /// The name for people.
    name: &'static str,
    /// What kind of game it is, in a sentence.
    summary: &'static str,
    /// The fewest seats.
    least_seats: u8,
    /// The most seats.
    most_seats: u8,
    /// The edition of the rules.
    edition: u16,
    /// Is anything hidden from anybody during a match?
    secret: bool,
}

/// A game, with everything a client needs to offer it.
#[derive(Serialize, ToSchema)]
pub struct Game {
    #[serde(flatten)]
    summary: GameSummary,
    /// The options of a match as JSON Schema (draft 2020-12), each with its default and words for people.
    options: serde_json::Value,
    /// Every kind of move.
    notation: Vec<Notation>,
    /// The rules, in Markdown.
    rules: &'static str,
    /// Where a sample board is.
    #[schema(example = "/v1/games/magma/board")]
    board: String,
}

/// A kind of move.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"example": "pass", "meaning": "do nothing"}))]
pub struct Notation {
    /// An example, in its canonical spelling.
    example: &'static str,
    /// What it does.
    meaning: &'static str,
}

/// Every game.
#[derive(Serialize, ToSchema)]
pub struct Games {
    games: Vec<GameSummary>,
}

fn summary(rules: &dyn Rules) -> GameSummary {
    let info = rules.info();
    GameSummary {
        id: info.id,
        name: info.name,
        summary: info.summary,
        least_seats: *info.seats.start(),
        most_seats: *info.seats.end(),
        edition: info.edition,
        secret: info.secret,
    }
}

/// The game with this id, for whoever asks.
pub(crate) fn find(id: &str) -> Result<&'static dyn Rules> {
    engine::game(id).ok_or_else(|| Problem::not_found("game"))
}

/// List the games.
#[utoipa::path(get, path = "/v1/games", tag = "games", responses((status = 200, body = Games)))]
pub async fn list_games() -> Result<web::Json<Games>> {
    Ok(web::Json(Games { games: engine::newest().map(summary).collect() }))
}

/// Show a game: its options, its notation, its rules.
#[utoipa::path(get, path = "/v1/games/{game_id}", tag = "games", params(("game_id" = String, Path, example = "magma")),
    responses((status = 200, body = Game), (status = 404, body = ProblemDocument)))]
pub async fn show_game(game_id: web::Path<String>) -> Result<web::Json<Game>> {
    let rules = find(&game_id)?;
    let info = rules.info();
    Ok(web::Json(Game {
        summary: summary(rules),
        options: rules.option_schema(),
        notation: info.notation.iter().map(|&(example, meaning)| Notation { example, meaning }).collect(),
        rules: info.rules,
        board: format!("/v1/games/{}/board", info.id),
    }))
}

/// Show the rules of a game as Markdown.
#[utoipa::path(get, path = "/v1/games/{game_id}/rules", tag = "games", params(("game_id" = String, Path, example = "magma")),
    responses((status = 200, content_type = "text/markdown", body = String), (status = 404, body = ProblemDocument)))]
pub async fn show_rules(game_id: web::Path<String>) -> Result<HttpResponse> {
    let rules = find(&game_id)?.info().rules;
    Ok(HttpResponse::Ok().content_type("text/markdown; charset=utf-8").body(rules))
}

/// Show a board of the game as it is at the start, with all options at their defaults.
///
/// The form is chosen by the `Accept` header: SVG, PNG or text.
#[utoipa::path(get, path = "/v1/games/{game_id}/board", tag = "games", params(("game_id" = String, Path, example = "magma")),
    responses((status = 200, content((String = "image/svg+xml"), (String = "image/png"), (String = "text/plain"))),
        (status = 404, body = ProblemDocument), (status = 406, body = ProblemDocument)))]
pub async fn show_sample_board(game_id: web::Path<String>, request: HttpRequest) -> Result<HttpResponse> {
    let rules = find(&game_id)?;
    let form = Form::wanted(&request, None)?;
    let painted = web::block(move || SAMPLES.get(&(rules.info().id, form))).await.map_err(Problem::internal)?;
    Ok(form.answer(painted.ok_or_else(|| Problem::internal("no sample board"))?.as_slice()))
}

/// Every sample board in every form: they never change, and anybody may ask.
static SAMPLES: LazyLock<BTreeMap<(&str, Form), Vec<u8>>> = LazyLock::new(|| {
    let sample = |rules: &dyn Rules| -> Result<_> {
        let start = rules.start(*rules.info().seats.start(), &serde_json::json!({}), &Seed::new([0; 32]))?;
        Ok(rules.page(&start.frame, Eye::Public)?.scene)
    };
    let samples = engine::GAMES.iter().filter_map(|rules| Some((rules.info().id, sample(*rules).ok()?)));
    samples
        .flat_map(|(id, scene)| {
            Form::ALL.map(|form| Some(((id, form), form.paint(&scene).ok()?))).into_iter().flatten()
        })
        .collect()
});
