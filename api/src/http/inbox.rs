//! Messages from programs, such as the mail service of a host.

use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::{HttpMessage, HttpRequest, HttpResponse, web};
use serde::Deserialize;
use subtle::ConstantTimeEq;
use utoipa::IntoParams;

use super::Result;
use super::extract::{self, Query};
use super::problem::{Kind, Problem};
use super::responses::{InboxToken, MailMessage, NotFound, Problems, QueryParameter};
use crate::app::App;
use crate::inbox::receive;

/// The types of a body that are taken for a message. The document names the second one: generators of clients do not know the first.
const TYPES: [&str; 2] = ["message/rfc822", "application/octet-stream"];

/// The envelope of a message.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Envelope {
    /// The recipient: the reply address of an email, or its bounce address.
    #[param(example = "play+key@turnpost.example")]
    to: String,
    /// The sender; empty if the message must not be answered (RFC 5321, section 4.5.5). Default: unknown.
    #[serde(default)]
    #[param(example = "ada@example.org")]
    from: Option<String>,
}

/// Deliver an inbound email.
///
/// For the host's own programs; the bearer token is the setting `inbox_token`. The body is the raw message (RFC 5322), which may have
/// `Content-Type: message/rfc822`. A message that is delivered twice is stored once. After a status of 429 or 5XX, retry later.
#[utoipa::path(post, path = "/v1/inbox", tag = "operation", security(("inbox" = [])), params(Envelope),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    responses((status = 204, description = "The server has stored the message"),
        Problems<(InboxToken, QueryParameter, MailMessage, NotFound)>))]
pub async fn take_message(
    app: web::Data<App>,
    request: HttpRequest,
    Query(envelope): Query<Envelope>,
    payload: web::Payload,
) -> Result<HttpResponse> {
    // Before the body is read.
    check_token(&app, &request)?;
    if !TYPES.contains(&request.content_type()) {
        let told = format!("Send the message with `Content-Type: {}`.", TYPES[0]);
        return Err(Problem::new(Kind::UNSUPPORTED_TYPE, told));
    }
    let recipient = receive::recipient(&app, &envelope.to)?;
    let payload: Payload = payload.into_inner();
    let raw = extract::collect(&request, payload, app.config.message_bytes as usize).await?;
    receive::store(&app, &recipient, envelope.from.as_deref(), &raw).await?;
    Ok(HttpResponse::NoContent().finish())
}

fn check_token(app: &App, request: &HttpRequest) -> Result<()> {
    let Some(wanted) = &app.config.inbox_token else {
        return Err(Problem::not_found("inbox"));
    };
    let value = request.headers().get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let token = value.and_then(|value| value.strip_prefix("Bearer ")).unwrap_or_default();
    if bool::from(token.as_bytes().ct_eq(wanted.reveal().as_bytes())) {
        return Ok(());
    }
    Err(Problem::new(
        Kind::UNAUTHENTICATED,
        "Expected `Authorization: Bearer` and the token from the setting inbox_token.",
    ))
}
