//! The page of an invitation by a link.

use actix_web::{HttpResponse, Responder, web};

use super::signed_in::{PageVisitor, SignedIn, person};
use super::{Page, Result, invitation, see_other};
use crate::app::App;
use crate::play::lobby::join_links;
use crate::play::matches::settings;
use crate::play::telling::links;

/// Shows the match. Opening the page does not take the seat, because messengers open links, too.
pub async fn show(
    app: web::Data<App>,
    visitor: PageVisitor,
    token: web::Path<String>,
    request: actix_web::HttpRequest,
) -> Result<HttpResponse> {
    let (link, m) = join_links::read(&app, &token).await?;
    let person = person(&app, visitor.0.as_ref()).await?;
    let user = person.as_ref().map(|person| person.id);
    if user.is_some_and(|user| m.has_player(user)) {
        return Ok(see_other(&links::match_path(m.id())));
    }
    let title = invitation::title(&m);
    let page = match join_links::reason(&link, &m, user) {
        Some(reason) => {
            let again = format!("If you want to play, ask {} for another link.", link.inviter_name);
            Page::new(&title, reason).and(again).link("/", "The first page")
        }
        None => {
            let lines = invitation::lines(&m, &link.inviter_name);
            let game = Some((m.rules.info().id, m.rules.info().name));
            let page = Page { title, game, lines, list: settings::sentences(&m)?, ..Page::default() };
            match person {
                Some(person) => page.and(format!("You are signed in as {}.", person.name)).button("Take the seat"),
                None => Page { sign_in: Some(request.path().to_owned()), ..page },
            }
        }
    };
    Ok(page.respond_to(&request))
}

/// Takes the seat.
pub async fn take(app: web::Data<App>, reader: SignedIn, token: web::Path<String>) -> Result<HttpResponse> {
    let m = join_links::take(&app, &token, reader.0.user).await?;
    Ok(see_other(&links::match_path(m.id())))
}
