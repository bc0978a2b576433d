//! Every refusal a client can get: problem details (RFC 9457), always `application/problem+json`. The only place that
//! knows error statuses.

use actix_web::http::{StatusCode, header};
use actix_web::{HttpResponse, ResponseError};
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

/// One kind of problem: its slug is the end of the `type` address, which resolves to a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kind {
    /// The last part of the type's address.
    pub slug: &'static str,
    /// The HTTP status (RFC 9110).
    pub status: u16,
    /// The same for every occurrence, in a few words.
    pub title: &'static str,
    /// What it means and what to do, for its page.
    pub help: &'static str,
}

macro_rules! kinds {
    ($($name:ident = $slug:literal $status:literal $title:literal $help:literal;)*) => {
        impl Kind {
            $(#[doc = $title] pub const $name: Kind = Kind { slug: $slug, status: $status, title: $title, help: $help };)*
            /// Every kind there is.
            pub const ALL: &'static [Kind] = &[$(Kind::$name),*];
        }
    };
}

kinds! {
    BAD_REQUEST = "bad-request" 400 "The request cannot be read"
        "The body is no JSON, or a part of the address or the query has the wrong form. The detail says where.";
    BAD_FIELD = "bad-field" 422 "A field cannot be accepted"
        "The request can be read, but a field has a value that cannot be. `field` names it; the detail says what would be right.";
    UNAUTHENTICATED = "unauthenticated" 401 "You are not signed in"
        "The access token is missing, forged, expired or ended. Sign in, or refresh the token, and try again.";
    BAD_CODE = "bad-code" 401 "The code or link is not right"
        "The code is wrong, has been used, has expired, or has been tried too often. Ask for a new letter.";
    BAD_REFRESH_TOKEN = "bad-refresh-token" 401 "The refresh token is not right"
        "The token is unknown, expired, or has been used before; in the last case its session is ended, as it may have been stolen. Sign in again.";
    SCOPE_MISSING = "scope-missing" 403 "The token may not do this"
        "A personal access token acts within its scopes only; `scope` names the missing one. Some things, such as making tokens, need a session.";
    FORBIDDEN = "forbidden" 403 "This is not yours to do"
        "You can see the thing, but what you ask is for somebody else: its creator, or a player of the match.";
    NOT_FOUND = "not-found" 404 "There is no such thing"
        "Nothing is at this address, or nothing that you may know of.";
    METHOD_NOT_ALLOWED = "method-not-allowed" 405 "The address does not do this"
        "The `Allow` header names the methods of this address (RFC 9110, section 10.2.1).";
    NOT_ACCEPTABLE = "not-acceptable" 406 "There is no such form of it"
        "The `Accept` header asks for a form that does not exist; the detail names those that do.";
    CONFLICT = "conflict" 409 "It has changed meanwhile"
        "The thing is not, or no longer, in a state in which this can be done. The detail says which.";
    STALE_TURN = "stale-turn" 409 "The table has moved on"
        "The move was meant for an earlier turn. `turn` is the present one: look at the page again before you decide.";
    TOO_LARGE = "too-large" 413 "The body is too large"
        "The detail says how many bytes are accepted.";
    UNSUPPORTED_TYPE = "unsupported-media-type" 415 "The body is of the wrong type"
        "Send `Content-Type: application/json`.";
    UNREADABLE_MOVE = "unreadable-move" 422 "The text is no move"
        "Whatever stands on the board, this is no move of the game. `at` is the character, counted from 1; `expected` says what would be right there.";
    ILLEGAL_MOVE = "illegal-move" 422 "The rules forbid the move"
        "`code` is a stable word for programs; the detail says why in words.";
    RATE_LIMITED = "rate-limited" 429 "Too many requests"
        "Wait for as many seconds as `Retry-After` says (RFC 9110, section 10.2.3).";
    INTERNAL = "internal" 500 "We have made a mistake"
        "Nothing was done. It has been logged under the request's id, which the `X-Request-Id` header carries.";
    UNAVAILABLE = "unavailable" 503 "Not now"
        "The server is starting, stopping, or has lost its database. Try again in a moment.";
}

/// A refusal on its way to the client.
#[derive(Clone, Debug)]
pub struct Problem {
    kind: Kind,
    detail: String,
    more: Map<String, Value>,
    retry_after: Option<u64>,
}

/// The result of everything that answers a request.
pub type Answer<T> = Result<T, Problem>;

impl Problem {
    /// A problem of this kind; `detail` is for people and says what would be right.
    pub fn new(kind: Kind, detail: impl Into<String>) -> Problem {
        Problem { kind, detail: detail.into(), more: Map::new(), retry_after: None }
    }

    /// With one more member (RFC 9457, section 3.2).
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Problem {
        self.more.insert(name.to_owned(), value.into());
        self
    }

    /// A field that cannot be accepted.
    pub fn field(name: &str, detail: impl Into<String>) -> Problem {
        Problem::new(Kind::BAD_FIELD, detail).with("field", name)
    }

    /// Nothing is there, or nothing the caller may know of: both look the same.
    pub fn not_found(what: &str) -> Problem {
        Problem::new(Kind::NOT_FOUND, format!("There is no such {what}, or none that you may see."))
    }

    /// Too many requests; the next may come after so many seconds.
    pub fn rate_limited(seconds: u64) -> Problem {
        let mut problem =
            Problem::new(Kind::RATE_LIMITED, format!("Too many requests of this kind; try again in {seconds} s."));
        problem.retry_after = Some(seconds.max(1));
        problem
    }

    /// A fault of ours: the cause goes to the log, the client learns only that there was one.
    pub fn internal(cause: impl std::fmt::Display) -> Problem {
        tracing::error!(%cause, "internal problem");
        Problem::new(Kind::INTERNAL, "Something went wrong on our side; nothing was done.")
    }

    /// The database cannot be reached at the moment.
    pub fn unavailable(cause: impl std::fmt::Display) -> Problem {
        tracing::error!(%cause, "unavailable");
        let mut problem = Problem::new(Kind::UNAVAILABLE, "The server cannot do this right now; try again shortly.");
        problem.retry_after = Some(2);
        problem
    }

    /// What went wrong this time, and what would be right, in words for people.
    pub fn detail(&self) -> &str {
        &self.detail
    }

    /// What stands for an answer of this status that somebody else made.
    pub fn of_status(status: StatusCode) -> Problem {
        let found = Kind::ALL.iter().find(|kind| kind.status == status.as_u16());
        let kind = found.copied().unwrap_or(if status.is_server_error() { Kind::INTERNAL } else { Kind::BAD_REQUEST });
        Problem::new(kind, kind.help)
    }

    /// What kind of problem it is.
    pub fn kind(&self) -> Kind {
        self.kind
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.kind.slug, self.detail)
    }
}

impl std::error::Error for Problem {}

/// The address of a kind's page, relative to the server.
pub fn type_path(slug: &str) -> String {
    format!("/problems/{slug}")
}

impl ResponseError for Problem {
    fn status_code(&self) -> StatusCode {
        StatusCode::from_u16(self.kind.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    fn error_response(&self) -> HttpResponse {
        let mut answer = HttpResponse::build(self.status_code());
        answer.content_type("application/problem+json");
        if let Some(seconds) = self.retry_after {
            answer.insert_header((header::RETRY_AFTER, seconds.to_string()));
        }
        // Every 401 does (RFC 9110, section 15.5.2).
        if self.kind.status == 401 {
            answer.insert_header((header::WWW_AUTHENTICATE, "Bearer"));
        }
        let mut body = Map::new();
        body.insert("type".to_owned(), type_path(self.kind.slug).into());
        body.insert("title".to_owned(), self.kind.title.into());
        body.insert("status".to_owned(), self.kind.status.into());
        body.insert("detail".to_owned(), self.detail.clone().into());
        body.extend(self.more.clone());
        answer.body(Value::Object(body).to_string())
    }
}

/// The form of every refusal (RFC 9457). Kinds of problems add members of their own, such as `turn` or `field`.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"type": "/problems/stale-turn", "title": "The table has moved on", "status": 409,
    "detail": "You answered turn 11, but it is turn 12.", "turn": 12}))]
pub struct ProblemDocument {
    /// Which kind of problem, as an address that resolves to a page about it.
    pub r#type: String,
    /// The kind, in a few words.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// What went wrong this time, and what would be right.
    pub detail: String,
    /// The field that is refused.
    pub field: Option<String>,
    /// The present turn, where a move was stale.
    pub turn: Option<u32>,
    /// The stable word for what the rules forbid.
    pub code: Option<String>,
    /// The character at which a move cannot be read, counted from 1.
    pub at: Option<usize>,
    /// What stands there instead.
    pub found: Option<String>,
    /// What would be right at that character.
    pub expected: Option<String>,
    /// Which part of a move in several parts the rules forbid, counted from 1.
    pub part: Option<u16>,
    /// The line at which a body is no JSON, counted from 1.
    pub line: Option<usize>,
    /// The column there.
    pub column: Option<usize>,
    /// The scope that the token lacks.
    pub scope: Option<String>,
}

impl From<crate::db::Trouble> for Problem {
    fn from(trouble: crate::db::Trouble) -> Problem {
        match trouble {
            crate::db::Trouble::Unavailable(cause) => Problem::unavailable(cause),
            other => Problem::internal(other),
        }
    }
}

impl From<engine::Fault> for Problem {
    fn from(fault: engine::Fault) -> Problem {
        use engine::Fault;
        let why = fault.to_string();
        match fault {
            Fault::Unreadable(unreadable) => Problem::new(Kind::UNREADABLE_MOVE, why)
                .with("at", unreadable.at)
                .with("found", unreadable.found)
                .with("expected", unreadable.expected),
            Fault::Illegal(illegal) => {
                let problem = Problem::new(Kind::ILLEGAL_MOVE, illegal.why).with("code", illegal.code);
                match illegal.part {
                    Some(part) => problem.with("part", part),
                    None => problem,
                }
            }
            // The options as a whole go by their own name.
            Fault::Option(option) if option.name == "options" => Problem::field("options", option.why),
            Fault::Option(option) => Problem::field(&format!("options.{}", option.name), option.why),
            Fault::Seats { .. } => Problem::field("seats", why),
            Fault::Stored { .. } => Problem::internal(why),
        }
    }
}

impl From<crate::play::Refusal> for Problem {
    fn from(refusal: crate::play::Refusal) -> Problem {
        use crate::play::Refusal;
        match refusal {
            Refusal::NotFound(what) => Problem::not_found(what),
            Refusal::Forbidden(why) => Problem::new(Kind::FORBIDDEN, why),
            Refusal::Conflict(why) => Problem::new(Kind::CONFLICT, why),
            Refusal::Field(name, why) => Problem::field(name, why),
            Refusal::Stale { quoted, turn } => {
                let detail = format!("You answered turn {quoted}, but it is turn {turn}: look at the page again.");
                Problem::new(Kind::STALE_TURN, detail).with("turn", turn)
            }
            Refusal::Rules(fault) => fault.into(),
            Refusal::TooOften(seconds) => Problem::rate_limited(seconds),
            Refusal::Database(trouble) => trouble.into(),
            Refusal::Broken(cause) => Problem::internal(cause),
        }
    }
}
