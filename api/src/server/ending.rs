//! The headers of operations that will end (RFC 9745, RFC 8594).

use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue, LINK};

use crate::deprecation::Deprecated;
use crate::pages::manual::WRITE_A_CLIENT;

/// The time since which an operation is deprecated.
pub(super) const DEPRECATION: HeaderName = HeaderName::from_static("deprecation");
/// The time at which it ends.
pub(super) const SUNSET: HeaderName = HeaderName::from_static("sunset");

/// Tells that the operation will end, if it will.
pub(super) fn tell(all: &[Deprecated], method: &str, path: &str, headers: &mut HeaderMap) {
    let Some(one) = Deprecated::find(all, method, path) else { return };
    let policy = format!("<{WRITE_A_CLIENT}#what-may-change>; rel=\"deprecation\"; type=\"text/html\"");
    for (name, text) in [(DEPRECATION, one.header()), (SUNSET, one.sunset_header()), (LINK, policy)] {
        if let Ok(value) = HeaderValue::from_str(&text) {
            headers.append(name, value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deprecation::tests::PLANTED;

    #[test]
    fn answers_of_an_operation_that_will_end_say_so() {
        let told = |method: &str, path: &str| {
            let mut headers = HeaderMap::new();
            tell(&[PLANTED], method, path, &mut headers);
            let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap().to_owned());
            [text("deprecation"), text("sunset"), text("link")]
        };
        let link = "</docs/write-a-client#what-may-change>; rel=\"deprecation\"; type=\"text/html\"";
        let all = ["@1798761600", "Thu, 01 Jul 2027 00:00:00 GMT", link].map(|text| Some(text.to_owned()));
        assert_eq!(told("GET", "/v1/games"), all);
        assert_eq!(
            [told("POST", "/v1/games"), told("GET", "/v1/games/{game_id}")],
            [[None, None, None], [None, None, None]]
        );
    }
}
