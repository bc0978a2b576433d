//! The OpenAPI document: everything that it contains beside the operations.

mod answers;
mod calls;
mod examples;
mod finished;
mod headers;
mod limits;
mod tree;
mod variants;

use utoipa::openapi::path::Operation;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme};
use utoipa::openapi::tag::TagBuilder;
use utoipa::openapi::{
    Components, ContactBuilder, InfoBuilder, LicenseBuilder, OpenApi, PathItem, RefOr, ServerBuilder,
};

use crate::deprecation::{self, Deprecated};

/// The introduction of the document.
const INTRODUCTION: &str = "Turnpost is a server for turn-based games by email. A match lasts days or years. The server checks \
every move against the rules of the game, and notifies players by email when it is their turn.\n\n\
Sign in with `POST /v1/sign-in`: the email contains a code, the response contains a secret, and together they get an access token for the \
header `Authorization: Bearer`. A bot has an account and a token of its own (`POST /v1/bots`); a program that acts as you uses a personal \
access token (`POST /v1/me/tokens`). Programs for other people use OAuth 2.1 (authorization code with PKCE): register a client with `POST /v1/clients`; `/.well-known/oauth-authorization-server` \
names the next endpoints.\n\n\
A move is text in every game. Send it with `POST /v1/matches/{match_id}/moves`, and quote the turn of the page on which you decided. A \
client need not know the rules: `GET /v1/matches/{match_id}/choices` lists how a text can continue. The board is available \
as data, PNG, SVG and plain text.\n\n\
[Write a client](/docs/write-a-client) leads from a token to a move, and says what may change.\n\n\
Every refusal is a problem document (RFC 9457). Lists are paginated: send the `next` of a page as `after` to get the following page, \
or follow the `Link` header (RFC 8288). Times are RFC 3339, durations are ISO 8601.\n\n\
Every response gives the request limit and what is left of it: `RateLimit-Policy: \"account\";q=600;w=60` (600 requests in 60 seconds) \
and `RateLimit: \"account\";r=599;t=1` (599 are left; the full limit is available again in one second). A few operations count as several \
requests. Each personal access token and each app with access to your account has its own limit, and all of them together have \
four times as much. After a status of 429, wait for the number of seconds in `Retry-After`.";

const LICENCE: &str = "MIT OR Apache-2.0";

/// The groups of operations, in the order in which a reader needs them.
const TAGS: &[(&str, &str)] = &[
    ("sign-in", "Sign in by email, refresh tokens, sign out."),
    ("matches", "Find, show, create and join matches."),
    ("moves", "Build, check and submit moves."),
    ("events", "Follow your matches, by a stream, webhooks or push messages."),
    ("players", "Other players: invitations, notes, proposals, profiles and reports."),
    ("tournaments", "Find, enter and make tournaments."),
    ("games", "The games, with their options, rules and lessons."),
    ("cards", "Cards, and your decks of them."),
    ("account", "Your names, preferences, emails, sessions and vacations."),
    ("programs", "Your bots and personal access tokens, and apps that act for other people (OAuth 2.1)."),
    ("operation", "Health and this document, for hosts."),
];

/// The extension that names the scope that an operation needs.
const SCOPE: &str = "x-required-scope";

/// Adds the common parts to the generated paths.
pub(crate) fn complete(mut document: OpenApi) -> OpenApi {
    let license = LicenseBuilder::new().name(LICENCE).identifier(Some(LICENCE));
    document.info = InfoBuilder::new()
        .title("Turnpost")
        .version("1")
        .description(Some(INTRODUCTION))
        .license(Some(license.build()))
        .contact(Some(ContactBuilder::new().name(Some("The host of this server")).build()))
        .build();
    document.servers = Some(vec![ServerBuilder::new().url("/").description(Some("This server")).build()]);
    let tag = |(name, words): &(&str, &str)| TagBuilder::new().name(*name).description(Some(*words)).build();
    document.tags = Some(TAGS.iter().map(tag).collect());
    let bearer = HttpBuilder::new()
        .scheme(HttpAuthScheme::Bearer)
        .description(Some("An access token of a session or of an app (OAuth), or a personal access token."));
    let components = document.components.get_or_insert_with(Components::new);
    components.add_security_scheme("bearer", SecurityScheme::Http(bearer.build()));
    let inbox = HttpBuilder::new()
        .scheme(HttpAuthScheme::Bearer)
        .description(Some("The token of the setting `inbox_token`, for the host's own programs."));
    components.add_security_scheme("inbox", SecurityScheme::Http(inbox.build()));
    for operation in document.paths.paths.values_mut().flat_map(operations) {
        secure(operation);
        describe(operation);
    }
    mark(&mut document, deprecation::ALL);
    document
}

/// Marks the operations that will end.
pub(crate) fn mark(document: &mut OpenApi, all: &[Deprecated]) {
    for one in all {
        let Some(PathItem { get, put, post, delete, patch, .. }) = document.paths.paths.get_mut(one.path) else {
            continue;
        };
        let named = [("GET", get), ("PUT", put), ("POST", post), ("DELETE", delete), ("PATCH", patch)];
        let operation = named.into_iter().find(|(method, _)| *method == one.method);
        if let Some((_, Some(operation))) = operation {
            operation.deprecated = Some(utoipa::openapi::Deprecated::True);
            let description = operation.description.get_or_insert_default();
            *description = format!("{description}\n\n{}", one.words());
        }
    }
}

fn operations(item: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    let PathItem { get, put, post, delete, patch, .. } = item;
    [get, put, post, delete, patch].into_iter().flatten()
}

/// Says that an operation is public, or tells its scope. Only OAuth schemes can declare scopes, so the scope moves from the
/// requirement to the description, for people, and to an extension, for programs.
fn secure(operation: &mut Operation) {
    let security = operation.security.take().unwrap_or_default();
    let is_optional = security.contains(&SecurityRequirement::default());
    if let Some(scope) = security.iter().find_map(scope) {
        let needs = match (scope.as_str(), is_optional) {
            ("session", _) => "Needs a session: personal access tokens and apps are refused.".to_owned(),
            (scope, true) => format!("Needs no token. A personal access token or an app needs the scope `{scope}`."),
            (scope, false) => {
                format!("Needs a session, or a personal access token or an app with the scope `{scope}`.")
            }
        };
        let description = operation.description.get_or_insert_default();
        *description = format!("{description}\n\n{needs}");
        operation.extensions.get_or_insert_default().insert(SCOPE.to_owned(), scope.into());
    }
    let without_scope = |one: SecurityRequirement| match scope(&one) {
        Some(_) => SecurityRequirement::new::<_, [&str; 0], _>("bearer", []),
        None => one,
    };
    operation.security = Some(security.into_iter().map(without_scope).collect());
}

fn scope(requirement: &SecurityRequirement) -> Option<String> {
    let requirement = serde_json::to_value(requirement).ok()?;
    requirement["bearer"][0].as_str().map(str::to_owned)
}

/// Describes the responses that have no description of their own (OpenAPI 3.1, section 4.8.17, wants one).
fn describe(operation: &mut Operation) {
    for (status, response) in &mut operation.responses.responses {
        if let RefOr::T(response) = response
            && response.description.is_empty()
        {
            response.description = match status.as_str() {
                "201" => "Created",
                "202" => "Accepted: an email is sent",
                "204" => "Done",
                _ => "Success",
            }
            .to_owned();
        }
    }
}

/// The document as it is committed and served: JSON, indented by two blanks.
pub fn text(document: &OpenApi) -> String {
    let mut text = serde_json::to_string_pretty(&finished::finished(document)).unwrap_or_default();
    text.push('\n');
    text
}
