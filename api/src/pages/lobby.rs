//! The lobby: public matches with a free seat.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use askama::Template;
use serde::Deserialize;

use super::nav::Nav;
use super::signed_in::{PageVisitor, person};
use super::summary::{self, Summary};
use super::{Result, own};
use crate::app::App;
use crate::db::lists::{self, Part};
use crate::ids::MatchId;
use crate::play::Phase;

/// The number of matches of a page.
const PAGE: i64 = 30;

#[derive(Template)]
#[template(path = "pages/lobby.html")]
struct LobbyPage {
    nav: Option<Nav>,
    games: Vec<(&'static str, &'static str)>,
    /// The chosen game, if any.
    game: Option<&'static str>,
    open: Vec<Summary>,
    /// Running matches in which a seat is offered.
    offered: Vec<Summary>,
    running: Vec<Summary>,
    /// The path of the next page of open matches, if there is one.
    next: Option<String>,
    is_signed_in: bool,
}

/// The query of the lobby.
#[derive(Deserialize)]
pub struct Filter {
    game: Option<String>,
    /// The last match of the page before.
    after: Option<MatchId>,
}

/// Shows the lobby. A game that does not exist is no filter.
pub async fn show(
    app: web::Data<App>,
    visitor: PageVisitor,
    query: Result<web::Query<Filter>, actix_web::Error>,
) -> Result<HttpResponse> {
    let (game, after) = query.map(web::Query::into_inner).map_or((None, None), |query| (query.game, query.after));
    let person = person(&app, visitor.0.as_ref()).await?;
    let user = person.as_ref().map(|person| person.id);
    let game = game.and_then(|id| engine::game(&id)).map(|rules| rules.info().id);
    let part = Part { game, rated: None, before: after.unwrap_or(MatchId::LAST), max: PAGE };
    let first = Part { before: MatchId::LAST, ..part.clone() };
    let (now, each) = (app.clock.now(), app.config.listed_matches_per_account);
    let mut connection = app.db.get().await?;
    let layout = app.db.layout();
    let open = lists::public(&mut connection, layout, Phase::Open, user, &part, each).await?;
    let (offered, running) = match after {
        Some(_) => (Vec::new(), Vec::new()),
        None => (
            lists::offered(&mut connection, user, &first).await?,
            lists::public(&mut connection, layout, Phase::Running, user, &Part { max: 10, ..first }, each).await?,
        ),
    };
    let last = open.last().filter(|_| open.len() as i64 == PAGE).map(|row| row.id);
    let next = last.map(|id| match game {
        Some(game) => format!("/lobby?game={game}&after={id}"),
        None => format!("/lobby?after={id}"),
    });
    let (of_open, of_both) = (open.len(), open.len() + offered.len());
    let mut open = summary::of_rows(&mut connection, [open, offered, running].concat(), user, now).await?;
    let running = open.split_off(of_both);
    let offered = open.split_off(of_open);
    let nav = match &person {
        Some(person) => Some(Nav::of(&mut connection, person).await?),
        None => None,
    };
    let page = LobbyPage {
        nav,
        games: engine::newest().map(|rules| (rules.info().id, rules.info().name)).collect(),
        game,
        open,
        offered,
        running,
        next,
        is_signed_in: user.is_some(),
    };
    Ok(own(&page, StatusCode::OK))
}
