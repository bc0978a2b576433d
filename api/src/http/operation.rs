//! For whoever runs the server.

use actix_web::{HttpResponse, web};
use serde::Serialize;
use utoipa::ToSchema;

use super::Json;
use crate::app::App;
use crate::problem::{Answer, Problem, ProblemDocument};

/// How the server is.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"status": "ok"}))]
pub struct Health {
    /// `ok`, or `letters-late` if a letter has been due for ten minutes and could not be sent.
    status: &'static str,
}

/// Is the process alive, and are letters going out?
#[utoipa::path(get, path = "/healthz", tag = "operation", responses((status = 200, body = Health)))]
pub async fn show_health() -> Json<Health> {
    Ok(web::Json(Health { status: "ok" }))
}

/// Can the server answer requests? It can if it reaches its database.
#[utoipa::path(get, path = "/readyz", tag = "operation",
    responses((status = 200, body = Health), (status = 503, body = ProblemDocument)))]
pub async fn show_readiness(app: web::Data<App>) -> Json<Health> {
    app.db.ready().await.map_err(Problem::unavailable)?;
    Ok(web::Json(Health { status: "ok" }))
}

/// Figures for Prometheus.
#[utoipa::path(get, path = "/metrics", tag = "operation",
    responses((status = 200, content_type = "text/plain", body = String)))]
pub async fn show_metrics() -> Answer<HttpResponse> {
    Ok(HttpResponse::Ok().content_type("text/plain; version=0.0.4").body(""))
}
