//! The rules of the games for arbiters: the text of the engine as HTML, a board, and the kinds of moves.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use actix_web::{HttpResponse, web};
use askama::Template;
use engine::Rules;

use super::games::Game;
use super::how_to_play;
use super::markdown::of_markdown;
use super::{Result, kept};
use crate::app::App;
use crate::http::games;
use crate::http::problem::Problem;

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
    svg: &'static str,
}

/// The texts of all games, which are made once.
static TEXTS: LazyLock<BTreeMap<&str, Text>> = LazyLock::new(|| {
    let text = |rules: &'static dyn Rules| {
        let id = rules.info().id;
        let text = rules.info().rules.replace("](HOW_TO_PLAY.md", &format!("](/games/{id}"));
        let text = text.replace("](lessons", &format!("](/games/{id}/lessons"));
        let (html, headings) = of_markdown(&text);
        Some((id, Text { html, headings, svg: &how_to_play::figures(id).first()?.svg }))
    };
    engine::newest().filter_map(text).collect()
});

/// Shows the rules of a game.
pub async fn show(app: web::Data<App>, game_id: web::Path<String>) -> Result<HttpResponse> {
    let rules = games::find(&game_id)?;
    let id = rules.info().id;
    let text = web::block(move || TEXTS.get(id)).await.map_err(Problem::internal)?;
    let text = text.ok_or_else(|| Problem::internal("no rules"))?;
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
            assert!(text.html.contains(&format!("href=\"/games/{id}\"")), "{id}: no link to how to play");
            assert!(text.html.contains(&format!("href=\"/games/{id}/lessons\"")), "{id}: no link to the lessons");
            assert!(text.html.len() > rules.info().rules.len() / 2 && text.headings.len() > 3, "{id}");
            assert!(text.svg.starts_with("<svg"), "{id}");
            for target in text.html.split("<a href=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
                if [format!("/games/{id}"), format!("/games/{id}/lessons")].iter().any(|page| page == target) {
                    continue;
                }
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
