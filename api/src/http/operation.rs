//! For whoever runs the server.

use actix_web::web::Bytes;
use actix_web::{HttpResponse, web};
use serde::Serialize;
use utoipa::ToSchema;

use super::Result;
use super::problem::{Problem, ProblemDocument};
use crate::app::App;
use crate::db::letters::{self, LetterFigures};
use crate::db::{self, matches};
use crate::metrics;

/// How the server is.
#[derive(Default, Serialize, ToSchema)]
#[schema(example = json!({"status": "ok", "letters_due": 0, "letters_late": 0, "letters_failed": 0, "clocks_late": 0}))]
pub struct Health {
    /// `ok`; `clocks-late` if a clock ran out a minute ago and nothing came of it; `letters-late` if a letter has been owed for
    /// ten minutes and could not be sent; `letters-failed` if one was given up in the last day; `no-database`.
    status: &'static str,
    /// Letters that are owed now.
    letters_due: i64,
    /// Those among them that have been owed for ten minutes.
    letters_late: i64,
    /// Letters given up in the last day.
    letters_failed: i64,
    /// Matches in which a clock ran out a minute ago and nothing came of it.
    clocks_late: i64,
}

async fn health(app: &App) -> db::Result<Health> {
    let (mut connection, now) = (app.db.get().await?, app.clock.now());
    let LetterFigures { due, late, failed } = letters::figures(&mut connection, now).await?;
    let clocks_late = matches::late(&mut connection, now).await?;
    let status = match (clocks_late, late, failed) {
        (0, 0, 0) => "ok",
        (0, 0, _) => "letters-failed",
        (0, _, _) => "letters-late",
        (_, _, _) => "clocks-late",
    };
    Ok(Health { status, letters_due: due, letters_late: late, letters_failed: failed, clocks_late })
}

/// Is the process alive, and are clocks settled and letters going out? Answers 200 as long as the process does; read `status`.
#[utoipa::path(get, path = "/healthz", tag = "operation", responses((status = 200, body = Health)))]
pub async fn show_health(app: web::Data<App>) -> Result<web::Json<Health>> {
    let lost = |_| Health { status: "no-database", ..Health::default() };
    Ok(web::Json(health(&app).await.unwrap_or_else(lost)))
}

/// Whether the server can answer.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"status": "ready"}))]
pub struct Readiness {
    /// `ready`.
    status: &'static str,
}

/// Can the server answer requests? It can if it reaches its database.
#[utoipa::path(get, path = "/readyz", tag = "operation",
    responses((status = 200, body = Readiness), (status = 503, body = ProblemDocument)))]
pub async fn show_readiness(app: web::Data<App>) -> Result<web::Json<Readiness>> {
    app.db.ready().await.map_err(Problem::unavailable)?;
    Ok(web::Json(Readiness { status: "ready" }))
}

/// The text of the OpenAPI document, given by the server.
#[derive(Clone, Debug)]
pub struct DocumentText(pub Bytes);

/// Show this document.
#[utoipa::path(get, path = "/openapi.json", tag = "operation",
    responses((status = 200, content_type = "application/json", body = Object)))]
pub async fn show_document(document: web::Data<DocumentText>) -> HttpResponse {
    HttpResponse::Ok().content_type("application/json").body(document.0.clone())
}

/// Figures for Prometheus.
#[utoipa::path(get, path = "/metrics", tag = "operation",
    responses((status = 200, content_type = "text/plain", body = String)))]
pub async fn show_metrics(app: web::Data<App>) -> Result<HttpResponse> {
    if let Ok(found) = health(&app).await {
        ::metrics::gauge!("turnpost_letters_due").set(found.letters_due as f64);
        ::metrics::gauge!("turnpost_letters_late").set(found.letters_late as f64);
        ::metrics::gauge!("turnpost_letters_failed").set(found.letters_failed as f64);
        ::metrics::gauge!("turnpost_clocks_late").set(found.clocks_late as f64);
    }
    Ok(HttpResponse::Ok().content_type("text/plain; version=0.0.4").body(metrics::text()))
}
