//! The HTTP server: what surrounds every request, and how it stops.

use std::net::{SocketAddr, TcpListener};
use std::time::{Duration, Instant};

use actix_cors::Cors;
use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{Server, ServiceRequest, ServiceResponse};
use actix_web::http::{Method, header};
use actix_web::middleware::{Compress, Next, from_fn};
use actix_web::{App as ActixApp, Error, HttpServer, ResponseError, web};
use tracing::Instrument;
use utoipa_swagger_ui::SwaggerUi;
use uuid::Uuid;

use crate::app::App;
use crate::http::caller;
use crate::http::problem::Problem;
use crate::routes;

/// How long requests in hand may take once the server is told to stop, in seconds.
const SHUTDOWN_SECONDS: u64 = 30;

/// The browsable document is a program of its own, all of it from this server.
const DOCS_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
                           connect-src 'self'; font-src 'self'; frame-ancestors 'none'";

/// Starts answering requests; gives the server to await and the address it listens at.
pub fn start(app: &App) -> std::io::Result<(Server, SocketAddr)> {
    let listener = TcpListener::bind(app.config.listen)?;
    listener.set_nonblocking(true)?;
    let address = listener.local_addr()?;
    let shared = app.clone();
    let server = HttpServer::new(move || {
        ActixApp::new()
            .app_data(web::Data::new(shared.with_own_connections()))
            .configure(crate::http::extract::configure)
            .configure(routes::register)
            .configure(crate::pages::register)
            .service(SwaggerUi::new("/docs/{_:.*}").config(utoipa_swagger_ui::Config::from("/openapi.json")))
            .default_service(web::to(routes::nothing_here))
            .wrap(from_fn(limited))
            .wrap(Compress::default())
            .wrap(cors(&shared.config.origins))
            .wrap(from_fn(surround))
    })
    .workers(app.config.threads)
    .shutdown_timeout(SHUTDOWN_SECONDS)
    .client_request_timeout(Duration::from_secs(10))
    .disable_signals()
    .listen(listener)?;
    Ok((server.run(), address))
}

/// Web pages of which origins may call the API. Tokens travel in a header, never in a cookie, so `*` gives nothing away.
fn cors(origins: &[String]) -> Cors {
    let base = Cors::default()
        .allowed_methods([Method::GET, Method::POST, Method::PATCH, Method::DELETE])
        .allowed_headers([header::AUTHORIZATION, header::CONTENT_TYPE, header::ACCEPT, header::IF_NONE_MATCH])
        .expose_headers([header::ETAG, header::LINK, header::LOCATION, header::RETRY_AFTER])
        .expose_headers(["x-request-id"])
        .max_age(3600);
    if origins.iter().any(|origin| origin == "*") {
        return base.allow_any_origin().send_wildcard();
    }
    origins.iter().fold(base, |cors, origin| cors.allowed_origin(origin))
}

/// Lets in whoever does not ask too often, whatever is asked for.
async fn limited(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    match caller::admit(request.request()).await {
        Ok(()) => next.call(request).await.map(ServiceResponse::map_into_left_body),
        Err(problem) => Ok(request.into_response(problem.error_response()).map_into_right_body()),
    }
}

/// A method as a label: anybody can make names up, and each would be a series for ever.
fn known(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}

/// The answer, or a problem document in its place: whatever refuses, also what others wrote, says why in the one form.
fn told<B: MessageBody>(answer: ServiceResponse<B>) -> ServiceResponse<EitherBody<B>> {
    let status = answer.status();
    let kind = answer.headers().get(header::CONTENT_TYPE).map_or(&b""[..], header::HeaderValue::as_bytes);
    let ours = kind.starts_with(b"application/problem+json") || kind.starts_with(b"text/html");
    if ours || !(status.is_client_error() || status.is_server_error()) {
        return answer.map_into_left_body();
    }
    let mut problem = Problem::of_status(status).error_response();
    for (name, value) in answer.headers().iter().filter(|(name, _)| !name.as_str().starts_with("content-")) {
        problem.headers_mut().append(name.clone(), value.clone());
    }
    answer.into_response(problem.map_into_right_body())
}

/// Gives every request an id, writes it to the log without address or token, counts it, and adds the headers that keep
/// browsers from guessing.
async fn surround(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let id = Uuid::now_v7();
    let (method, began) = (request.method().clone(), Instant::now());
    let span = tracing::info_span!("request", %id);
    let mut answer = told(next.call(request).instrument(span.clone()).await?);
    // The pattern, not the address: that may hold the token of a link.
    let pattern = answer.request().match_pattern().unwrap_or_else(|| "none".to_owned());
    let (status, took) = (answer.status().as_u16(), began.elapsed());
    span.in_scope(|| tracing::debug!(%method, route = %pattern, status, ms = took.as_millis() as u64, "answered"));
    ::metrics::counter!("turnpost_requests_total", "method" => known(&method), "route" => pattern.clone(),
        "status" => status.to_string())
    .increment(1);
    ::metrics::histogram!("turnpost_request_seconds", "route" => pattern).record(took.as_secs_f64());
    let in_docs = answer.request().path().starts_with("/docs/");
    let private = answer.request().path().starts_with("/mailbox");
    let headers = answer.headers_mut();
    if private {
        // No page of another origin may read kept letters, whatever `origins` says.
        headers.retain(|name, _| !name.as_str().starts_with("access-control-"));
    }
    let mut set = |name: &'static str, value: &str| {
        let name = header::HeaderName::from_static(name);
        if let Ok(value) = header::HeaderValue::from_str(value)
            && !headers.contains_key(&name)
        {
            headers.insert(name, value);
        }
    };
    set("x-request-id", &id.to_string());
    set("x-content-type-options", "nosniff");
    set("x-frame-options", "DENY");
    set("referrer-policy", "no-referrer");
    set("cross-origin-opener-policy", "same-origin");
    set("content-security-policy", if in_docs { DOCS_POLICY } else { "default-src 'none'; frame-ancestors 'none'" });
    set("cache-control", "no-store");
    Ok(answer)
}
