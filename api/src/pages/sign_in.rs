//! The page that the link of a sign-in letter opens: one button signs in.

use actix_web::{HttpRequest, web};

use super::{Page, Result};
use crate::app::App;
use crate::http::responses::{BadCode, PageProblems};
use crate::http::sign_in::client;
use crate::play::{links, sign_in};

/// Show the page of a sign-in letter.
///
/// Opening the page does not sign in.
#[utoipa::path(get, path = "/sign-in/{token}", tag = "pages",
    params(("token" = String, Path, description = "The token of the link")),
    responses((status = 200, content_type = "text/html", body = String), PageProblems<(BadCode,)>))]
pub async fn show_sign_in_page(app: web::Data<App>, token: web::Path<String>) -> Result<Page> {
    links::open_sign_in(&app.secrets, &token)?;
    Ok(Page::new("Sign in to Turnpost", "You have asked for this link. It works once.")
        .and("If a program asks for a code instead, take the six digits from the letter.")
        .button("Sign in"))
}

/// Sign in from the page.
///
/// The page shows the tokens of the new session.
#[utoipa::path(post, path = "/sign-in/{token}", tag = "pages",
    params(("token" = String, Path, description = "The token of the link")),
    responses((status = 200, content_type = "text/html", body = String), PageProblems<(BadCode,)>))]
pub async fn use_sign_in_page(app: web::Data<App>, token: web::Path<String>, request: HttpRequest) -> Result<Page> {
    let granted = sign_in::by_link(&app, &token, &client(&request)).await?;
    let mut page = Page::new("You are signed in", format!("Hello, {}.", granted.by.name))
        .and("Copy the access token into your program. To try the API, press Authorize at /docs and paste it there.")
        .and("The access token is valid for 15 minutes; POST /v1/tokens/refresh exchanges the refresh token for new ones, once.")
        .and("They are not shown again. Keep them secret: they let others play as you.");
    page.copies = vec![("Access token", granted.access), ("Refresh token", granted.refresh)];
    Ok(page.link("/docs", "To the documentation"))
}
