//! The page of a match for spectators. The player to move has another page, see `move_page`.

use actix_web::{HttpResponse, web};
use askama::Template;
use uuid::Uuid;

use super::{Result, html};
use crate::app::App;
use crate::ids::MatchId;
use crate::play::{Phase, Refusal, brief, look};

#[derive(Template)]
#[template(path = "pages/match_page.html")]
struct MatchPage {
    id: Uuid,
    name: String,
    game: &'static str,
    game_id: String,
    phase: &'static str,
    players: Vec<String>,
    /// Made by our own painter, which escapes every name.
    svg: Option<String>,
    text: String,
    /// A sentence, if the match waits for responses.
    responses: Option<String>,
    ends: Vec<String>,
    open: bool,
}

#[derive(Template)]
#[template(path = "pages/closed.html")]
struct ClosedPage {
    id: Uuid,
}

/// The match, for a visitor who is not signed in.
pub async fn show(app: web::Data<App>, id: web::Path<MatchId>) -> Result<HttpResponse> {
    let m = match look::find(&app, *id, None).await {
        Ok(m) => m,
        // The answer is the same for a private match and for one that does not exist.
        Err(Refusal::NotFound(_)) => return html(&ClosedPage { id: id.0 }),
        Err(refusal) => return Err(refusal.into()),
    };
    let page = look::page(&m, None)?;
    let responses = page.as_ref().and_then(|page| brief::responses(&m, page, "UTC"));
    html(&MatchPage {
        id: m.id().0,
        name: m.name().to_owned(),
        game: m.rules.info().name,
        game_id: m.game().to_owned(),
        phase: match m.phase() {
            Phase::Open => "waits for players",
            Phase::Running => "is being played",
            Phase::Over => "is over",
            Phase::Cancelled => "was called off",
        },
        players: match m.phase() {
            Phase::Open | Phase::Cancelled => m.players().iter().map(|player| player.name.clone()).collect(),
            Phase::Running | Phase::Over => brief::table(&m, "")?.names().0,
        },
        svg: page.as_ref().map(engine::Page::svg),
        text: page.as_ref().map(engine::Page::text).unwrap_or_default(),
        responses: responses.map(|responses| responses.words(app.clock.now())),
        ends: page.map(|page| page.ends.into_iter().map(|end| end.words).collect()).unwrap_or_default(),
        open: m.phase() == Phase::Open,
    })
}
