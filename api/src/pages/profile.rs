//! The page of a person: the name, and the public matches.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use askama::Template;
use serde::Deserialize;

use super::summary::Summary;
use super::{Result, own};
use crate::app::App;
use crate::brief::day;
use crate::db::lists;
use crate::http::problem::Problem;
use crate::ids::MatchId;
use crate::play::people::{bots, profiles};

/// The number of matches of a page.
const PAGE: i64 = 30;

#[derive(Template)]
#[template(path = "pages/profile.html")]
struct ProfilePage {
    name: String,
    handle: String,
    /// The day of the first sign-in, when the player was last here, and whether notes are read.
    facts: String,
    matches: Vec<Summary>,
    /// The path of the next page, if there is one.
    next: Option<String>,
}

/// The query of the page.
#[derive(Deserialize)]
pub struct After {
    /// The last match of the page before.
    pub(super) after: Option<MatchId>,
}

/// Shows the page. All readers see the same: what the person does in other matches is not told.
pub async fn show(
    app: web::Data<App>,
    handle: web::Path<String>,
    query: Result<web::Query<After>, actix_web::Error>,
) -> Result<HttpResponse> {
    let before = query.ok().and_then(|query| query.after).unwrap_or(MatchId::LAST);
    let person = profiles::by_handle(&app, &handle).await?.ok_or_else(|| Problem::not_found("player"))?;
    let owner = bots::owner(&app, &person).await?;
    let now = app.clock.now();
    let mut connection = app.db.get().await?;
    let rows = lists::public_of(&mut connection, person.id, before, PAGE).await?;
    let last = rows.last().filter(|_| rows.len() as i64 == PAGE).map(|row| row.id);
    let bot = || owner.map_or_else(|| "a bot".to_owned(), |owner| format!("a bot of @{owner}"));
    let facts = [
        person.is_bot.then(bot),
        Some(format!("joined on {}", day(person.created_at.date_naive()))),
        profiles::last_seen(&person).map(|at| profiles::in_words(at, now)),
        (!person.notes).then(|| "does not read notes".to_owned()),
    ];
    let page = ProfilePage {
        facts: facts.into_iter().flatten().collect::<Vec<_>>().join(" \u{b7} "),
        matches: rows.into_iter().map(|row| Summary::from_row(row, now)).collect(),
        next: last.map(|id| format!("/people/{}?after={id}", person.handle)),
        name: person.name,
        handle: person.handle,
    };
    Ok(own(&page, StatusCode::OK))
}
