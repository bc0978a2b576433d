//! The person who asks for a decision, and what the token of the request allows.

use chrono::Duration;

use super::sign_in::SESSION_DAYS;
use crate::app::App;
use crate::db::people::TokenUse;
use crate::db::{self, sessions};
use crate::ids::{SessionId, UserId};
use crate::limits::{Asker, Program};
use crate::play::{Refusal, Result, here};
use crate::token::{self, Bearer, Scope};

/// A person who is signed in, or a program with a token of that person.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The person.
    pub user: UserId,
    /// The session; `None` for a personal access token or an app.
    pub session: Option<SessionId>,
    /// The scopes of a personal access token or an app; `None` for a session, which nothing limits.
    pub scopes: Option<Vec<Scope>>,
    /// The sender as limits count it.
    pub asker: Asker,
    /// True for a guest, who may play own matches against the computer and nothing else.
    pub is_guest: bool,
}

impl Caller {
    /// The caller of an access token; `None` if the token is invalid or expired, or its session has ended.
    pub fn of_access_token(app: &App, token: &str) -> Option<Caller> {
        let bearer = token::read_access(&app.secrets, &app.verified, token, app.clock.now())?;
        Caller::of_session(app, bearer)
    }

    /// The caller of a session; `None` if it has ended within the lifetime of an access token.
    pub fn of_session(app: &App, bearer: Bearer) -> Option<Caller> {
        let Bearer { user, session, is_guest } = bearer;
        let caller = Caller { user, session: Some(session), scopes: None, asker: Asker::Account(user), is_guest };
        (!app.hub.ended.contains(bearer.user, bearer.session)).then_some(caller)
    }

    /// The caller of a session whose cookie has to be renewed, which prolongs the session; `None` if it has ended.
    pub async fn of_old_cookie(app: &App, bearer: Bearer) -> Result<Option<Caller>> {
        let mut connection = app.db.get().await?;
        let now = app.clock.now();
        let until = now + Duration::days(SESSION_DAYS);
        let goes_on = sessions::prolong(&mut connection, bearer.session, bearer.user, now, until).await?;
        if goes_on {
            here::note_seen(&mut connection, bearer.user, now).await;
        }
        Ok(Caller::of_session(app, bearer).filter(|_| goes_on))
    }

    /// The caller of the personal access token with this hash, whose use is recorded; `None` if the token is unknown, expired or revoked.
    pub async fn of_personal_token(app: &App, hash: &[u8; 32]) -> Result<Option<Caller>> {
        let mut connection = app.db.get().await?;
        let found = db::people::use_personal_token(&mut connection, hash, app.clock.now()).await?;
        Ok(found.as_ref().map(Caller::of_program))
    }

    /// The caller of the access token of an app with this hash, whose use is recorded; `None` if the token is unknown or expired, or its
    /// grant has ended.
    pub async fn of_app_token(app: &App, hash: &[u8; 32]) -> Result<Option<Caller>> {
        let mut connection = app.db.get().await?;
        let now = app.clock.now();
        let since = now - Duration::minutes(token::APP_MINUTES);
        let found = db::grants::use_access(&mut connection, hash, since, now).await?;
        Ok(found.as_ref().map(Caller::of_program))
    }

    /// The owner of an account, who has proved by a message to read its mail.
    pub fn by_mail(user: UserId) -> Caller {
        Caller { user, session: None, scopes: None, asker: Asker::Account(user), is_guest: false }
    }

    fn of_program(row: &TokenUse) -> Caller {
        let asker = Asker::Program(Program { of: row.responsible, token: row.id });
        Caller {
            user: row.user_id,
            session: None,
            scopes: Some(Scope::from_names(&row.scopes)),
            asker,
            is_guest: false,
        }
    }

    /// Refuses a personal access token or an app without this scope.
    pub fn may(&self, scope: Scope) -> Result<()> {
        match &self.scopes {
            Some(scopes) if !scopes.contains(&scope) => Err(Refusal::ScopeMissing(scope)),
            _ => Ok(()),
        }
    }

    /// The session; personal access tokens and apps are refused.
    pub fn needs_session(&self) -> Result<SessionId> {
        self.session.ok_or(Refusal::SessionNeeded)
    }
}
