//! What the OpenAPI document says beside its operations.

use utoipa::openapi::path::{Operation, Parameter, ParameterIn};
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::openapi::tag::Tag;
use utoipa::openapi::{
    Components, ContentBuilder, Info, License, OpenApi, PathItem, Ref, RefOr, Response, ResponseBuilder,
};

use crate::http::problem::Kind;

/// What newcomers read first in the document.
const ABOUT: &str = "Turnpost keeps long games going: matches that last days or years, every move checked by the rules, whoever \
is next told by mail.\n\nA move is text, the same in every game: `POST /v1/matches/{match_id}/moves` with the turn you saw. A client \
needs to know no rules: `GET /v1/matches/{match_id}/choices` lists how a text can go on, and the page carries the board as \
data, text, SVG or PNG.\n\nEvery refusal is a problem document (RFC 9457). Lists come in pages; follow the `Link` header (RFC 8288). \
Times are RFC 3339, durations ISO 8601.\n\nSign in with `POST /v1/sign-in` (a letter brings a code), then send `Authorization: Bearer` with \
the access token. Bots use personal access tokens: `POST /v1/me/tokens`.";

/// The kinds of operations, in the order in which a newcomer needs them.
const TAGS: &[(&str, &str)] = &[
    ("sign-in", "Letters bring codes and links; sessions keep going by refresh tokens"),
    ("games", "What can be played, and how"),
    ("matches", "Create, find, join, look at"),
    ("moves", "Build up, try, send"),
    ("invitations", "By handle or by mail address"),
    ("account", "Yourself: names, letters, tokens for programs"),
    ("operation", "For whoever runs the server"),
    ("pages", "What the links of letters open"),
];

fn tag(name: &str, words: &str) -> Tag {
    let mut tag = Tag::new(name);
    tag.description = Some(words.to_owned());
    tag
}

/// Adds to the generated paths what is the same for all of them.
pub(crate) fn complete(mut document: OpenApi) -> OpenApi {
    let mut info = Info::new("Turnpost", "1");
    info.description = Some(ABOUT.to_owned());
    let mut license = License::new("MIT OR Apache-2.0");
    license.identifier = Some("MIT OR Apache-2.0".to_owned());
    info.license = Some(license);
    document.info = info;
    document.tags = Some(TAGS.iter().map(|(name, words)| tag(name, words)).collect());
    let components = document.components.get_or_insert_with(Components::new);
    let bearer = SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer));
    components.add_security_scheme("bearer", bearer);
    for operation in document.paths.paths.values_mut().flat_map(operations) {
        list_problems(operation);
        describe(operation);
    }
    document
}

fn operations(item: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    let PathItem { get, put, post, delete, patch, .. } = item;
    [get, put, post, delete, patch].into_iter().flatten()
}

/// Adds the problems that come from how an operation is asked, whatever it does, and gives all problems their one form.
fn list_problems(operation: &mut Operation) {
    let has_parameters = operation.parameters.as_ref().is_some_and(|parameters| !parameters.is_empty());
    let in_query = |one: &RefOr<Parameter>| matches!(one, RefOr::T(one) if one.parameter_in == ParameterIn::Query);
    let has_query = operation.parameters.as_ref().is_some_and(|parameters| parameters.iter().any(in_query));
    let has_body = operation.request_body.is_some();
    let takes_token = operation.security.as_ref().is_some_and(|security| !security.is_empty());
    let statuses = [
        (has_parameters || has_body, "400"),
        (takes_token, "401"),
        (takes_token, "403"),
        (has_body, "413"),
        (has_body, "415"),
        (has_body || has_query, "422"),
        (true, "429"),
        (true, "5XX"),
    ];
    let responses = &mut operation.responses.responses;
    for (_, status) in statuses.into_iter().filter(|(applies, _)| *applies) {
        responses.entry(status.to_owned()).or_insert_with(|| RefOr::T(problem(status)));
    }
    for (status, response) in responses {
        if let RefOr::T(found) = response
            && status.starts_with(['4', '5'])
            && found.content.contains_key("application/json")
        {
            *found = problem(status);
        }
    }
}

/// The form of every problem, and which there are of this status.
fn problem(status: &str) -> Response {
    let of_status = |kind: &&Kind| status == kind.status.to_string() || (status == "5XX" && kind.status >= 500);
    let slugs: Vec<String> = Kind::ALL.iter().filter(of_status).map(|kind| format!("`{}`", kind.slug)).collect();
    let content = ContentBuilder::new().schema(Some(Ref::from_schema_name("ProblemDocument"))).build();
    let description = format!("A problem: {}", slugs.join(", "));
    ResponseBuilder::new().description(description).content("application/problem+json", content).build()
}

/// Every response has a description (OpenAPI 3.1, section 4.8.17).
fn describe(operation: &mut Operation) {
    for (status, response) in &mut operation.responses.responses {
        if let RefOr::T(response) = response
            && response.description.is_empty()
        {
            response.description = match status.as_str() {
                "201" => "Created",
                "202" => "Accepted: a letter is on its way",
                "204" => "Done",
                status if status.starts_with('2') => "What was asked for",
                _ => "A page that says why not",
            }
            .to_owned();
        }
    }
}

/// The document as it is committed and served: JSON indented by two blanks.
pub fn text(document: &OpenApi) -> String {
    let mut text = serde_json::to_string_pretty(document).unwrap_or_default();
    text.push('\n');
    text
}
