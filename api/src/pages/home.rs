//! The first page.

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;

use super::{html, mailbox};
use crate::app::App;
use crate::http::problem::Answer;

#[derive(Template)]
#[template(path = "pages/home.html")]
struct HomePage {
    /// Are letters kept here, and shown to whoever asks?
    kept: bool,
}

/// What there is.
pub(super) async fn show(app: web::Data<App>, request: HttpRequest) -> Answer<HttpResponse> {
    html(&HomePage { kept: mailbox::is_shown(&app, &request) })
}

/// The browsable document lives in a folder of its own.
pub(super) async fn to_docs() -> HttpResponse {
    HttpResponse::PermanentRedirect().insert_header((header::LOCATION, "/docs/")).finish()
}
