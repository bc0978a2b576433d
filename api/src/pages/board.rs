//! The page that letters link to: a match as anybody may see it. Playing in the browser comes later; the API and the letters
//! do that already.

use actix_web::{HttpResponse, web};
use askama::Template;
use uuid::Uuid;

use super::html;
use crate::app::App;
use crate::play::{Phase, look};
use crate::problem::Answer;

#[derive(Template)]
#[template(path = "pages/match.html")]
struct MatchPage {
    id: Uuid,
    name: String,
    game: &'static str,
    phase: &'static str,
    players: Vec<String>,
    /// Made by our own painter, which escapes every name.
    svg: Option<String>,
    text: String,
    ends: Vec<String>,
    open: bool,
}

#[derive(Template)]
#[template(path = "pages/closed.html")]
struct ClosedPage {
    id: Uuid,
}

/// The match, for somebody whom the server does not know.
pub(super) async fn show(app: web::Data<App>, id: web::Path<Uuid>) -> Answer<HttpResponse> {
    let Ok(m) = look::find(&app, *id, None).await else {
        // The same for a match that is private and for one that is not there.
        return html(&ClosedPage { id: *id });
    };
    let page = look::page(&m, None)?;
    html(&MatchPage {
        id: m.row.id,
        name: m.row.name.clone(),
        game: m.rules.info().name,
        phase: match m.phase() {
            Phase::Open => "waits for players",
            Phase::Running => "is being played",
            Phase::Over => "is over",
            Phase::Cancelled => "was called off",
        },
        players: m.row.names.clone(),
        svg: page.as_ref().map(engine::Page::svg),
        text: page.as_ref().map(engine::Page::text).unwrap_or_default(),
        ends: page.map(|page| page.ends.into_iter().map(|end| end.words).collect()).unwrap_or_default(),
        open: m.phase() == Phase::Open,
    })
}
