//! The page that stops a kind of emails: one button, or one click of the mail program (RFC 8058).

use actix_web::web;

use super::{Page, Result};
use crate::app::App;
use crate::category::Category;
use crate::play::people::account;

/// Show the page that unsubscribes from a category of emails.
///
/// Opening the page does not unsubscribe you.
pub async fn show_unsubscribe_page(app: web::Data<App>, token: web::Path<String>) -> Result<Page> {
    let (kind, on) = account::emails_of_link(&app, &token).await?;
    if on {
        return Ok(Page::new("Unsubscribe", format!("You will get no more emails about {}.", kind.words()))
            .and("Your matches and their clocks continue.")
            .button("Unsubscribe"));
    }
    Ok(off(&token, kind))
}

/// The page of a category that is disabled.
fn off(token: &str, kind: Category) -> Page {
    Page::new("Unsubscribed", format!("You get no more emails about {}.", kind.words()))
        .and("Your matches and their clocks continue.")
        .button_to(format!("/unsubscribe/{token}/undo"), "Subscribe again")
}

/// Unsubscribe from a category of emails.
///
/// This works from the page and from the unsubscribe button of a mail program (RFC 8058). A last email confirms it and says how to undo it.
pub async fn use_unsubscribe_page(app: web::Data<App>, token: web::Path<String>) -> Result<Page> {
    // The body is `List-Unsubscribe=One-Click` or empty; the address says everything.
    let kind = account::change_by_link(&app, &token, false).await?;
    Ok(off(&token, kind))
}

/// Subscribe to a category of emails again.
///
/// This works from the page that confirms the unsubscription.
pub async fn undo_unsubscribe(app: web::Data<App>, token: web::Path<String>) -> Result<Page> {
    let kind = account::change_by_link(&app, &token, true).await?;
    Ok(Page::new("Subscribed again", format!("You get emails about {} again.", kind.words())))
}
