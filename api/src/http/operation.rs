//! For whoever runs the server.

use std::sync::LazyLock;

use actix_web::{HttpResponse, web};
use chrono::Duration;
use serde::Serialize;
use utoipa::ToSchema;

use super::Json;
use crate::app::App;
use crate::db::letters::{self, LetterFigures};
use crate::figures;
use crate::problem::{Answer, Problem, ProblemDocument};

/// A letter that could not be sent for so many minutes means that something is wrong.
const LATE_MINUTES: i64 = 10;

/// How the server is.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"status": "ok", "letters_due": 0, "letters_late": 0, "letters_failed": 0}))]
pub struct Health {
    /// `ok`; `letters-late` if a letter has been owed for ten minutes and could not be sent; `letters-failed` if one was given
    /// up in the last day; `no-database`.
    status: &'static str,
    /// Letters that are owed now.
    letters_due: i64,
    /// Those among them that have been owed for ten minutes.
    letters_late: i64,
    /// Letters given up in the last day.
    letters_failed: i64,
}

async fn letters(app: &App) -> crate::db::Found<LetterFigures> {
    let (mut connection, now) = (app.db.get().await?, app.clock.now());
    letters::figures(&mut connection, now - Duration::minutes(LATE_MINUTES), now - Duration::days(1)).await
}

/// Is the process alive, and are letters going out? Answers 200 as long as the process does; read `status`.
#[utoipa::path(get, path = "/healthz", tag = "operation", responses((status = 200, body = Health)))]
pub async fn show_health(app: web::Data<App>) -> Json<Health> {
    let (status, found) = match letters(&app).await {
        Ok(found) if found.late > 0 => ("letters-late", found),
        Ok(found) if found.failed > 0 => ("letters-failed", found),
        Ok(found) => ("ok", found),
        Err(_) => ("no-database", LetterFigures { due: 0, late: 0, failed: 0 }),
    };
    let LetterFigures { due, late, failed } = found;
    Ok(web::Json(Health { status, letters_due: due, letters_late: late, letters_failed: failed }))
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
pub async fn show_readiness(app: web::Data<App>) -> Json<Readiness> {
    app.db.ready().await.map_err(Problem::unavailable)?;
    Ok(web::Json(Readiness { status: "ready" }))
}

/// Show this document.
#[utoipa::path(get, path = "/openapi.json", tag = "operation",
    responses((status = 200, content_type = "application/json", body = Object)))]
pub async fn show_document() -> HttpResponse {
    static TEXT: LazyLock<String> = LazyLock::new(crate::document::text);
    HttpResponse::Ok().content_type("application/json").body(TEXT.as_str())
}

/// Figures for Prometheus.
#[utoipa::path(get, path = "/metrics", tag = "operation",
    responses((status = 200, content_type = "text/plain", body = String)))]
pub async fn show_metrics(app: web::Data<App>) -> Answer<HttpResponse> {
    if let Ok(found) = letters(&app).await {
        metrics::gauge!("turnpost_letters_due").set(found.due as f64);
        metrics::gauge!("turnpost_letters_late").set(found.late as f64);
        metrics::gauge!("turnpost_letters_failed").set(found.failed as f64);
    }
    Ok(HttpResponse::Ok().content_type("text/plain; version=0.0.4").body(figures::text()))
}
