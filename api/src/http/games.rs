//! The games.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use actix_web::{HttpRequest, HttpResponse, web};
use engine::library::{Listed, StarterDeck};
use engine::scene::Scene;
use engine::{Eye, Rules};
use serde::Serialize;
use utoipa::ToSchema;

use super::etag::Known;
use super::problem::Problem;
use super::responses::{Board, NotFound, PathParameter, Problems};
use super::{Form, Painted, Result};
use crate::play::telling::look;

/// A game in a list.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"id": "magma", "name": "Magma", "summary": "...", "least_seats": 2, "max_seats": 6,
    "edition": 1, "secret": false}))]
pub struct GameSummary {
    /// The id, used in paths.
    id: &'static str,
    /// The display name.
    name: &'static str,
    /// The kind of game, in one sentence.
    summary: &'static str,
    /// The minimum number of seats.
    least_seats: u8,
    /// The maximum number of seats.
    max_seats: u8,
    /// The edition of the rules.
    edition: u16,
    /// True if the game has hidden information.
    secret: bool,
}

/// A game, with everything that a client needs to offer it.
#[derive(Serialize, ToSchema)]
pub struct Game {
    #[serde(flatten)]
    summary: GameSummary,
    /// A JSON Schema (draft 2020-12) of the options of a match, with defaults and descriptions.
    #[schema(value_type = BTreeMap<String, serde_json::Value>)]
    options: serde_json::Value,
    /// A JSON Schema (draft 2020-12) of `view` in the page of a match, which is the position in the terms of the game.
    #[schema(value_type = BTreeMap<String, serde_json::Value>)]
    view: serde_json::Value,
    /// The kinds of moves.
    notation: Vec<Notation>,
    /// How to play, for a person who has never seen the game: Markdown. A block `board` is a record whose last position is a picture there.
    how_to_play: &'static str,
    /// The rules, as Markdown.
    rules: &'static str,
    /// The path of a sample board.
    #[schema(example = "/v1/games/magma/board")]
    board: String,
}

/// A kind of move.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"example": "pass", "meaning": "do nothing"}))]
pub struct Notation {
    /// An example, in canonical spelling.
    example: &'static str,
    /// The meaning of the example.
    meaning: &'static str,
}

/// A list of games.
#[derive(Serialize, ToSchema)]
pub struct Games {
    /// The games.
    games: Vec<GameSummary>,
}

fn summary(rules: &dyn Rules) -> GameSummary {
    let info = rules.info();
    GameSummary {
        id: info.id,
        name: info.name,
        summary: info.summary,
        least_seats: *info.seats.start(),
        max_seats: *info.seats.end(),
        edition: info.edition,
        secret: info.secret,
    }
}

/// The game with this id.
pub(crate) fn find(id: &str) -> Result<&'static dyn Rules> {
    engine::game(id).ok_or_else(|| Problem::not_found("game"))
}

/// List the games.
///
/// Every game, with the latest edition of its rules.
#[utoipa::path(get, path = "/v1/games", tag = "games",
    responses((status = 200, body = Games), Problems<()>))]
pub async fn list_games() -> Result<web::Json<Games>> {
    Ok(web::Json(Games { games: engine::newest().map(summary).collect() }))
}

/// Show a game.
///
/// Its options, its notation and its rules.
#[utoipa::path(get, path = "/v1/games/{game_id}", tag = "games",
    params(("game_id" = String, Path, description = "The game", example = "magma")),
    responses((status = 200, body = Game), Problems<(PathParameter, NotFound)>))]
pub async fn show_game(game_id: web::Path<String>) -> Result<web::Json<Game>> {
    let rules = find(&game_id)?;
    let info = rules.info();
    Ok(web::Json(Game {
        summary: summary(rules),
        options: rules.option_schema(),
        view: rules.view_schema(),
        notation: info.notation.iter().map(|&(example, meaning)| Notation { example, meaning }).collect(),
        how_to_play: info.how_to_play,
        rules: info.rules,
        board: format!("/v1/games/{}/board", info.id),
    }))
}

/// Show the rules of a game.
///
/// Markdown: the same text as `rules` of the game.
#[utoipa::path(get, path = "/v1/games/{game_id}/rules", tag = "games",
    params(("game_id" = String, Path, description = "The game", example = "magma")),
    responses((status = 200, content_type = "text/markdown", body = String), Problems<(PathParameter, NotFound)>))]
pub async fn show_rules(game_id: web::Path<String>) -> Result<HttpResponse> {
    let rules = find(&game_id)?.info().rules;
    Ok(HttpResponse::Ok().content_type("text/markdown; charset=utf-8").body(rules))
}

/// The cards of a game.
#[derive(Serialize, ToSchema)]
pub struct Cards {
    /// The cards; empty for a game without cards. `name` is the id in deck texts; ignore `ready` here.
    cards: &'static [Listed],
    /// The starter decks, which anyone can play; empty for a game without cards.
    decks: &'static [StarterDeck],
}

/// List the cards of a game.
///
/// The cards of the game's own set, with what they can be found by, and its starter decks. The options of a match can add more cards.
#[utoipa::path(get, path = "/v1/games/{game_id}/cards", tag = "cards",
    params(("game_id" = String, Path, description = "The game", example = "magic")),
    responses((status = 200, body = Cards), Problems<(PathParameter, NotFound)>))]
pub async fn list_cards(game_id: web::Path<String>) -> Result<web::Json<Cards>> {
    let library = find(&game_id)?.library();
    Ok(web::Json(
        library
            .map_or(Cards { cards: &[], decks: &[] }, |library| Cards { cards: &library.cards, decks: &library.decks }),
    ))
}

/// Show a sample board of a game.
///
/// A position in the middle of a match with default options. The `Accept` header selects PNG, SVG or plain text.
#[utoipa::path(get, path = "/v1/games/{game_id}/board", tag = "games",
    params(("game_id" = String, Path, description = "The game", example = "magma")),
    responses(Board, Problems<(PathParameter, NotFound)>))]
pub async fn show_sample_board(game_id: web::Path<String>, request: HttpRequest) -> Result<HttpResponse> {
    let rules = find(&game_id)?;
    let form = Form::wanted(&request, None)?;
    let known = Known::from_request(&request);
    let painted = web::block(move || Some(SAMPLES.get(&(rules.info().id, form))?.unless(&known)));
    let painted = painted.await.map_err(Problem::internal)?;
    Ok(painted.ok_or_else(|| Problem::internal("no sample board"))?.answer())
}

/// The moves of the match in whose middle the sample board is: an empty one tells little.
const MAX_MOVES: usize = 120;

/// A position in the middle of a match with default options and the minimum number of seats.
fn sample(rules: &dyn Rules) -> Result<Scene> {
    let mut frames = look::sample(rules, MAX_MOVES)?;
    let middle = frames.swap_remove(frames.len() / 2);
    Ok(rules.page(&middle, Eye::Public)?.scene)
}

/// Every sample board in every format. They never change, and requests for them need no token.
static SAMPLES: LazyLock<BTreeMap<(&str, Form), Painted>> = LazyLock::new(|| {
    let samples = engine::newest().filter_map(|rules| Some((rules.info().id, sample(rules).ok()?)));
    samples
        .flat_map(|(id, scene)| {
            Form::ALL
                .map(|form| Some(((id, form), form.paint_unless(&Known::NOTHING, &scene).ok()?)))
                .into_iter()
                .flatten()
        })
        .collect()
});
