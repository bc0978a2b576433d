//! The header `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header) of requests that make something: sent again with the same key,
//! they get the same response, and nothing is made twice.

use actix_web::body::{EitherBody, MessageBody, to_bytes};
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::http::{Method, StatusCode, header};
use actix_web::middleware::Next;
use actix_web::web::{self, Bytes};
use actix_web::{Error, HttpMessage, HttpResponse, ResponseError};
use utoipa::IntoParams;

use super::Result;
use super::caller::identified;
use super::extract::{BODY_LIMIT, RECORD_LIMIT, collect};
use super::problem::{Kind, Problem};
use crate::app::App;
use crate::ids::UserId;
pub use crate::play::game::idempotency::HEADER;
use crate::play::game::idempotency::{self, Answer};
use crate::secrets::hash;

/// The paths at which a key counts. Their responses tell no secrets, as those that make tokens and webhooks do: responses are stored.
/// Elsewhere a request that is repeated changes nothing more, and the header is ignored.
const PATHS: [&str; 7] = [
    "/v1/matches",
    IMPORT,
    "/v1/matches/{match_id}/invitations",
    "/v1/matches/{match_id}/notes",
    "/v1/matches/{match_id}/proposals",
    "/v1/me/vacations",
    "/v1/reports",
];

/// The path whose body is longer than others.
const IMPORT: &str = "/v1/matches/import";

/// The longest key.
const LONGEST: usize = 64;

/// The header, for the document.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
pub struct IdempotencyKey {
    /// A unique key for this request, such as a new UUID, with or without quotation marks. If you repeat the request with the same key within 24 hours,
    /// you get the same response, and nothing else happens.
    #[param(rename = "Idempotency-Key", required = false, example = "\"0198c0de-7a11-7000-8000-00c0ffee0009\"")]
    #[allow(dead_code, reason = "read by `key_of`")]
    key: Option<String>,
}

/// Reads a key: 1 to 64 characters without quotation marks and backslashes, as a string in the sense of RFC 9651 or bare, as most clients
/// write it.
fn key_of(request: &ServiceRequest) -> Result<Option<String>> {
    let Some(value) = request.headers().get(HEADER) else { return Ok(None) };
    let quoted = |value: &'_ str| value.strip_prefix('"').and_then(|value| value.strip_suffix('"')).map(str::to_owned);
    let key = value.to_str().ok().map(str::trim).map(|value| quoted(value).unwrap_or_else(|| value.to_owned()));
    let is_plain = |key: &String| (1..=LONGEST).contains(&key.len()) && !key.contains(['"', '\\']);
    let expected = || {
        let detail = format!(
            "Expected 1 to {LONGEST} characters without quotation marks and backslashes, such as 0198c0de-7a11."
        );
        Problem::new(Kind::BAD_REQUEST, detail).with("field", HEADER)
    };
    Ok(Some(key.filter(is_plain).ok_or_else(expected)?))
}

/// The key of a request, its sender and its digest, if a key counts for it. The body stays readable.
async fn read_key(request: &mut ServiceRequest) -> Result<Option<(UserId, String, [u8; 32])>> {
    // In this order: the pattern is looked up at length, as the request has not been routed yet.
    let has_key = request.method() == Method::POST && request.headers().contains_key(HEADER);
    let counts = has_key && request.match_pattern().is_some_and(|pattern| PATHS.contains(&pattern.as_str()));
    let (Some(key), Ok(Some(caller))) = (if counts { key_of(request)? } else { None }, identified(request.request()))
    else {
        return Ok(None);
    };
    let payload = request.take_payload();
    let max = if request.path() == IMPORT { RECORD_LIMIT } else { BODY_LIMIT };
    let body = collect(request.request(), payload, max).await?.freeze();
    // The scopes are part of it: a token must not get the answer to one that may do more.
    let (path, body_text) = (request.path(), String::from_utf8_lossy(&body));
    let digest = hash(&format!("{path}\n{:?}\n{body_text}", caller.scopes));
    request.set_payload(Payload::from(body));
    Ok(Some((caller.user, key, digest)))
}

fn given_again(Answer { status, location, body }: Answer) -> HttpResponse {
    let mut answer = HttpResponse::build(StatusCode::from_u16(status).unwrap_or(StatusCode::OK));
    if let Some(location) = location {
        answer.insert_header((header::LOCATION, location));
    }
    if body.is_empty() { answer.finish() } else { answer.content_type("application/json").body(body) }
}

/// Responds to a request with a key that came before as to the first one; passes all others on.
pub async fn once<B: MessageBody + 'static>(
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, Error> {
    let (user, key, digest) = match read_key(&mut request).await {
        Ok(None) => return Ok(next.call(request).await?.map_into_left_body()),
        Ok(Some(asked)) => asked,
        Err(problem) => return Ok(request.into_response(problem.error_response()).map_into_right_body()),
    };
    let Some(app) = request.app_data::<web::Data<App>>().cloned() else {
        return Ok(request.into_response(Problem::internal("no App").error_response()).map_into_right_body());
    };
    match idempotency::begin(&app, user, &key, &digest).await {
        Ok(None) => {}
        Ok(Some(answer)) => return Ok(request.into_response(given_again(answer)).map_into_right_body()),
        Err(refusal) => {
            return Ok(request.into_response(Problem::from(refusal).error_response()).map_into_right_body());
        }
    }
    // A client that hangs up must not stop the request between its work and the storing of its answer.
    let work = actix_web::rt::spawn(async move { first_time(&app, user, &key, next.call(request).await).await });
    let answer = work.await.map_err(Problem::internal)??;
    Ok(answer.map_into_right_body())
}

/// The response of a request, which is stored if it is a success.
async fn first_time<B: MessageBody + 'static>(
    app: &App,
    user: UserId,
    key: &str,
    answered: Result<ServiceResponse<B>, Error>,
) -> Result<ServiceResponse, Error> {
    let answer = match answered {
        Ok(answer) if answer.status().is_success() => answer,
        other => {
            idempotency::end(app, user, key, None).await.map_err(Problem::from)?;
            return Ok(other?.map_into_boxed_body());
        }
    };
    let location = answer.headers().get(header::LOCATION).and_then(|value| Some(value.to_str().ok()?.to_owned()));
    let status = answer.status().as_u16();
    let (request, answer) = answer.into_parts();
    let (head, body) = answer.into_parts();
    let body: Bytes = to_bytes(body).await.map_err(|_| Problem::internal("an answer cannot be read"))?;
    let stored = Answer { status, location, body: String::from_utf8_lossy(&body).into_owned() };
    idempotency::end(app, user, key, Some(&stored)).await.map_err(Problem::from)?;
    Ok(ServiceResponse::new(request, head.set_body(body).map_into_boxed_body()))
}
