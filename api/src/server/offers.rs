//! The media types that operations offer: a request whose `Accept` header allows none of them is refused (RFC 9110, section 15.5.7).

use std::collections::HashMap;
use std::sync::LazyLock;

use actix_web::Error;
use actix_web::ResponseError;
use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::{Method, header};
use actix_web::middleware::Next;
use serde_json::Value;

use crate::http;
use crate::http::problem::{Kind, Problem};
use crate::routes;

/// The media types of the successes of each operation, by path and method in small letters. One without a body offers none.
static OFFERS: LazyLock<HashMap<(String, String), Vec<String>>> = LazyLock::new(|| {
    let document = serde_json::to_value(routes::document()).unwrap_or_default();
    let members = |value: &Value| value.as_object().cloned().unwrap_or_default();
    let mut offers = HashMap::new();
    for (path, item) in members(&document["paths"]) {
        for (method, operation) in members(&item) {
            let successes = members(&operation["responses"]).into_iter().filter(|(status, _)| status.starts_with('2'));
            let kinds = successes.flat_map(|(_, response)| members(&response["content"])).map(|(kind, _)| kind);
            offers.insert((path.clone(), method), kinds.collect());
        }
    }
    offers
});

/// Refuses a request that the operation cannot respond to in a media type that the client takes.
pub(super) async fn acceptable<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, Error> {
    match refusal(&request) {
        None => Ok(next.call(request).await?.map_into_left_body()),
        Some(problem) => Ok(request.into_response(problem.error_response()).map_into_right_body()),
    }
}

fn refusal(request: &ServiceRequest) -> Option<Problem> {
    if !request.headers().contains_key(header::ACCEPT) {
        return None;
    }
    let ranges = http::accepted(request.request()).ok().filter(|ranges| !http::takes(ranges, None))?;
    let method = if request.method() == Method::HEAD { &Method::GET } else { request.method() };
    let offers = OFFERS.get(&(request.match_pattern()?, method.as_str().to_ascii_lowercase()))?;
    if offers.is_empty() || offers.iter().any(|kind| http::takes(&ranges, Some(kind))) {
        return None;
    }
    Some(Problem::new(Kind::NOT_ACCEPTABLE, format!("This operation responds with {}.", offers.join(" or "))))
}
