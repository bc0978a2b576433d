//! The home page.

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;

use super::{Result, html, mailbox};
use crate::app::App;

#[derive(Template)]
#[template(path = "pages/home.html")]
struct HomePage {
    /// True if letters are kept here and shown to this client.
    kept: bool,
}

/// Shows the home page.
pub async fn show(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse> {
    html(&HomePage { kept: mailbox::is_shown(&app, &request) })
}

/// Redirects to the API page, which lies in a folder of its own.
pub async fn to_docs() -> HttpResponse {
    HttpResponse::PermanentRedirect().insert_header((header::LOCATION, "/docs/")).finish()
}
