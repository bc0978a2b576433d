//! The pages below `/docs/`: the API reference at `/docs/` itself, which is Swagger UI in a page of ours, its files, and the manual.

use std::sync::Arc;

use actix_web::http::header::{self, ContentEncoding};
use actix_web::{HttpResponse, Resource, guard, web};
use utoipa_swagger_ui::{Config, serve};

use super::manual;
use crate::http::problem::Problem;

/// The page. That of Swagger UI is as wide as a desk on a phone.
const PAGE: &str = include_str!("docs.html");

/// What Swagger UI may load.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
                      connect-src 'self'; font-src 'self'; frame-ancestors 'none'";

/// Serves the pages and the files of Swagger UI.
pub fn files() -> Resource {
    web::resource("/docs/{file:.*}").guard(guard::Any(guard::Get()).or(guard::Head())).to(show)
}

async fn show(file: web::Path<String>) -> Result<HttpResponse, Problem> {
    if let Some(page) = manual::page(&file) {
        return Ok(page);
    }
    let mut answer = HttpResponse::Ok();
    answer.insert_header((header::CONTENT_SECURITY_POLICY, POLICY));
    if matches!(file.as_str(), "" | "index.html") {
        return Ok(answer.content_type("text/html; charset=utf-8").body(PAGE));
    }
    let found = serve(&file, Arc::new(Config::from("/openapi.json"))).map_err(Problem::internal)?;
    let found = found.ok_or_else(Problem::no_operation)?;
    if found.gzpipped {
        answer.insert_header((header::CONTENT_ENCODING, ContentEncoding::Gzip));
    }
    Ok(answer.content_type(found.content_type).body(found.bytes.into_owned()))
}
