//! What the OpenAPI document says beside its operations.

use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::openapi::{Components, Info, License, OpenApi};

/// What newcomers read first in the document.
const ABOUT: &str = "Turnpost keeps long games going: matches that last days or years, every move checked by the rules, whoever \
is next told by mail.\n\nA move is text, the same in every game: `POST /v1/matches/{match_id}/moves` with the turn you saw. A client \
needs to know no rules: `GET /v1/matches/{match_id}/choices` lists how a text can go on, and the page carries the board as \
data, text, SVG or PNG.\n\nEvery refusal is a problem document (RFC 9457). Lists come in pages; follow the `Link` header (RFC 8288). \
Times are RFC 3339, durations ISO 8601.\n\nSign in with `POST /v1/sign-in` (a letter brings a code), then send `Authorization: Bearer` with \
the access token. Bots use personal access tokens: `POST /v1/me/tokens`.";

/// Adds to the generated paths what is the same for all of them.
pub(crate) fn complete(mut document: OpenApi) -> OpenApi {
    let mut info = Info::new("Turnpost", "1");
    info.description = Some(ABOUT.to_owned());
    let mut license = License::new("MIT OR Apache-2.0");
    license.identifier = Some("MIT OR Apache-2.0".to_owned());
    info.license = Some(license);
    document.info = info;
    let components = document.components.get_or_insert_with(Components::new);
    let bearer = SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer));
    components.add_security_scheme("bearer", bearer);
    document
}

/// The document as it is committed and served: JSON with two blanks of indentation.
pub fn text() -> String {
    let mut text = serde_json::to_string_pretty(&crate::routes::document()).unwrap_or_default();
    text.push('\n');
    text
}
