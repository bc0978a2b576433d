//! The reader's matches: all of them, and those that are over, with a search.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use askama::Template;
use serde::{Deserialize, Serialize};

use super::nav::Nav;
use super::profile::After;
use super::signed_in::SignedIn;
use super::summary::{self, Summary};
use super::{Result, own};
use crate::app::App;
use crate::db::lists::{self, Own, Part};
use crate::db::past;
use crate::http::problem::Problem;
use crate::ids::MatchId;
use crate::play::people::account;

/// The number of matches of a page.
const PAGE: i64 = 30;

/// The maximum number of characters to search for.
const MAX: usize = 64;

#[derive(Template)]
#[template(path = "pages/my_matches.html")]
struct MyMatchesPage {
    nav: Option<Nav>,
    matches: Vec<Summary>,
    /// The path of the next page, if there is one.
    next: Option<String>,
}

/// Shows all matches of the reader, the newest first.
pub async fn list_all(
    app: web::Data<App>,
    reader: SignedIn,
    query: Result<web::Query<After>, actix_web::Error>,
) -> Result<HttpResponse> {
    let (mut connection, person) = account::present(&app, &reader.0).await?;
    let before = query.ok().and_then(|query| query.after).unwrap_or(MatchId::LAST);
    let part = Part { game: None, rated: None, before, max: PAGE };
    let rows = lists::of_user(&mut connection, person.id, Own::All(None), None, &part).await?;
    let last = rows.last().filter(|_| rows.len() as i64 == PAGE).map(|row| row.id);
    let page = MyMatchesPage {
        nav: Some(Nav::of(&mut connection, &person).await?),
        matches: summary::of_rows(&mut connection, rows, Some(person.id), app.clock.now()).await?,
        next: last.map(|id| format!("/me/matches?after={id}")),
    };
    Ok(own(&page, StatusCode::OK))
}

#[derive(Template)]
#[template(path = "pages/past.html")]
struct PastPage {
    nav: Option<Nav>,
    games: Vec<(&'static str, &'static str)>,
    /// The chosen game, if any.
    game: Option<&'static str>,
    /// The text that is searched for.
    words: String,
    matches: Vec<Summary>,
    /// The path of the next page, if there may be one.
    next: Option<String>,
}

/// The query of the page.
#[derive(Deserialize, Serialize, Default)]
pub struct Search {
    #[serde(default)]
    game: String,
    /// A part of the name of an opponent or of the match.
    #[serde(default)]
    q: String,
    /// The last match of the page before.
    after: Option<MatchId>,
}

/// Shows the finished matches of the reader. A game that does not exist is no filter; no match has a name with a text that is too long.
pub async fn show(
    app: web::Data<App>,
    reader: SignedIn,
    query: Result<web::Query<Search>, actix_web::Error>,
) -> Result<HttpResponse> {
    let search = query.map(web::Query::into_inner).unwrap_or_default();
    let (mut connection, person) = account::present(&app, &reader.0).await?;
    let game = engine::game(&search.game).map(|rules| rules.info().id);
    let words = search.q.trim();
    let part = Part { game, rated: None, before: search.after.unwrap_or(MatchId::LAST), max: PAGE };
    // Postgres takes no NUL.
    let (rows, last) = if words.chars().count() > MAX || words.contains('\0') {
        (Vec::new(), None)
    } else {
        past::of_user(&mut connection, person.id, part, Some(words).filter(|words| !words.is_empty())).await?
    };
    let next = |id| {
        let search = Search { game: game.unwrap_or_default().to_owned(), q: words.to_owned(), after: Some(id) };
        serde_urlencoded::to_string(search).map(|query| format!("/me/past?{query}")).map_err(Problem::internal)
    };
    let page = PastPage {
        nav: Some(Nav::of(&mut connection, &person).await?),
        games: engine::newest().map(|rules| (rules.info().id, rules.info().name)).collect(),
        game,
        words: words.to_owned(),
        matches: summary::of_rows(&mut connection, rows, Some(person.id), app.clock.now()).await?,
        next: last.map(next).transpose()?,
    };
    Ok(own(&page, StatusCode::OK))
}
