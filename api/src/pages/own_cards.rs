//! How cards of one's own are written, and the form that reads cards of another game.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use actix_web::{HttpResponse, web};
use askama::Template;
use engine::Rules;
use engine::library::ReadCard;
use serde::Deserialize;

use super::markdown::of_markdown;
use super::{Result, html};
use crate::http::problem::Problem;
use crate::play::game::decks;

#[derive(Template)]
#[template(path = "pages/own_cards.html")]
struct OwnCardsPage {
    id: &'static str,
    name: &'static str,
    /// What was written.
    text: String,
    read: Vec<ReadCard>,
    /// All texts that could be read, one behind the other.
    all: String,
    /// The language, made from our own text.
    language: &'static str,
}

/// The language of each game with cards as HTML, which is made once.
static LANGUAGES: LazyLock<BTreeMap<&str, String>> = LazyLock::new(|| {
    let language = |rules: &'static dyn Rules| Some((rules.info().id, of_markdown(rules.card_language()?).0));
    engine::newest().filter_map(language).collect()
});

/// Cards that were pasted.
#[derive(Deserialize)]
pub struct Pasted {
    #[serde(default)]
    text: String,
}

fn page(game: &str, text: String) -> Result<HttpResponse> {
    let rules = decks::rules_of(game)?;
    let language = LANGUAGES.get(rules.info().id).ok_or_else(|| Problem::not_found("game with cards"))?;
    let read = if text.trim().is_empty() { Vec::new() } else { decks::read_cards(rules, &text)? };
    let all = read.iter().filter_map(|card| card.read.as_deref()).collect::<Vec<_>>().join("\n\n");
    let (id, name) = (rules.info().id, rules.info().name);
    html(&OwnCardsPage { id, name, text, read, all, language })
}

/// Shows the form and the language.
pub async fn show(game_id: web::Path<String>) -> Result<HttpResponse> {
    page(&game_id, String::new())
}

/// Shows the cards as they were read. Nothing is saved.
pub async fn read(game_id: web::Path<String>, form: web::Form<Pasted>) -> Result<HttpResponse> {
    page(&game_id, form.into_inner().text)
}
