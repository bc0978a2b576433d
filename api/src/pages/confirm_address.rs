//! The page that the links of a change of address open: one button confirms it.

use actix_web::{HttpResponse, web};

use super::{Page, shown};
use crate::app::App;
use crate::play::{address_change, links};

/// Show the page that a letter about a change of address links to. It confirms nothing yet.
#[utoipa::path(get, path = "/confirm-address/{token}", tag = "pages", params(("token" = String, Path)),
    responses((status = 200, content_type = "text/html", body = String),
        (status = 401, content_type = "text/html", body = String)))]
pub async fn show_confirm_page(app: web::Data<App>, token: web::Path<String>) -> HttpResponse {
    shown(links::open_address(&app.secrets, &token).map(|(_, side)| {
        let line = match side {
            links::Side::Old => "Somebody who is signed in as you wants to leave this address for another.",
            links::Side::New => "Somebody wants Turnpost to send their letters to this address.",
        };
        Page::new("Change of address", line)
            .and("If it was not you, close this page; without your consent nothing changes.")
            .button("Yes, change it")
    }))
}

/// Confirm a change of address from the page.
#[utoipa::path(post, path = "/confirm-address/{token}", tag = "pages", params(("token" = String, Path)),
    responses((status = 200, content_type = "text/html", body = String),
        (status = 401, content_type = "text/html", body = String),
        (status = 409, content_type = "text/html", body = String)))]
pub async fn use_confirm_page(app: web::Data<App>, token: web::Path<String>) -> HttpResponse {
    let confirmation = address_change::confirm(&app, &token).await;
    shown(confirmation.map(|confirmation| match (confirmation.done, confirmation.side) {
        (true, _) => Page::new("The address is changed", "From now on letters go to the new address."),
        (false, links::Side::Old) => {
            Page::new("Confirmed here", "Now open the letter at the new address and confirm it there as well.")
        }
        (false, links::Side::New) => {
            Page::new("Confirmed here", "Now open the letter at the old address and confirm it there as well.")
        }
    }))
}
