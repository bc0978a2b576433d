//! The first page.

use actix_web::http::header;
use actix_web::{HttpResponse, web};
use askama::Template;

use super::html;
use crate::app::App;
use crate::problem::Answer;

#[derive(Template)]
#[template(path = "pages/home.html")]
struct HomePage {
    /// Are letters kept here?
    kept: bool,
}

/// What there is.
pub(super) async fn show(app: web::Data<App>) -> Answer<HttpResponse> {
    html(&HomePage { kept: app.post.is_none() })
}

/// The browsable document lives in a folder of its own.
pub(super) async fn to_docs() -> HttpResponse {
    HttpResponse::PermanentRedirect().insert_header((header::LOCATION, "/docs/")).finish()
}
