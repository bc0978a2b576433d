//! What the links of letters open in a browser: a page whose button does what the letter says.

use actix_web::{HttpRequest, HttpResponse, web};

use super::sign_in::client;
use crate::app::App;
use crate::pages::{Page, refusal};
use crate::play::{account, address_change, links, sign_in};
use crate::problem::Answer;

pub(super) fn shown(page: Answer<Page>) -> HttpResponse {
    page.map_or_else(|problem| refusal(&problem), |page| page.answer())
}

/// Show the page that a sign-in letter links to. It signs nobody in yet.
#[utoipa::path(get, path = "/sign-in/{token}", tag = "pages", params(("token" = String, Path)),
    responses((status = 200, content_type = "text/html", body = String),
        (status = 401, content_type = "text/html", body = String)))]
pub async fn show_sign_in_page(app: web::Data<App>, token: web::Path<String>) -> HttpResponse {
    shown(links::open_sign_in(&app.secrets, &token).map(|_| {
        Page::new("Sign in to Turnpost", "You have asked for this link. It works once.")
            .and("If a program asks for a code instead, take the six digits from the letter.")
            .button("Sign in")
    }))
}

/// Sign in from the page, and show the tokens.
#[utoipa::path(post, path = "/sign-in/{token}", tag = "pages", params(("token" = String, Path)),
    responses((status = 200, content_type = "text/html", body = String),
        (status = 401, content_type = "text/html", body = String)))]
pub async fn use_sign_in_page(app: web::Data<App>, token: web::Path<String>, request: HttpRequest) -> HttpResponse {
    let granted = sign_in::by_link(&app, &token, &client(&request)).await;
    shown(granted.map(|granted| {
        let mut page = Page::new("You are signed in", format!("Hello, {}.", granted.by.name))
            .and("Copy the access token into your program. To try things out, press Authorize at /docs and paste it there.")
            .and("It is good for 15 minutes; the refresh token is worth a new one, once: POST /v1/tokens/refresh.")
            .and("They are not shown again. Whoever has them can play as you.");
        page.copies = vec![("Access token", granted.access), ("Refresh token", granted.refresh)];
        page.link("/docs", "To the documentation")
    }))
}

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

/// Show the page that stops a kind of letters. It stops none yet.
#[utoipa::path(get, path = "/unsubscribe/{token}", tag = "pages", params(("token" = String, Path)),
    responses((status = 200, content_type = "text/html", body = String),
        (status = 404, content_type = "text/html", body = String)))]
pub async fn show_unsubscribe_page(app: web::Data<App>, token: web::Path<String>) -> HttpResponse {
    shown(links::open_unsubscribe(&app.secrets, &token).map(|(_, kind)| {
        Page::new("Stop these letters", format!("No more letters about {}.", kind.words()))
            .and("Your matches go on, and so do their clocks.")
            .button("Stop them")
    }))
}

/// Stop a kind of letters with one click (RFC 8058), or from the page.
#[utoipa::path(post, path = "/unsubscribe/{token}", tag = "pages", params(("token" = String, Path)),
    responses((status = 200, content_type = "text/html", body = String),
        (status = 404, content_type = "text/html", body = String)))]
pub async fn use_unsubscribe_page(app: web::Data<App>, token: web::Path<String>) -> HttpResponse {
    // The body, `List-Unsubscribe=One-Click` or nothing, says no more than the address.
    shown(account::unsubscribe(&app, &token).await.map(|kind| {
        Page::new("It is done", format!("You get no more letters about {}.", kind.words()))
            .and("You can turn them on again in your account: PATCH /v1/me.")
    }))
}
