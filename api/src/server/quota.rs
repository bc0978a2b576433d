//! The headers that tell a client how many requests it may send (draft-ietf-httpapi-ratelimit-headers).

use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};

use crate::limits::{Allowance, Asker};

/// The limits of a sender.
pub(super) const POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
/// What is left of them.
pub(super) const LEFT: HeaderName = HeaderName::from_static("ratelimit");

/// Adds the limit for which a request was counted, and what was left of it before the handler ran: a request that costs more than one has
/// used more.
pub(super) fn tell(allowance: Allowance, headers: &mut HeaderMap) {
    let name = match allowance.asker {
        Asker::Account(_) => "account",
        Asker::Program(_) => "token",
        Asker::Network(_) => "network",
    };
    let texts = [
        (POLICY, format!("\"{name}\";q={};w=60", allowance.max)),
        (LEFT, format!("\"{name}\";r={};t={}", allowance.left, allowance.seconds())),
    ];
    for (header, text) in texts {
        if let Ok(value) = HeaderValue::from_str(&text) {
            headers.insert(header, value);
        }
    }
}
