//! The pages below `/docs/`: the API reference at `/docs/` itself, which is Swagger UI in a page of ours, its files, and the manual.

use std::sync::{Arc, LazyLock};

use actix_web::http::StatusCode;
use actix_web::http::header::{self, ContentEncoding};
use actix_web::{HttpResponse, Resource, guard, web};
use askama::Template;
use utoipa::openapi::OpenApi;
use utoipa::openapi::path::PathItem;
use utoipa_swagger_ui::{Config, serve};

use super::{KEPT, answer, manual};
use crate::app::App;
use crate::http::problem::Problem;

/// What Swagger UI may load, and the page around it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
                      connect-src 'self'; font-src 'self'; manifest-src 'self'; frame-ancestors 'none'";

/// Our own files beside those of Swagger UI: each with its type.
const OWN: [(&str, &str, &str); 2] = [
    ("reference.css", "text/css; charset=utf-8", include_str!("reference.css")),
    ("reference.js", "text/javascript; charset=utf-8", include_str!("reference.js")),
];

/// The page of the API reference. It lists all operations, which Swagger UI replaces where scripts run.
#[derive(Template)]
#[template(path = "pages/docs.html")]
struct ReferencePage {
    tags: Vec<TagRows>,
}

/// The operations of a tag.
struct TagRows {
    name: String,
    words: String,
    operations: Vec<OperationRow>,
}

struct OperationRow {
    method: &'static str,
    path: String,
    summary: String,
}

/// The page, made at the first request.
pub struct Reference(pub LazyLock<String>);

/// Makes the page of a document.
pub fn reference(document: &OpenApi) -> String {
    let rows_of = |tag: &str| {
        let items = document.paths.paths.iter();
        let rows = items.flat_map(|(path, PathItem { get, put, post, delete, patch, .. })| {
            let all = [("GET", get), ("PUT", put), ("POST", post), ("DELETE", delete), ("PATCH", patch)];
            all.into_iter().filter_map(move |(method, operation)| Some((path, method, operation.as_ref()?)))
        });
        rows.filter(|(_, _, operation)| operation.tags.iter().flatten().any(|one| one == tag))
            .map(|(path, method, operation)| OperationRow {
                method,
                path: path.clone(),
                summary: operation.summary.clone().unwrap_or_default(),
            })
            .collect()
    };
    let tags = document.tags.iter().flatten().map(|tag| TagRows {
        name: tag.name.clone(),
        words: tag.description.clone().unwrap_or_default(),
        operations: rows_of(&tag.name),
    });
    ReferencePage { tags: tags.collect() }.render().unwrap_or_default()
}

/// Serves the pages and the files of Swagger UI.
pub fn files() -> Resource {
    web::resource("/docs/{file:.*}").guard(guard::Any(guard::Get()).or(guard::Head())).to(show)
}

async fn show(
    app: web::Data<App>,
    file: web::Path<String>,
    query: web::Query<manual::Shown>,
    reference: web::Data<Reference>,
) -> Result<HttpResponse, Problem> {
    if let Some(page) = manual::page(&file, &query, &app.config.public_url) {
        return Ok(answer(&page, StatusCode::OK, KEPT));
    }
    let mut answer = HttpResponse::Ok();
    answer.insert_header((header::CONTENT_SECURITY_POLICY, POLICY));
    if matches!(file.as_str(), "" | "index.html") {
        return Ok(answer.content_type("text/html; charset=utf-8").body(reference.0.clone()));
    }
    if let Some((_, kind, text)) = OWN.iter().find(|(name, _, _)| *name == file.as_str()) {
        return Ok(answer.content_type(*kind).body(*text));
    }
    let found = serve(&file, Arc::new(Config::from("/openapi.json"))).map_err(Problem::internal)?;
    let found = found.ok_or_else(Problem::no_operation)?;
    if found.gzpipped {
        answer.insert_header((header::CONTENT_ENCODING, ContentEncoding::Gzip));
    }
    Ok(answer.content_type(found.content_type).body(found.bytes.into_owned()))
}
