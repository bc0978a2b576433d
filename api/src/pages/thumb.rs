//! The small picture of a match in lists: its position as the reader sees it.

use actix_web::{HttpRequest, HttpResponse, web};

use super::signed_in::PageReader;
use super::{Result, see_other};
use crate::app::App;
use crate::http::Painted;
use crate::http::caller::Sender;
use crate::http::etag::Known;
use crate::ids::MatchId;
use crate::play::telling::look;
use crate::play::{Refusal, costly};

/// Shows the picture. There is none before the start. A reader for whom too much waits gets that of the game.
pub async fn show(
    app: web::Data<App>,
    visitor: PageReader,
    Sender(sender): Sender,
    id: web::Path<MatchId>,
    request: HttpRequest,
) -> Result<HttpResponse> {
    let user = visitor.0.map(|caller| caller.user);
    let m = look::find(&app, *id, user).await?;
    let (known, game) = (Known::from_request(&request), m.game().to_owned());
    let painted = costly::sketch(&app, sender, move || {
        let page = look::page(&m, user)?.ok_or(Refusal::NotFound("board"))?;
        Painted::small(&known, &page.scene)
    });
    match painted.await {
        // A browser may ask for those of a whole list at once.
        Err(Refusal::TooOften(_)) => Ok(see_other(&format!("/games/{game}/thumb.png"))),
        painted => Ok(painted??.answer()),
    }
}
