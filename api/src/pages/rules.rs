//! The rules of the games, for people: the text of the engine as HTML, a board, and the kinds of moves.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use actix_web::http::header;
use actix_web::{HttpResponse, web};
use askama::Template;
use engine::scene::Scene;
use engine::{Eye, Fault, Rules};

use super::markdown::of_markdown;
use super::{KEPT, Result, board_of, kept};
use crate::app::App;
use crate::http::games;
use crate::http::problem::Problem;
use crate::picture;
use crate::play::telling::look;

#[derive(Template)]
#[template(path = "pages/games.html")]
struct GamesPage {
    games: Vec<Game>,
}

/// The width of the small picture of a game, in pixels: that of 144 on dense screens.
const THUMB: u32 = 288;

/// The moves of the match in whose middle the sample board is.
const MAX_MOVES: usize = 60;

/// A board in the middle of a match: an empty one tells a visitor little of a game.
fn midgame(rules: &dyn Rules) -> Result<Scene, Fault> {
    let mut frames = look::sample(rules, MAX_MOVES)?;
    let middle = frames.swap_remove(frames.len() / 2);
    Ok(rules.page(&middle, Eye::Public)?.scene)
}

/// The sample board of each game alone, as SVG and as a small PNG.
static BOARDS: LazyLock<BTreeMap<&str, (String, Vec<u8>)>> = LazyLock::new(|| {
    let boards = engine::newest().filter_map(|rules| {
        let svg = board_of(&midgame(rules).ok()?);
        let png = picture::png(&svg, Some(THUMB)).ok()?;
        Some((rules.info().id, (svg, png)))
    });
    boards.collect()
});

async fn board(id: String) -> Result<&'static (String, Vec<u8>)> {
    let id = games::find(&id)?.info().id;
    let board = web::block(move || BOARDS.get(id)).await.map_err(Problem::internal)?;
    Ok(board.ok_or_else(|| Problem::internal("no sample board"))?)
}

/// Shows the sample board of a game alone.
pub async fn show_board(id: web::Path<String>) -> Result<HttpResponse> {
    let (svg, _) = board(id.into_inner()).await?;
    Ok(HttpResponse::Ok().content_type("image/svg+xml").insert_header((header::CACHE_CONTROL, KEPT)).body(svg.as_str()))
}

/// Shows the small picture of a game.
pub async fn show_thumb(id: web::Path<String>) -> Result<HttpResponse> {
    let (_, png) = board(id.into_inner()).await?;
    Ok(HttpResponse::Ok().content_type("image/png").insert_header((header::CACHE_CONTROL, KEPT)).body(png.as_slice()))
}

/// A game of the list.
struct Game {
    id: &'static str,
    name: &'static str,
    summary: &'static str,
    players: String,
}

impl Game {
    fn new(rules: &dyn Rules) -> Game {
        let info = rules.info();
        let (least, max) = (info.seats.start(), info.seats.end());
        let players = if least == max { format!("{least} players") } else { format!("{least} to {max} players") };
        Game { id: info.id, name: info.name, summary: info.summary, players }
    }
}

#[derive(Template)]
#[template(path = "pages/rules.html")]
struct RulesPage {
    /// The address of the server, for previews of links to it.
    url: String,
    game: Game,
    /// The rules, with a list of their headings.
    text: &'static Text,
    notation: Vec<Kind>,
}

/// A kind of move.
struct Kind {
    example: &'static str,
    /// The parts of its meaning, each with true if it is a text to write.
    meaning: Vec<(bool, &'static str)>,
}

impl Kind {
    fn new(&(example, meaning): &(&'static str, &'static str)) -> Kind {
        let parts = meaning.split('`').enumerate().map(|(at, part)| (at % 2 == 1, part));
        Kind { example, meaning: parts.collect() }
    }
}

/// The rules of a game as HTML, and a board of it.
struct Text {
    /// Made from our own text; markup in it is shown as text.
    html: String,
    /// The headings of its parts, each with the id of its place.
    headings: Vec<(String, String)>,
    /// Made by our own renderer.
    svg: String,
}

/// The texts of all games, which are made once.
static TEXTS: LazyLock<BTreeMap<&str, Text>> = LazyLock::new(|| {
    let text = |rules: &'static dyn Rules| {
        let scene = games::sample(rules).ok()?;
        let (html, headings) = of_markdown(rules.info().rules);
        Some((rules.info().id, Text { html, headings, svg: board_of(&scene) }))
    };
    engine::newest().filter_map(text).collect()
});

/// Shows the list of games.
pub async fn list() -> Result<HttpResponse> {
    kept(&GamesPage { games: engine::newest().map(Game::new).collect() })
}

/// Shows the rules of a game.
pub async fn show(app: web::Data<App>, game_id: web::Path<String>) -> Result<HttpResponse> {
    let rules = games::find(&game_id)?;
    let text = TEXTS.get(rules.info().id).ok_or_else(|| Problem::internal("no rules"))?;
    let notation = rules.info().notation.iter().map(Kind::new).collect();
    kept(&RulesPage { url: app.config.public_url.clone(), game: Game::new(rules), text, notation })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A part that is missing, such as the target of a link, is noticed here and not by a reader.
    #[test]
    fn the_rules_of_every_game_are_whole() {
        assert_eq!(TEXTS.len(), engine::newest().count());
        for rules in engine::newest() {
            let (id, text) = (rules.info().id, &TEXTS[rules.info().id]);
            assert!(text.html.len() > rules.info().rules.len() / 2 && text.headings.len() > 3, "{id}");
            assert!(text.svg.starts_with("<svg"), "{id}");
            for target in text.html.split("<a href=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
                let place = target.strip_prefix('#').unwrap_or_else(|| panic!("{id}: {target} leads away"));
                assert!(text.html.contains(&format!(" id=\"{place}\"")), "{id}: {target}");
            }
            let mut ids: Vec<&str> =
                text.html.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
            let all = ids.len();
            ids.sort_unstable();
            ids.dedup();
            assert_eq!(ids.len(), all, "{id}: two places have one id");
            // A mark of Markdown that was not read.
            let shown = text.html.split("<pre").next().unwrap_or_default();
            assert!(!shown.contains("|---") && !shown.contains("**"), "{id}");
        }
    }
}
