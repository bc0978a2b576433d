//! The page on which readers of a match try moves, which are not sent.

use std::sync::Arc;

use actix_web::{HttpResponse, web};
use serde::Deserialize;

use super::match_page::{closed, way_of_line};
use super::signed_in::PageReader;
use super::{Result, board, match_page};
use crate::app::App;
use crate::http::caller::Sender;
use crate::ids::MatchId;
use crate::play::telling::tries;
use crate::play::{Phase, Refusal};

/// The query of the page.
#[derive(Deserialize, Default)]
pub struct Trial {
    /// The number of the line from which moves are tried. Default: the last one.
    line: Option<u32>,
    /// The moves, with `>` between them.
    #[serde(default)]
    moves: String,
    /// The number of moves that are played; the others are taken back. Default: all.
    at: Option<usize>,
    /// The next move, or the beginning of it.
    #[serde(default)]
    r#move: String,
}

/// Shows the position after moves that are tried.
pub async fn show(
    app: web::Data<App>,
    PageReader(caller): PageReader,
    Sender(sender): Sender,
    id: web::Path<MatchId>,
    query: Result<web::Query<Trial>, actix_web::Error>,
) -> Result<HttpResponse> {
    let Trial { line, moves, at, r#move: draft } = query.map(web::Query::into_inner).unwrap_or_default();
    let Some((m, person, is_guest)) = match_page::open(&app, caller.as_ref(), *id).await? else { return closed(*id) };
    if matches!(m.phase(), Phase::Open | Phase::Cancelled) {
        return Err(Refusal::Conflict("The match has not started.".to_owned()).into());
    }
    let moves = board::of_address(&moves);
    let user = person.as_ref().map(|person| person.id);
    let m = Arc::new(m);
    let beginning = tries::begin(&app, sender, &m, user, line, &moves).await?;
    let place = (beginning.line, beginning.last, beginning.is_over());
    let played = at.unwrap_or(moves.len());
    let tried = tries::play(&app, sender, (&m, beginning), (moves, played), draft).await?;
    let way = way_of_line(person.as_ref(), is_guest);
    Ok(board::show_tries(&app, &m, (person.as_ref(), way), place, tried)?)
}
