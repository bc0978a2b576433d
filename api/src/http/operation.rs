//! Whether the server is well, for everybody, and the document; the details of its health and its figures, for hosts.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use actix_web::{HttpRequest, HttpResponse, web};
use futures_util::future::join;
use serde::Serialize;
use tokio::time::timeout;
use utoipa::ToSchema;

use super::Result;
use super::etag::Tagged;
use super::problem::Problem;
use super::responses::Problems;
use crate::app::App;
use crate::db::emails::{self, EmailFigures};
use crate::db::{self, matches};
use crate::machine::{Process, Room};
use crate::metrics;

/// The longest wait for the database, and for the file system.
const PATIENCE: Duration = Duration::from_secs(5);
/// A larger share of the moves of a minute that the database refuses is a fault.
const MAX_REFUSED: f64 = 0.1;

/// The worst fault of a server, if any; a later one is worse.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Status {
    /// No fault.
    Ok,
    /// An email failed in the last day.
    EmailsFailed,
    /// The data folder has little room: less than a tenth or less than a gigabyte is free.
    DiskLow,
    /// An email has been due for ten minutes.
    EmailsLate,
    /// A sign-in or address email has been due for a minute: people cannot sign in.
    SignInsLate,
    /// A clock expired a minute ago and was not settled.
    ClocksLate,
    /// The clock of the machine has jumped: no match clock expires until it is right again, or until the host accepts it.
    ClockJumped,
    /// The database takes no moves, or has refused more than a tenth of them in the last minute.
    MovesRefused,
    /// The database cannot be reached.
    #[default]
    NoDatabase,
}

/// The health of the server with its details.
#[derive(Default, Serialize)]
pub struct Details {
    /// The worst fault, if any.
    status: Status,
    /// The number of emails that are due now, or are to be tried again.
    emails_due: i64,
    /// The number of emails that have been due for ten minutes.
    emails_late: i64,
    /// The number of sign-in and address emails that have been due for a minute.
    sign_ins_late: i64,
    /// The number of emails that failed in the last day.
    emails_failed: i64,
    /// The number of matches with a clock that expired a minute ago and was not settled.
    clocks_late: i64,
    /// The seconds by which the clock of the machine has jumped, less than zero if back; 0 if it is right.
    clock_jump_seconds: i64,
    /// The share of the moves of the last minute that the database has refused, from 0 to 1.
    moves_refused: f64,
    /// The free bytes of the file system of the data folder, if there is that folder.
    data_free_bytes: Option<u64>,
    /// The seconds since the last backup, where `backup_passphrase` is set and one was made.
    backup_age_seconds: Option<i64>,
}

/// The details of the health, after a few seconds in any case: a database that does not answer is as good as none.
async fn details(app: &App) -> Details {
    let config = Arc::clone(&app.config);
    let files = web::block(move || (Room::read(&config.data_folder), config.last_backup()));
    let (files, found) = join(timeout(PATIENCE, files), timeout(PATIENCE, of_database(app))).await;
    let (room, last_backup) = files.ok().and_then(Result::ok).unwrap_or_default();
    let found = found.ok().and_then(Result::ok).unwrap_or_default();
    let last_backup = last_backup.filter(|_| app.config.backup_passphrase.is_some());
    Details {
        status: if room.is_some_and(|room| room.is_low()) { found.status.max(Status::DiskLow) } else { found.status },
        moves_refused: app.db.writes().refused(),
        data_free_bytes: room.map(|room| room.free),
        backup_age_seconds: last_backup.map(|at| (app.clock.now() - at).num_seconds().max(0)),
        ..found
    }
}

async fn of_database(app: &App) -> db::Result<Details> {
    let (mut connection, now) = (app.db.get().await?, app.clock.now());
    let EmailFigures { due, late, sign_ins_late, failed } = emails::figures(&mut connection, now).await?;
    let clocks_late = matches::late(&mut connection, now).await?;
    let clock_jump_seconds = app.clock.jump().map_or(0, |jump| jump.num_seconds());
    let takes_moves = app.db.writable(&mut connection).await.is_ok() && app.db.writes().refused() <= MAX_REFUSED;
    let faults = [
        (!takes_moves, Status::MovesRefused),
        (clock_jump_seconds != 0, Status::ClockJumped),
        (clocks_late > 0, Status::ClocksLate),
        (sign_ins_late > 0, Status::SignInsLate),
        (late > 0, Status::EmailsLate),
        (failed > 0, Status::EmailsFailed),
    ];
    let status = faults.into_iter().filter(|(is_there, _)| *is_there).map(|(_, fault)| fault).max();
    Ok(Details {
        status: status.unwrap_or(Status::Ok),
        emails_due: due,
        emails_late: late,
        sign_ins_late,
        emails_failed: failed,
        clocks_late,
        clock_jump_seconds,
        ..Details::default()
    })
}

/// The status of a server.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Wellness {
    /// There is no fault.
    Ok,
    /// There is a fault. Hosts can see the details.
    Fault,
}

/// The health of the server.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"status": "ok"}))]
pub struct Health {
    /// The status.
    status: Wellness,
}

/// Show the health of the server.
///
/// The HTTP status is 200 while the process runs. The field `status` says whether the server accepts moves, settles clocks and sends
/// emails. Hosts find the details at the setting `operator_address`.
#[utoipa::path(get, path = "/healthz", tag = "operation",
    responses((status = 200, body = Health), Problems<()>))]
pub async fn show_health(app: web::Data<App>) -> web::Json<Health> {
    let found = details(&app).await;
    web::Json(Health { status: if found.status == Status::Ok { Wellness::Ok } else { Wellness::Fault } })
}

/// Shows hosts the health of the server with its details.
pub async fn show_details(app: web::Data<App>) -> web::Json<Details> {
    web::Json(details(&app).await)
}

/// The status of a server that can handle requests.
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
    /// Always `ready`: a server that is not ready responds with a problem.
    status: Ready,
}

/// Show whether the server is ready.
///
/// The status is 200 if the server can read and write its database, and 503 otherwise. The response takes at most five seconds.
#[utoipa::path(get, path = "/readyz", tag = "operation",
    responses((status = 200, body = Readiness), Problems<()>))]
pub async fn show_readiness(app: web::Data<App>) -> Result<web::Json<Readiness>> {
    app.db.ready().await.map_err(Problem::unavailable)?;
    Ok(web::Json(Readiness { status: Ready::Ready }))
}

/// The text of the OpenAPI document, given by the server, and made at the first request: it takes memory that most servers can do without.
#[derive(Debug)]
pub struct DocumentText(pub LazyLock<Tagged>);

/// Show this document.
///
/// The OpenAPI document of this server. It changes only with the version of the server.
#[utoipa::path(get, path = "/openapi.json", tag = "operation",
    responses((status = 200, content_type = "application/json", body = Object, headers(("ETag" = String, description = "Changes with the response"))),
        (status = 304, description = "Not modified"), Problems<()>))]
pub async fn show_document(document: web::Data<DocumentText>, request: HttpRequest) -> HttpResponse {
    document.0.answer(&request, "application/json")
}

/// Shows hosts the figures of the server, in the text format of Prometheus.
pub async fn show_metrics(app: web::Data<App>) -> HttpResponse {
    let found = details(&app).await;
    if found.status != Status::NoDatabase {
        ::metrics::gauge!("turnpost_emails_due").set(found.emails_due as f64);
        ::metrics::gauge!("turnpost_emails_late").set(found.emails_late as f64);
        ::metrics::gauge!("turnpost_sign_ins_late").set(found.sign_ins_late as f64);
        ::metrics::gauge!("turnpost_emails_failed").set(found.emails_failed as f64);
        ::metrics::gauge!("turnpost_clocks_late").set(found.clocks_late as f64);
        ::metrics::gauge!("turnpost_clock_jump_seconds").set(found.clock_jump_seconds as f64);
    }
    if let Some(free) = found.data_free_bytes {
        ::metrics::gauge!("turnpost_data_free_bytes").set(free as f64);
    }
    if let Some(age) = found.backup_age_seconds {
        ::metrics::gauge!("turnpost_backup_age_seconds").set(age as f64);
    }
    let connections = app.db.figures();
    for (state, number) in [("busy", connections.busy), ("idle", connections.idle)] {
        ::metrics::gauge!("turnpost_database_connections", "state" => state).set(number as f64);
    }
    ::metrics::gauge!("turnpost_database_connections_max").set(connections.max as f64);
    ::metrics::gauge!("turnpost_database_connections_awaited").set(connections.waiting as f64);
    HttpResponse::Ok().content_type("text/plain; version=0.0.4").body(metrics::text(&Process::now()))
}
