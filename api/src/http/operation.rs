//! Whether the server is well, for everybody, and the document; the details of its health and its figures, for hosts.

use std::sync::LazyLock;

use actix_web::web::Bytes;
use actix_web::{HttpResponse, web};
use serde::Serialize;
use utoipa::ToSchema;

use super::Result;
use super::problem::Problem;
use super::responses::Problems;
use crate::app::App;
use crate::db::letters::{self, LetterFigures};
use crate::db::{self, matches};
use crate::metrics;

/// The worst fault of a server, if any.
#[derive(Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Status {
    /// No fault.
    Ok,
    /// A letter failed in the last day.
    LettersFailed,
    /// A letter has been due for ten minutes.
    LettersLate,
    /// A sign-in or address letter has been due for a minute: people cannot sign in.
    SignInsLate,
    /// A clock ran out a minute ago and was not settled.
    ClocksLate,
    /// The clock of the machine has jumped: no match clock runs out until it is right again, or until the host accepts it.
    ClockJumped,
    /// The database cannot be reached.
    #[default]
    NoDatabase,
}

/// The health of the server with its details.
#[derive(Default, Serialize)]
pub struct Details {
    /// The worst fault, if any.
    status: Status,
    /// The number of letters that are due now, or are to be tried again.
    letters_due: i64,
    /// The number of letters that have been due for ten minutes.
    letters_late: i64,
    /// The number of sign-in and address letters that have been due for a minute.
    sign_ins_late: i64,
    /// The number of letters that failed in the last day.
    letters_failed: i64,
    /// The number of matches with a clock that ran out a minute ago and was not settled.
    clocks_late: i64,
    /// The seconds by which the clock of the machine has jumped, less than zero if back; 0 if it is right.
    clock_jump_seconds: i64,
}

async fn details(app: &App) -> db::Result<Details> {
    let (mut connection, now) = (app.db.get().await?, app.clock.now());
    let LetterFigures { due, late, sign_ins_late, failed } = letters::figures(&mut connection, now).await?;
    let clocks_late = matches::late(&mut connection, now).await?;
    let clock_jump_seconds = app.clock.jump().map_or(0, |jump| jump.num_seconds());
    let status = if clock_jump_seconds != 0 {
        Status::ClockJumped
    } else if clocks_late > 0 {
        Status::ClocksLate
    } else if sign_ins_late > 0 {
        Status::SignInsLate
    } else if late > 0 {
        Status::LettersLate
    } else if failed > 0 {
        Status::LettersFailed
    } else {
        Status::Ok
    };
    Ok(Details {
        status,
        letters_due: due,
        letters_late: late,
        sign_ins_late,
        letters_failed: failed,
        clocks_late,
        clock_jump_seconds,
    })
}

/// Whether a server is well.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Wellness {
    /// There is no fault.
    Ok,
    /// There is a fault, of which hosts can see the details.
    Fault,
}

/// The health of the server.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"status": "ok"}))]
pub struct Health {
    /// Whether it is well.
    status: Wellness,
}

/// Show whether the server is well.
///
/// The HTTP status is 200 as long as the process runs. The field `status` tells whether clocks are settled and letters are
/// sent. Hosts see the details at the address of the setting `operator_address`.
#[utoipa::path(get, path = "/healthz", tag = "operation",
    responses((status = 200, body = Health), Problems<()>))]
pub async fn show_health(app: web::Data<App>) -> web::Json<Health> {
    let found = details(&app).await.unwrap_or_default();
    web::Json(Health { status: if found.status == Status::Ok { Wellness::Ok } else { Wellness::Fault } })
}

/// Shows hosts the health of the server with its details.
pub async fn show_details(app: web::Data<App>) -> web::Json<Details> {
    web::Json(details(&app).await.unwrap_or_default())
}

/// A word for a server that can answer requests.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Ready {
    /// The server can answer requests.
    Ready,
}

/// The readiness of the server.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"status": "ready"}))]
pub struct Readiness {
    /// Always `ready`: a server that is not ready answers with a problem.
    status: Ready,
}

/// Show whether the server is ready.
///
/// The status is 200 if the server can reach its database, and 503 otherwise.
#[utoipa::path(get, path = "/readyz", tag = "operation",
    responses((status = 200, body = Readiness), Problems<()>))]
pub async fn show_readiness(app: web::Data<App>) -> Result<web::Json<Readiness>> {
    app.db.ready().await.map_err(Problem::unavailable)?;
    Ok(web::Json(Readiness { status: Ready::Ready }))
}

/// The text of the OpenAPI document, given by the server, and made at the first request: it takes memory that most servers can do without.
#[derive(Debug)]
pub struct DocumentText(pub LazyLock<Bytes>);

/// Show this document.
///
/// The OpenAPI document of this server.
#[utoipa::path(get, path = "/openapi.json", tag = "operation",
    responses((status = 200, content_type = "application/json", body = Object), Problems<()>))]
pub async fn show_document(document: web::Data<DocumentText>) -> HttpResponse {
    HttpResponse::Ok().content_type("application/json").body(Bytes::clone(&document.0))
}

/// Shows hosts the figures of the server, in the text format of Prometheus.
pub async fn show_metrics(app: web::Data<App>) -> HttpResponse {
    if let Ok(found) = details(&app).await {
        ::metrics::gauge!("turnpost_letters_due").set(found.letters_due as f64);
        ::metrics::gauge!("turnpost_letters_late").set(found.letters_late as f64);
        ::metrics::gauge!("turnpost_sign_ins_late").set(found.sign_ins_late as f64);
        ::metrics::gauge!("turnpost_letters_failed").set(found.letters_failed as f64);
        ::metrics::gauge!("turnpost_clocks_late").set(found.clocks_late as f64);
        ::metrics::gauge!("turnpost_clock_jump_seconds").set(found.clock_jump_seconds as f64);
    }
    HttpResponse::Ok().content_type("text/plain; version=0.0.4").body(metrics::text())
}
