//! The lists of the best players of a game.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use askama::Template;
use engine::RatingClass;

use super::nav::Nav;
use super::signed_in::{self, PageVisitor};
use super::{Result, own};
use crate::app::App;
use crate::db::ratings::ListedRow;
use crate::http::games;
use crate::play::matches::rating::Skill;
use crate::play::people::standings;

#[derive(Template)]
#[template(path = "pages/ratings.html")]
struct RatingsPage {
    nav: Option<Nav>,
    game: &'static str,
    game_id: &'static str,
    /// The classes that the game has: the words for each, and its list.
    lists: Vec<(&'static str, Vec<Row>)>,
}

/// A player of a list.
struct Row {
    name: String,
    handle: String,
    points: i32,
    plus_minus: i32,
    matches: i32,
}

impl From<ListedRow> for Row {
    fn from(ListedRow { handle, name, mu, sigma, matches, .. }: ListedRow) -> Row {
        let skill = Skill { mu, sigma };
        Row { name, handle, points: skill.points(), plus_minus: skill.plus_minus(), matches }
    }
}

/// Shows the page.
pub async fn show(app: web::Data<App>, visitor: Result<PageVisitor>, game: web::Path<String>) -> Result<HttpResponse> {
    let info = games::find(&game)?.info();
    let reader = signed_in::person(&app, visitor.ok().and_then(|visitor| visitor.0).as_ref()).await?;
    let nav = match &reader {
        Some(reader) => Some(Nav::of(&mut *app.db.get().await?, reader).await?),
        None => None,
    };
    let mut lists = Vec::new();
    for class in [RatingClass::Duel, RatingClass::Table] {
        if class == RatingClass::Duel || *info.seats.end() > 2 {
            let rows = standings::best(&app, info.id, class).await?.into_iter().map(Row::from).collect();
            lists.push((standings::class_in_words(class), rows));
        }
    }
    Ok(own(&RatingsPage { nav, game: info.name, game_id: info.id, lists }, StatusCode::OK))
}
