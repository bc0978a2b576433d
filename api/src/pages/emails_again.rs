//! The page on which a person who has lost an email asks for its link again.

use actix_web::{HttpResponse, web};
use askama::Template;
use serde::Deserialize;

use super::{Page, Result, html};
use crate::app::App;
use crate::http::caller::ClientNetwork;
use crate::play::people::emails_again;

#[derive(Template)]
#[template(path = "pages/emails_again.html")]
struct AgainPage;

/// The fields of the form.
#[derive(Deserialize)]
pub struct AgainForm {
    /// The email address of the account.
    address: String,
}

/// Show the page that emails links again.
///
/// For people who have lost an email.
pub async fn show_again_page() -> Result<HttpResponse> {
    html(&AgainPage)
}

/// Email the links of your open turns, from the page.
///
/// The response is the same if the address has no account.
pub async fn use_again_page(
    app: web::Data<App>,
    network: ClientNetwork,
    form: Result<web::Form<AgainForm>, actix_web::Error>,
) -> Result<Page, actix_web::Error> {
    let form = form?;
    emails_again::ask(&app, form.address.trim(), network.0).await.map_err(super::refusal::RefusalPage::from)?;
    Ok(Page::new(
        "An email is on its way",
        "If this address has an account, it gets one email with a link for every open turn.",
    ))
}
