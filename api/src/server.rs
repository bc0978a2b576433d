//! The HTTP server and the middleware around every request.

mod admission;
mod body;
mod ending;
mod held;
mod offers;
mod quota;
mod socket;

use std::future::ready;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use actix_cors::Cors;
use actix_http::HttpService;
use actix_http::error::DispatchError;
use actix_server::ServerBuilder;
use actix_service::{IntoServiceFactory, ServiceFactoryExt, fn_service, map_config};
use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{AppConfig, Server, ServiceRequest, ServiceResponse};
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::http::{Method, header};
use actix_web::middleware::{Compress, DefaultHeaders, Next, from_fn};
use actix_web::rt::net::TcpStream;
use actix_web::{App as ActixApp, Error, HttpMessage, HttpServer, ResponseError, web};
use tracing::Instrument;
use uuid::Uuid;

use self::admission::Admission;
use crate::app::App;
use crate::config::Config;
use crate::deprecation;
use crate::http::etag::Tagged;
use crate::http::oauth::{AUTHORIZE, KeptForm};
use crate::http::operation::DocumentText;
use crate::http::problem::Problem;
use crate::http::{caller, cookie, idempotency, prefer};
use crate::limits::Allowance;
use crate::pages::docs::{self, Reference};
use crate::pages::mailbox;
use crate::pages::refusal::RefusalPage;
use crate::routes;

/// The seconds that requests in progress may take once the server is told to stop.
const SHUTDOWN_SECONDS: u64 = 30;

/// The time in which the head of a request has to come.
const HEAD: Duration = Duration::from_secs(10);

/// The time that a client has to take the last response of a connection, and to close it.
const FAREWELL: Duration = Duration::from_secs(1);

/// The maximum number of connections of hosts at a time.
const OPERATOR_CONNECTIONS: usize = 64;

/// What pages may use of the device: nothing that a board needs not. The list names what browsers have.
const PERMISSIONS: &str = "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), \
                           midi=(), payment=(), screen-wake-lock=(), usb=()";

/// Starts handling requests; returns the server, to be awaited, and the address it listens at.
pub fn start(app: &App) -> io::Result<(Server, SocketAddr)> {
    let listener = TcpListener::bind(app.config.listen)?;
    let address = listener.local_addr()?;
    let document = web::Data::new(DocumentText(LazyLock::new(|| Tagged::new(routes::document_text()))));
    let reference = web::Data::new(Reference(LazyLock::new(|| docs::reference(&routes::document()))));
    let admission = Admission::new(app);
    let shared = app.clone();
    let builder =
        ServerBuilder::default().workers(app.config.threads).shutdown_timeout(SHUTDOWN_SECONDS).disable_signals();
    let stops = builder.graceful_shutdown_signal();
    let server = builder.listen("http", listener, move || {
        let (shared, document, reference, stops) = (shared.clone(), document.clone(), reference.clone(), stops.clone());
        let requests = ActixApp::new()
            .app_data(web::Data::new(shared.with_own_connections()))
            .app_data(document)
            .app_data(reference)
            .configure(crate::http::extract::configure)
            .configure(routes::register)
            .service(docs::files())
            .default_service(web::to(routes::nothing_here))
            .wrap(from_fn(offers::acceptable))
            .wrap(from_fn(idempotency::once))
            .wrap(from_fn(limited))
            .wrap(Compress::default())
            .wrap(cors(&shared.config.origins))
            .wrap(from_fn(surround))
            .wrap(safe_headers(&shared.config));
        let requests = requests.into_factory().map_err(|why: Error| why.error_response());
        let http = HttpService::build()
            // Idle connections end with the server.
            .graceful_shutdown_signal(move || {
                let stops = stops.clone();
                async move { stops.notified().await }
            })
            .client_request_timeout(HEAD)
            .client_disconnect_timeout(FAREWELL)
            // A page that is left closes its stream of events: the next page must not find it among those that count.
            .h1_allow_half_closed(false)
            .local_addr(address)
            .h1(map_config(requests, |()| AppConfig::default()));
        let admission = admission.clone();
        fn_service(move |stream: TcpStream| ready(admission.admit(stream))).and_then(http).map_err(note_end)
    })?;
    Ok((server.run(), address))
}

/// Notes why a connection closed: most reasons are faults of its client.
fn note_end(why: DispatchError) -> DispatchError {
    if matches!(why, DispatchError::Body(_) | DispatchError::InternalError) {
        tracing::error!(%why, "a response was cut off");
    } else {
        tracing::debug!(%why, "a connection closed");
    }
    why
}

/// Starts handling requests of hosts at an address of their own, if one is set; returns the server, to be awaited, and the address it
/// listens at.
pub fn start_for_hosts(app: &App) -> io::Result<Option<(Server, SocketAddr)>> {
    let Some(address) = app.config.operator_address else { return Ok(None) };
    let listener = TcpListener::bind(address)?;
    let address = listener.local_addr()?;
    let shared = app.clone();
    let server = HttpServer::new(move || {
        ActixApp::new()
            .app_data(web::Data::new(shared.clone()))
            .configure(routes::register_for_hosts)
            .default_service(web::to(routes::nothing_here))
            .wrap(safe_headers(&shared.config))
    });
    let server = server.workers(1).max_connections(OPERATOR_CONNECTIONS).client_request_timeout(HEAD).disable_signals();
    Ok(Some((server.shutdown_timeout(FAREWELL.as_secs()).listen(listener)?.run(), address)))
}

/// Lets web pages of these origins call the API. Tokens travel in a header, never in a cookie, so `*` exposes nothing.
fn cors(origins: &[String]) -> Cors {
    let base = Cors::default()
        .allowed_methods([Method::GET, Method::POST, Method::PUT, Method::PATCH, Method::DELETE])
        .allowed_headers([
            header::AUTHORIZATION,
            header::CONTENT_TYPE,
            header::ACCEPT,
            header::IF_NONE_MATCH,
            header::IF_MATCH,
        ])
        .allowed_header(idempotency::HEADER)
        .allowed_header(prefer::PREFER)
        .allowed_header("last-event-id")
        .expose_headers([header::ETAG, header::LINK, header::LOCATION, header::RETRY_AFTER])
        .expose_headers([
            prefer::APPLIED,
            quota::POLICY,
            quota::LEFT,
            ending::DEPRECATION,
            ending::SUNSET,
            HeaderName::from_static("x-request-id"),
        ])
        .max_age(3600);
    if origins.iter().any(|origin| origin == "*") {
        return base.allow_any_origin().send_wildcard();
    }
    origins.iter().fold(base, |cors, origin| cors.allowed_origin(origin))
}

/// Identifies the caller, and refuses requests over the limit; responses of the API tell the limit. Bodies have to come in time, and
/// refusals of limits are held for a moment.
async fn limited(
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    if let Some(app) = request.app_data::<web::Data<App>>() {
        let grace = Duration::from_secs(app.config.body_seconds.into());
        body::hurry(&mut request, grace);
    }
    let mut answer = match caller::admit(request.request()).await {
        Ok(()) => next.call(request).await?.map_into_left_body(),
        Err(problem) => request.into_response(problem.error_response()).map_into_right_body(),
    };
    held::hold(answer.status()).await;
    let request = answer.request().clone();
    if let Some(path) = request.match_pattern() {
        ending::tell(deprecation::ALL, request.method().as_str(), &path, answer.headers_mut());
    }
    let allowance = request.extensions().get::<Allowance>().copied();
    if let Some(allowance) = allowance.filter(|_| request.path().starts_with("/v1/")) {
        quota::tell(allowance, answer.headers_mut());
    }
    cookie::write(&request, answer.response_mut())?;
    Ok(answer)
}

/// A method as a label of a metric. Clients can invent methods, and each would add a time series.
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

/// The response, or a problem document in its place if it is an error response of a library.
fn in_our_form<B: MessageBody>(answer: ServiceResponse<B>) -> ServiceResponse<EitherBody<B>> {
    let status = answer.status();
    let kind = answer.headers().get(header::CONTENT_TYPE).map_or(&b""[..], HeaderValue::as_bytes);
    let ours = kind.starts_with(b"application/problem+json")
        || kind.starts_with(b"text/html")
        || answer.response().extensions().contains::<KeptForm>();
    if ours || !(status.is_client_error() || status.is_server_error()) {
        return answer.map_into_left_body();
    }
    let mut problem = Problem::of_status(status).error_response();
    for (name, value) in answer.headers().iter().filter(|(name, _)| !name.as_str().starts_with("content-")) {
        problem.headers_mut().append(name.clone(), value.clone());
    }
    answer.into_response(problem.map_into_right_body())
}

/// The response, or a page in its place if it is a problem and a browser asks for a page.
fn for_people<B: MessageBody>(answer: ServiceResponse<B>) -> ServiceResponse<EitherBody<B>> {
    let request = answer.request();
    let accept = request.headers().get(header::ACCEPT).map_or(&b""[..], HeaderValue::as_bytes);
    let wants_page = accept.windows(9).any(|part| part == b"text/html") && !request.path().starts_with("/v1/");
    let problem = answer.response().extensions().get::<Problem>().cloned().filter(|_| wants_page);
    let Some(problem) = problem else { return answer.map_into_left_body() };
    let keyless = request.app_data::<web::Data<App>>().and_then(|app| mailbox::without_key(app, request, &problem));
    let page = keyless.unwrap_or_else(|| RefusalPage::from(problem).error_response());
    answer.into_response(page.map_into_right_body())
}

/// The headers of every response that sets no others: they keep browsers from guessing types, from storing responses, and from asking for
/// pages of an https server by http. Other servers of the domain are none of ours, so they are not included.
fn safe_headers(config: &Config) -> DefaultHeaders {
    let headers = DefaultHeaders::new();
    let headers = match config.public_url.starts_with("https:") {
        true => headers.add((header::STRICT_TRANSPORT_SECURITY, "max-age=31536000")),
        false => headers,
    };
    headers
        .add((header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .add((header::X_FRAME_OPTIONS, "DENY"))
        .add((header::REFERRER_POLICY, "no-referrer"))
        .add((header::CROSS_ORIGIN_OPENER_POLICY, "same-origin"))
        .add((header::CROSS_ORIGIN_RESOURCE_POLICY, "same-origin"))
        .add((header::CONTENT_SECURITY_POLICY, "default-src 'none'; frame-ancestors 'none'"))
        .add((header::CACHE_CONTROL, "no-store"))
}

/// Gives every request an id, writes it to the log without address or token, and counts it.
async fn surround(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let id = Uuid::now_v7();
    let (method, began) = (request.method().clone(), Instant::now());
    let span = tracing::info_span!("request", %id);
    let mut answer = for_people(in_our_form(next.call(request).instrument(span.clone()).await?));
    // The pattern, not the address: that may hold the token of a link.
    let pattern = answer.request().match_pattern().unwrap_or_else(|| "none".to_owned());
    let (status, took) = (answer.status().as_u16(), began.elapsed());
    span.in_scope(|| tracing::debug!(%method, route = %pattern, status, ms = took.as_millis() as u64, "answered"));
    ::metrics::counter!("turnpost_requests_total", "method" => known(&method), "route" => pattern.clone(),
        "status" => status.to_string())
    .increment(1);
    ::metrics::histogram!("turnpost_request_seconds", "route" => pattern).record(took.as_secs_f64());
    let path = answer.request().path();
    let private = path.starts_with("/mailbox") || path == AUTHORIZE;
    let for_others = path.starts_with("/v1/") || path.ends_with(".png") || path.ends_with(".svg");
    let for_others = for_others && !answer.request().headers().contains_key(header::COOKIE);
    let headers = answer.headers_mut();
    if for_others {
        // Pages of other origins use the API and show boards, but never what the cookie of a browser makes visible.
        headers.insert(header::CROSS_ORIGIN_RESOURCE_POLICY, HeaderValue::from_static("cross-origin"));
    }
    if headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/html")) {
        headers.insert(header::PERMISSIONS_POLICY, HeaderValue::from_static(PERMISSIONS));
    }
    if private {
        // No page of another origin may read kept emails, or what an app asks for (RFC 9700, section 2.6), not even of an origin in
        // `origins`.
        headers.retain(|name, _| !name.as_str().starts_with("access-control-"));
    }
    if let Ok(id) = HeaderValue::from_str(&id.to_string()) {
        headers.insert(HeaderName::from_static("x-request-id"), id);
    }
    Ok(answer)
}
