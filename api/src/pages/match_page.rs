//! The page of a match for spectators: those of a public match, and friends who have the link of a player. The player to move has
//! another page, see `move_page`.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use askama::Template;
use uuid::Uuid;

use super::{Result, html, unstored};
use crate::app::App;
use crate::brief::Passage;
use crate::http::responses::{NotFound, PageProblems};
use crate::ids::MatchId;
use crate::play::{Match, Phase, Refusal, brief, look, watch};

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
    /// The awaited players or the wait for responses, and the result, in sentences.
    lines: Vec<String>,
    /// The ways in which the match may end.
    ends: Vec<String>,
    /// The ranks, once the match is over, and what happened last.
    below: Vec<Passage>,
    open: bool,
    /// True if the reader has the link of a player.
    by_link: bool,
}

#[derive(Template)]
#[template(path = "pages/closed.html")]
struct ClosedPage {
    id: Uuid,
}

/// The match, for a visitor who is not signed in.
pub async fn show(app: web::Data<App>, id: web::Path<MatchId>) -> Result<HttpResponse> {
    match look::find(&app, *id, None).await {
        Ok(m) => html(&page(&app, &m, false).await?),
        // The answer is the same for a private match and for one that does not exist.
        Err(Refusal::NotFound(_)) => html(&ClosedPage { id: id.0 }),
        Err(refusal) => Err(refusal.into()),
    }
}

/// Watch a match by the link of a player.
///
/// The page is that of a spectator, also of a private match, and is the same for the links of all players.
#[utoipa::path(get, path = "/watch/{token}", tag = "pages",
    params(("token" = String, Path, description = "The token of the link")),
    responses((status = 200, content_type = "text/html", body = String), PageProblems<(NotFound,)>))]
pub async fn show_watch_page(app: web::Data<App>, token: web::Path<String>) -> Result<HttpResponse> {
    let m = watch::open(&app, &token).await?;
    Ok(unstored(&page(&app, &m, true).await?, StatusCode::OK))
}

/// The page of a spectator.
async fn page(app: &App, m: &Match, by_link: bool) -> Result<MatchPage> {
    let page = look::page(m, None)?;
    let table = brief::table(m, "")?;
    let (mut lines, mut below) = (Vec::new(), Vec::new());
    if let Some(page) = &page {
        lines.extend(table.waiting(page));
        lines.extend(brief::responses(m, page, "UTC").map(|responses| responses.words(app.clock.now())));
        if let Some(outcome) = &page.outcome {
            lines.push(outcome.reason.clone());
            below.extend([Passage::heading("The result"), Passage::List(table.ranking(page, outcome))]);
        }
        below.extend(brief::latest(&mut *app.db.get().await?, m, &table.names()).await?.passages());
    }
    Ok(MatchPage {
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
            Phase::Running | Phase::Over => table.names().0,
        },
        svg: page.as_ref().map(engine::Page::svg),
        text: page.as_ref().map(engine::Page::text).unwrap_or_default(),
        lines,
        ends: page.map(|page| page.ends.into_iter().map(|end| end.words).collect()).unwrap_or_default(),
        below,
        open: m.phase() == Phase::Open,
        by_link,
    })
}
