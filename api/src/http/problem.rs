//! The error responses of the API: problem details (RFC 9457), always `application/problem+json`. The only file with error
//! statuses; it turns the refusals of decisions into documents.

use actix_web::http::{StatusCode, header};
use actix_web::{HttpResponse, ResponseError};
use engine::explore::Unexplored;
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::db::Trouble;
use crate::inbox::receive::NotTaken;
use crate::play::Refusal;

/// A kind of problem. Its slug is the end of the `type` address, which resolves to a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kind {
    /// The last part of the type's address.
    pub slug: &'static str,
    /// The HTTP status (RFC 9110).
    pub status: u16,
    /// The title, the same for every occurrence.
    pub title: &'static str,
    /// The meaning of the problem and what to do about it, in Markdown, for its page.
    pub help: &'static str,
}

macro_rules! kinds {
    ($($name:ident = $slug:literal $status:literal $title:literal $help:literal;)*) => {
        impl Kind {
            $(#[doc = $title] pub const $name: Kind = Kind { slug: $slug, status: $status, title: $title, help: $help };)*
            /// All kinds.
            pub const ALL: &'static [Kind] = &[$(Kind::$name),*];
        }
    };
}

kinds! {
    BAD_REQUEST = "bad-request" 400 "The request cannot be read"
        "The body is not valid JSON, or a part of the path or query is malformed. `detail` says where.";
    BAD_FIELD = "bad-field" 422 "Invalid field"
        "A field is missing or unknown, or its value is invalid. `field` names it; `detail` says what the server expects.";
    UNAUTHENTICATED = "unauthenticated" 401 "You are not signed in"
        "The access token is missing, invalid or expired, or its session has ended. Sign in, or refresh the token, and try again.";
    BAD_CODE = "bad-code" 401 "The code or link is invalid"
        "The code or link is wrong, has been used, has expired, or was tried too often, or another program or browser requested the code. Request a new email.";
    BAD_REFRESH_TOKEN = "bad-refresh-token" 401 "The refresh token is invalid"
        "The token is unknown or expired, or has been used before. Using it again ends its session, because the token may have been stolen. Sign in again.";
    ACCOUNT_BLOCKED = "account-blocked" 403 "The account is blocked"
        "The host of this server has blocked the account. Its sessions and tokens have ended, and it cannot sign in. `detail` says whom to ask.";
    REGISTRATION_CLOSED = "registration-closed" 403 "New players need an invitation"
        "The email address has no account. This server accepts new players only if they are invited to a match, or if the host has allowed their address.";
    SCOPE_MISSING = "scope-missing" 403 "The token lacks a scope"
        "A personal access token or an app can do only what its scopes allow; `scope` names the missing one. Some operations, such as creating tokens, need a session.";
    CODE_NEEDED = "code-needed" 403 "A code from an email is needed"
        "Some operations need a session in which you used a code or link from an email in the last ten minutes. Request an email with `POST /v1/sign-in`, sign in with its code, and repeat the request with the new access token.";
    FORBIDDEN = "forbidden" 403 "You may not do this"
        "You can see this, but only others, such as the creator of the match or its players, may do what you asked.";
    NOT_FOUND = "not-found" 404 "Not found"
        "There is nothing at this URL, or nothing that you may see.";
    METHOD_NOT_ALLOWED = "method-not-allowed" 405 "Method not allowed"
        "The `Allow` header lists the methods of this URL (RFC 9110, section 10.2.1).";
    NOT_ACCEPTABLE = "not-acceptable" 406 "No acceptable media type"
        "The `Accept` header allows none of the media types that this URL offers; `detail` lists them.";
    CONFLICT = "conflict" 409 "Not possible in the current state"
        "The current state does not allow what you asked. `detail` gives the reason.";
    CHANGED = "changed" 412 "It has changed since you read it"
        "The request has an `If-Match` header, and the present `ETag` is another one (RFC 9110, section 13.1.1): another device has changed it. Read it again before you replace it.";
    STALE_TURN = "stale-turn" 409 "The turn is over"
        "The move was sent for an earlier turn. `turn` is the current one. Read the page again before you decide.";
    TOO_SLOW = "too-slow" 408 "The body arrived too slowly"
        "The rest of the body did not arrive in time. Send the request again, all at once.";
    TOO_LARGE = "too-large" 413 "The body is too large"
        "`detail` gives the maximum size.";
    UNSUPPORTED_TYPE = "unsupported-media-type" 415 "Unsupported media type"
        "Send `Content-Type: application/json`.";
    UNREADABLE_MOVE = "unreadable-move" 422 "The move cannot be read"
        "The text is not a move of this game in any position. `at` is the position of the first wrong character, counted from 1; `expected` is the text that is expected there.";
    ILLEGAL_MOVE = "illegal-move" 422 "The rules forbid the move"
        "`code` is a stable code for programs; `detail` gives the reason.";
    TOO_MANY_MOVES = "too-many-moves" 422 "There are too many moves to list"
        "List them step by step: omit `all`, start with an empty `so_far`, pick a choice, and send its `text` as the next `so_far`, until a choice is `complete`. `depth` lists several steps at once.";
    NOT_RATABLE = "not-ratable" 422 "The match cannot be rated"
        "Only matches between people of a kind whose results can be compared are rated; `detail` gives the reason.";
    CLOSED = "closed" 409 "Entry is closed"
        "The tournament takes no more entries: it has started, is full, is over or was called off. `detail` says which.";
    TOO_MANY_MATCHES = "too-many-matches" 422 "Too many matches at a time"
        "The matches of your tournaments, with those of this one, could be more at a time than one person may play. `tournaments` names the others.";
    NOT_EXPLORED = "not-explored" 422 "The moves cannot be explored"
        "The effect of a move depends on what you cannot see or on chance, or the server ran out of time. `number` is the number of the move, counted from 1.";
    RATE_LIMITED = "rate-limited" 429 "Too many requests"
        "Wait for the number of seconds that `Retry-After` gives (RFC 9110, section 10.2.3).";
    INTERNAL = "internal" 500 "Internal error"
        "The server failed and changed nothing. Its log describes the error under the id of the request, which is in the `X-Request-Id` header.";
    UNAVAILABLE = "unavailable" 503 "Service unavailable"
        "The server is starting or stopping, or cannot reach its database. Try again in a moment.";
}

/// An error response.
#[derive(Clone, Debug)]
pub struct Problem {
    kind: Kind,
    detail: String,
    more: Map<String, Value>,
    retry_after: Option<u64>,
}

impl Problem {
    /// A problem of this kind; `detail` is for people and says what is expected.
    pub fn new(kind: Kind, detail: impl Into<String>) -> Problem {
        Problem { kind, detail: detail.into(), more: Map::new(), retry_after: None }
    }

    /// The problem with an extension member (RFC 9457, section 3.2).
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Problem {
        self.more.insert(name.to_owned(), value.into());
        self
    }

    /// A field whose value is not accepted.
    pub fn field(name: &str, detail: impl Into<String>) -> Problem {
        Problem::new(Kind::BAD_FIELD, detail).with("field", name)
    }

    /// No operation is at this address.
    pub fn no_operation() -> Problem {
        Problem::new(Kind::NOT_FOUND, "There is nothing at this URL; /docs lists the API.")
    }

    /// The thing does not exist, or the caller may not see it: both get the same response.
    pub fn not_found(what: &'static str) -> Problem {
        Refusal::NotFound(what).into()
    }

    /// The problem as JSON.
    fn document(&self) -> String {
        let mut body = Map::new();
        body.insert("type".to_owned(), type_path(self.kind.slug).into());
        body.insert("title".to_owned(), self.kind.title.into());
        body.insert("status".to_owned(), self.kind.status.into());
        body.insert("detail".to_owned(), self.detail.clone().into());
        body.extend(self.more.clone());
        Value::Object(body).to_string()
    }

    /// The problem as a whole response of HTTP/1.1, for a connection that is closed before its request is read.
    pub fn as_bare_answer(&self) -> String {
        let body = self.document();
        let Kind { status, title, .. } = self.kind;
        format!(
            "HTTP/1.1 {status} {title}\r\ncontent-type: application/problem+json\r\ncontent-length: {}\r\nretry-after: 5\r\n\
             connection: close\r\n\r\n{body}",
            body.len()
        )
    }

    /// An error of the server. The cause goes to the log; the client learns only that there was an error.
    pub fn internal(cause: impl std::fmt::Display) -> Problem {
        tracing::error!(%cause, "internal error");
        Problem::new(Kind::INTERNAL, "The server failed; nothing was changed.")
    }

    /// The database cannot be reached at the moment.
    pub fn unavailable(cause: impl std::fmt::Display) -> Problem {
        tracing::error!(%cause, "service unavailable");
        Problem::new(Kind::UNAVAILABLE, "The server cannot do this right now; try again in a moment.").after(2)
    }

    /// The problem with a `Retry-After` of this many seconds, at least 1.
    fn after(mut self, seconds: u64) -> Problem {
        self.retry_after = Some(seconds.max(1));
        self
    }

    /// The error of this request and the expected input, in words for people.
    pub fn detail(&self) -> &str {
        &self.detail
    }

    /// The problem that replaces an error response of this status from a library.
    pub fn of_status(status: StatusCode) -> Problem {
        let found = Kind::ALL.iter().find(|kind| kind.status == status.as_u16());
        let kind = found.copied().unwrap_or(if status.is_server_error() { Kind::INTERNAL } else { Kind::BAD_REQUEST });
        Problem::new(kind, kind.help)
    }

    /// Its kind.
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
        let mut answer = answer.body(self.document());
        // For the page that replaces the document where a browser asks.
        answer.extensions_mut().insert(self.clone());
        answer
    }
}

/// A problem (RFC 9457). Some kinds have additional members, such as `turn` or `field`.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"type": "/problems/stale-turn", "title": "The turn is over", "status": 409,
    "detail": "Your move is for turn 11, but it is turn 12. Look at the page again.", "turn": 12}))]
pub struct ProblemDocument {
    /// The kind of problem, as a URL of a page about it.
    pub r#type: String,
    /// The title of the kind.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// What is wrong with this request, and what the server expects.
    pub detail: String,
    /// The invalid field.
    pub field: Option<String>,
    /// The present turn, if the move was for an earlier turn.
    pub turn: Option<u32>,
    /// A stable code for the rule that forbids the move.
    pub code: Option<String>,
    /// The position of the first unreadable character of a move, counted from 1.
    pub at: Option<usize>,
    /// The text that was found at that position.
    pub found: Option<String>,
    /// The text that is expected at that position.
    pub expected: Option<String>,
    /// The part of a multi-part move that the rules forbid, counted from 1.
    pub part: Option<u16>,
    /// The number of the explored move that was refused, counted from 1.
    pub number: Option<usize>,
    /// The line at which the body is not valid JSON, counted from 1.
    pub line: Option<usize>,
    /// The column in that line, counted from 1.
    pub column: Option<usize>,
    /// The names of the tournaments that you play in, if there are too many.
    #[schema(max_items = 20)]
    pub tournaments: Option<Vec<String>>,
    /// The scope that the token lacks, or `session` if the operation needs a session.
    pub scope: Option<String>,
}

impl From<Trouble> for Problem {
    fn from(trouble: Trouble) -> Problem {
        match trouble {
            Trouble::Unavailable(cause) | Trouble::Deadlock(cause) => Problem::unavailable(cause),
            other @ (Trouble::Taken(_) | Trouble::Fault(_)) => Problem::internal(other),
        }
    }
}

impl From<NotTaken> for Problem {
    fn from(why: NotTaken) -> Problem {
        let detail = why.words();
        match why {
            NotTaken::NoSuchAddress => Problem::new(Kind::NOT_FOUND, detail),
            NotTaken::TooLarge => Problem::new(Kind::TOO_LARGE, detail),
            NotTaken::BareNewline | NotTaken::Circle => Problem::new(Kind::CONFLICT, detail),
            NotTaken::TooMany => Problem::new(Kind::RATE_LIMITED, detail).after(60),
            NotTaken::Unavailable => Problem::unavailable(detail),
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

/// Moves that are not explored. The refusal of a move by the rules is the one that it would get in the match, with its number.
fn unexplored(why: Unexplored, detail: String) -> Problem {
    match why {
        Unexplored::Refused { number: 0, fault } => fault.into(),
        Unexplored::Refused { number, fault } => {
            let problem = Problem::from(fault);
            Problem { detail: format!("Move {number}: {}", problem.detail), ..problem }.with("number", number)
        }
        Unexplored::NoSeat { number } => Problem::field("moves", detail).with("number", number),
        Unexplored::Depends { number } | Unexplored::TooLong { number } => {
            Problem::new(Kind::NOT_EXPLORED, detail).with("number", number)
        }
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Problem {
        let detail = refusal.to_string();
        match refusal {
            Refusal::NotFound(_) => Problem::new(Kind::NOT_FOUND, detail),
            Refusal::Forbidden(_) => Problem::new(Kind::FORBIDDEN, detail),
            Refusal::Conflict(_) | Refusal::Busy | Refusal::TooManyMatches(_) => Problem::new(Kind::CONFLICT, detail),
            Refusal::Changed => Problem::new(Kind::CHANGED, detail),
            Refusal::Taken(field, _) => Problem::new(Kind::CONFLICT, detail).with("field", field),
            Refusal::Field(name, _) => Problem::field(name, detail),
            Refusal::Stale { turn, .. } => Problem::new(Kind::STALE_TURN, detail).with("turn", turn),
            Refusal::TooOften(seconds) => Problem::new(Kind::RATE_LIMITED, detail).after(seconds),
            Refusal::TooManyStreams(_) => Problem::new(Kind::RATE_LIMITED, detail).after(30),
            Refusal::Stopping => Problem::new(Kind::UNAVAILABLE, detail).after(5),
            Refusal::SignedOut => Problem::new(Kind::UNAUTHENTICATED, detail),
            Refusal::BadCode => Problem::new(Kind::BAD_CODE, detail),
            Refusal::BadRefreshToken => Problem::new(Kind::BAD_REFRESH_TOKEN, detail),
            Refusal::Blocked(_) => Problem::new(Kind::ACCOUNT_BLOCKED, detail),
            Refusal::RegistrationClosed => Problem::new(Kind::REGISTRATION_CLOSED, detail),
            Refusal::ScopeMissing(scope) => Problem::new(Kind::SCOPE_MISSING, detail).with("scope", scope.name()),
            Refusal::SessionNeeded => Problem::new(Kind::SCOPE_MISSING, detail).with("scope", "session"),
            Refusal::CodeNeeded => Problem::new(Kind::CODE_NEEDED, detail),
            Refusal::Rules(fault) => fault.into(),
            Refusal::NotRatable(_) => Problem::new(Kind::NOT_RATABLE, detail).with("field", "rated"),
            Refusal::EntryClosed(_) => Problem::new(Kind::CLOSED, detail),
            Refusal::TooManyTournaments(names) => {
                Problem::new(Kind::TOO_MANY_MATCHES, detail).with("tournaments", names)
            }
            Refusal::TooManyMoves => Problem::new(Kind::TOO_MANY_MOVES, detail),
            Refusal::Unexplored(why) => unexplored(why, detail),
            Refusal::Database(trouble) => trouble.into(),
            Refusal::Broken(cause) => Problem::internal(cause),
        }
    }
}
