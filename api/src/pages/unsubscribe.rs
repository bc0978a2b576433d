//! The page that stops a kind of letters: one button, or one click of the mail program (RFC 8058).

use actix_web::web;

use super::{Page, Result};
use crate::app::App;
use crate::http::responses::{NotFound, PageProblems};
use crate::play::{account, links};

/// Show the page that stops letters of one kind.
///
/// Opening the page stops nothing.
#[utoipa::path(get, path = "/unsubscribe/{token}", tag = "pages",
    params(("token" = String, Path, description = "The token of the link")),
    responses((status = 200, content_type = "text/html", body = String), PageProblems<(NotFound,)>))]
pub async fn show_unsubscribe_page(app: web::Data<App>, token: web::Path<String>) -> Result<Page> {
    let (_, kind) = links::open_unsubscribe(&app.secrets, &token)?;
    Ok(Page::new("Stop these letters", format!("No more letters about {}.", kind.words()))
        .and("Your matches go on, and so do their clocks.")
        .button("Stop them"))
}

/// Stop letters of one kind.
///
/// From the page, or by the button of a mail program (RFC 8058).
#[utoipa::path(post, path = "/unsubscribe/{token}", tag = "pages",
    params(("token" = String, Path, description = "The token of the link")),
    responses((status = 200, content_type = "text/html", body = String), PageProblems<(NotFound,)>))]
pub async fn use_unsubscribe_page(app: web::Data<App>, token: web::Path<String>) -> Result<Page> {
    // The body is `List-Unsubscribe=One-Click` or empty; the address says everything.
    let kind = account::unsubscribe(&app, &token).await?;
    Ok(Page::new("Stopped", format!("You get no more letters about {}.", kind.words()))
        .and("You can turn them on again in your account: PATCH /v1/me."))
}
