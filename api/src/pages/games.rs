//! The list of the games.

use actix_web::HttpResponse;
use askama::Template;
use engine::Rules;

use super::{Result, kept};

#[derive(Template)]
#[template(path = "pages/games.html")]
struct GamesPage {
    games: Vec<Game>,
}

/// A game of the list.
pub(super) struct Game {
    pub(super) id: &'static str,
    pub(super) name: &'static str,
    pub(super) summary: &'static str,
    pub(super) players: String,
    pub(super) has_cards: bool,
}

impl Game {
    pub(super) fn new(rules: &dyn Rules) -> Game {
        let info = rules.info();
        let (least, max) = (info.seats.start(), info.seats.end());
        let players = if least == max { format!("{least} players") } else { format!("{least} to {max} players") };
        let has_cards = rules.library().is_some();
        Game { id: info.id, name: info.name, summary: info.summary, players, has_cards }
    }
}

/// Shows the list of games.
pub async fn list() -> Result<HttpResponse> {
    kept(&GamesPage { games: engine::newest().map(Game::new).collect() })
}
