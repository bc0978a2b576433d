//! The page `/docs/`, on which the OpenAPI document can be read and tried: Swagger UI, in a page of ours.

use std::sync::Arc;

use actix_web::http::header::{self, ContentEncoding};
use actix_web::{HttpResponse, Resource, guard, web};
use utoipa_swagger_ui::{Config, serve};

use crate::http::problem::Problem;

/// The page. That of Swagger UI is as wide as a desk on a phone.
const PAGE: &str = include_str!("docs.html");

/// Serves the page and its files.
pub fn files() -> Resource {
    web::resource("/docs/{file:.*}").guard(guard::Any(guard::Get()).or(guard::Head())).to(show)
}

async fn show(file: web::Path<String>) -> Result<HttpResponse, Problem> {
    if matches!(file.as_str(), "" | "index.html") {
        return Ok(HttpResponse::Ok().content_type("text/html; charset=utf-8").body(PAGE));
    }
    let found = serve(&file, Arc::new(Config::from("/openapi.json"))).map_err(Problem::internal)?;
    let found = found.ok_or_else(Problem::no_operation)?;
    let mut answer = HttpResponse::Ok();
    if found.gzpipped {
        answer.insert_header((header::CONTENT_ENCODING, ContentEncoding::Gzip));
    }
    Ok(answer.content_type(found.content_type).body(found.bytes.into_owned()))
}
