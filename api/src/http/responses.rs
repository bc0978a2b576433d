//! Responses of operations for the OpenAPI document, as types.

use std::collections::BTreeMap;
use std::marker::PhantomData;

use utoipa::IntoResponses;
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, SchemaFormat, Type};
use utoipa::openapi::{Content, ContentBuilder, Header, HeaderBuilder, Ref, RefOr, Response, ResponseBuilder};

use super::problem::Kind;

/// A part of an operation that can refuse a request.
pub trait Refuses {
    /// The kinds of problems that it answers.
    fn kinds() -> Vec<Kind>;
}

macro_rules! refusals {
    ($($(#[$doc:meta])* $name:ident: $($kind:ident),+;)*) => {
        $(
            $(#[$doc])*
            pub struct $name;

            impl Refuses for $name {
                fn kinds() -> Vec<Kind> {
                    vec![$(Kind::$kind),+]
                }
            }
        )*
    };
}

refusals! {
    /// Every operation: the encoding of the response, the limits, the server itself.
    Server: NOT_ACCEPTABLE, RATE_LIMITED, INTERNAL, UNAVAILABLE;
    /// An operation that reads a token, required or not.
    AccessToken: UNAUTHENTICATED, SCOPE_MISSING;
    /// The operation of the host's own programs.
    InboxToken: UNAUTHENTICATED;
    /// An operation with parameters in its path.
    PathParameter: BAD_REQUEST;
    /// An operation with parameters in its query.
    QueryParameter: BAD_REQUEST, BAD_FIELD;
    /// An operation with a body.
    JsonBody: BAD_REQUEST, BAD_FIELD, TOO_SLOW, TOO_LARGE, UNSUPPORTED_TYPE;
    /// An operation with a form, which tells most of what is wrong with it in a way of its own.
    FormBody: TOO_SLOW, TOO_LARGE;
    /// An operation that takes a message.
    MailMessage: CONFLICT, TOO_SLOW, TOO_LARGE, UNSUPPORTED_TYPE;
    /// A code or link of an email.
    BadCode: BAD_CODE;
    /// A way in that a blocked account does not have.
    Blocked: ACCOUNT_BLOCKED;
    /// A way in that needs an account, or the right to make one.
    ComesIn: ACCOUNT_BLOCKED, REGISTRATION_CLOSED;
    /// A refresh token.
    BadRefreshToken: BAD_REFRESH_TOKEN;
    /// An action that needs a code again.
    FreshCode: CODE_NEEDED;
    /// An action that the caller may not take on a visible thing.
    Forbidden: FORBIDDEN;
    /// A thing that does not exist, or that the caller may not see.
    NotFound: NOT_FOUND;
    /// A thing in the wrong state.
    Conflict: CONFLICT;
    /// A change that names the state which it replaces.
    Replaces: CHANGED;
    /// A move for an earlier turn.
    StaleTurn: STALE_TURN;
    /// A text that is not a move of the game.
    UnreadableMove: UNREADABLE_MOVE;
    /// A move that the rules forbid.
    IllegalMove: ILLEGAL_MOVE;
    /// More moves than a response lists.
    TooManyMoves: TOO_MANY_MOVES;
    /// A match whose result cannot change ratings.
    NotRatable: NOT_RATABLE;
    /// A tournament that takes no more entries, or not this one.
    Enters: CLOSED, TOO_MANY_MATCHES, FORBIDDEN;
    /// Moves with an uncertain effect.
    NotExplored: NOT_EXPLORED;
}

macro_rules! tuples {
    ($($($part:ident)*;)*) => {
        $(
            impl<$($part: Refuses),*> Refuses for ($($part,)*) {
                fn kinds() -> Vec<Kind> {
                    let parts: Vec<Vec<Kind>> = vec![$($part::kinds()),*];
                    parts.into_iter().flatten().collect()
                }
            }
        )*
    };
}

tuples! {
    ;
    A;
    A B;
    A B C;
    A B C D;
    A B C D E;
    A B C D E F;
    A B C D E F G;
    A B C D E F G H;
    A B C D E F G H I;
}

/// The problems of an operation with these parts: one response for each status (RFC 9457).
pub struct Problems<P>(PhantomData<P>);

impl<P: Refuses> IntoResponses for Problems<P> {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        let schema = Ref::from_schema_name("ProblemDocument");
        by_status::<(P, Server)>(&ContentBuilder::new().schema(Some(schema)).build())
    }
}

/// One response for each status, which names its kinds.
fn by_status<P: Refuses>(content: &Content) -> BTreeMap<String, RefOr<Response>> {
    let mut kinds: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for kind in P::kinds() {
        // Proxies between the client and the server answer with other statuses of this class.
        let status = if kind.status >= 500 { "5XX".to_owned() } else { kind.status.to_string() };
        let named = kinds.entry(status).or_default();
        let name = format!("`{}`", kind.slug);
        if !named.contains(&name) {
            named.push(name);
        }
    }
    let response = |names: Vec<String>| {
        let description = format!("Problem: {}", names.join(" or "));
        RefOr::T(
            ResponseBuilder::new()
                .description(description)
                .content("application/problem+json", content.clone())
                .build(),
        )
    };
    kinds.into_iter().map(|(status, names)| (status, response(names))).collect()
}

/// A board in the forms that it is drawn in.
pub struct Board;

impl IntoResponses for Board {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        let bytes =
            ObjectBuilder::new().schema_type(Type::String).format(Some(SchemaFormat::KnownFormat(KnownFormat::Binary)));
        // Generators take the type of the first.
        let response = ResponseBuilder::new()
            .description("The board")
            .content("image/png", ContentBuilder::new().schema(Some(bytes)).build())
            .content("image/svg+xml", text())
            .content("text/plain", text());
        let response = response.header("ETag", etag());
        let unchanged = ResponseBuilder::new().description("Not modified").header("ETag", etag());
        BTreeMap::from([
            ("200".to_owned(), RefOr::T(response.build())),
            ("304".to_owned(), RefOr::T(unchanged.build())),
        ])
    }
}

/// The entity tag of a board.
fn etag() -> Header {
    let schema = ObjectBuilder::new().schema_type(Type::String);
    HeaderBuilder::new().schema(Some(schema)).description(Some("Changes with the board")).build()
}

fn text() -> Content {
    ContentBuilder::new().schema(Some(ObjectBuilder::new().schema_type(Type::String))).build()
}
