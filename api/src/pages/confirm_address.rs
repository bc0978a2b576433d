//! The page that the links of a change of address open: one button confirms it.

use actix_web::web;

use super::{Page, Result};
use crate::app::App;
use crate::play::people::address_change;
use crate::play::telling::links;
use crate::play::telling::links::Side;

/// Show the page that confirms a new email address.
///
/// Opening the page does not confirm anything.
pub async fn show_confirm_page(app: web::Data<App>, token: web::Path<String>) -> Result<Page> {
    let (_, side) = links::open_address(&app.secrets, &token)?;
    let line = match side {
        Side::Old => "A person who is signed in to your account wants to replace this email address with another one.",
        Side::New => "A player wants to use this email address with Turnpost.",
    };
    Ok(Page::new("Change of email address", line)
        .and("If it wasn't you, close this page: nothing changes without your consent.")
        .button("Confirm the change"))
}

/// Confirm a new email address from the page.
///
/// The page says whether the other address still has to be confirmed.
pub async fn use_confirm_page(app: web::Data<App>, token: web::Path<String>) -> Result<Page> {
    let confirmation = address_change::confirm(&app, &token).await?;
    Ok(match (confirmation.done, confirmation.side) {
        (true, _) => Page::new("Your email address has changed", "Emails now go to the new address."),
        (false, Side::Old) => {
            Page::new("Address confirmed", "Now open the email at the new address and confirm that one, too.")
        }
        (false, Side::New) => {
            Page::new("Address confirmed", "Now open the email at the old address and confirm that one, too.")
        }
    })
}
