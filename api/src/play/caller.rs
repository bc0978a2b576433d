//! The person who asks for a decision, and what the token they came with allows.

use crate::ids::{SessionId, UserId};

use crate::http::problem::{Kind, Problem};
use crate::token::Scope;

/// A person who is signed in, or a program with a token of that person.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The person.
    pub user: UserId,
    /// The session; `None` for a personal access token.
    pub session: Option<SessionId>,
    /// The scopes of a personal access token; `None` for a session, which nothing limits.
    pub scopes: Option<Vec<Scope>>,
}

impl Caller {
    /// Refuses a personal access token without this scope.
    pub fn may(&self, scope: Scope) -> Result<(), Problem> {
        match &self.scopes {
            Some(scopes) if !scopes.contains(&scope) => Err(Problem::new(
                Kind::SCOPE_MISSING,
                format!("This needs a token with the scope {}, or a session.", scope.name()),
            )
            .with("scope", scope.name())),
            _ => Ok(()),
        }
    }

    /// The session; personal access tokens are refused.
    pub fn needs_session(&self) -> Result<SessionId, Problem> {
        self.session.ok_or_else(|| {
            Problem::new(Kind::SCOPE_MISSING, "No personal access token may do this; sign in.").with("scope", "session")
        })
    }
}
