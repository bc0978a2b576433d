//! What can go wrong: problems that the server names, and lost connections.

use std::fmt::{self, Display, Formatter};
use std::io::{self, ErrorKind};
use std::time::Duration;

use crate::api::ProblemDocument;

/// The server refused a request (RFC 9457).
#[derive(Clone, PartialEq, Debug)]
pub struct Problem {
    /// The status of the response.
    pub status: u16,
    /// The whole problem. If a proxy wrote the response, it says the status and the beginning of the text.
    pub document: Box<ProblemDocument>,
    /// How long to wait before the next attempt, if the server says so.
    pub retry_after: Option<Duration>,
}

impl Problem {
    /// The last part of the type, such as `illegal-move`.
    pub fn kind(&self) -> &str {
        self.document.r#type.as_str().rsplit('/').next().unwrap_or_default()
    }

    /// The invalid field, if any.
    pub fn field(&self) -> Option<&str> {
        self.document.field.as_deref()
    }

    pub(crate) fn read(status: u16, reason: &str, retry_after: Option<&str>, text: &str) -> Problem {
        let document = serde_json::from_str(text).unwrap_or_else(|_| ProblemDocument {
            title: reason.to_owned(),
            status: status.into(),
            detail: text.chars().take(200).collect(),
            ..ProblemDocument::default()
        });
        let retry_after = retry_after.map(|after| Duration::from_secs(after.parse().unwrap_or(5)));
        Problem { status, document: Box::new(document), retry_after }
    }
}

/// Why a request has no result.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// 401: sign in again, or create a new token.
    Unauthenticated(Problem),
    /// 403: the token lacks a permission, or you have no seat in the match.
    Forbidden(Problem),
    /// 404: it does not exist, or you may not see it.
    NotFound(Problem),
    /// 409: the match has continued in the meantime. [`EventStream`](crate::EventStream) reads it again.
    Outdated(Problem),
    /// 422: correct the request, or choose another move.
    Refused(Problem),
    /// 429 or 5xx: the server did not accept the request within the client's patience.
    TryLater(Problem),
    /// Any other status that is no success.
    Other(Problem),
    /// There is no connection, or none that can be trusted, or it was lost. Or what was sent or received is not JSON of its type.
    Io(io::Error),
}

impl Error {
    /// What the server said, if it said something.
    pub fn problem(&self) -> Option<&Problem> {
        match self {
            Self::Unauthenticated(problem)
            | Self::Forbidden(problem)
            | Self::NotFound(problem)
            | Self::Outdated(problem)
            | Self::Refused(problem)
            | Self::TryLater(problem)
            | Self::Other(problem) => Some(problem),
            Self::Io(_) => None,
        }
    }

    /// True if another attempt may succeed: the connection was lost, and not refused for its address or certificate.
    pub(crate) fn is_lost(&self) -> bool {
        matches!(self, Self::Io(error) if !matches!(error.kind(), ErrorKind::InvalidData | ErrorKind::InvalidInput))
    }
}

impl Display for Error {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self::Io(error) = self else {
            return f.write_str(self.problem().map_or("", |found| &found.document.detail));
        };
        error.fmt(f)
    }
}

impl std::error::Error for Error {}

impl From<Problem> for Error {
    fn from(problem: Problem) -> Error {
        match problem.status {
            401 => Error::Unauthenticated(problem),
            403 => Error::Forbidden(problem),
            404 => Error::NotFound(problem),
            409 => Error::Outdated(problem),
            422 => Error::Refused(problem),
            429 | 500.. => Error::TryLater(problem),
            _ => Error::Other(problem),
        }
    }
}

impl From<serde_json::Error> for Error {
    fn from(error: serde_json::Error) -> Error {
        Error::Io(error.into())
    }
}

impl From<ureq::Error> for Error {
    fn from(error: ureq::Error) -> Error {
        let is_wrong = matches!(error, ureq::Error::Http(_) | ureq::Error::BadUri(_) | ureq::Error::Rustls(_));
        Error::Io(if is_wrong { io::Error::new(ErrorKind::InvalidInput, error) } else { error.into_io() })
    }
}
