//! Grants: the tokens that clients of OAuth get for what people have allowed them, and their end.

use chrono::{DateTime, Duration, Utc};
use subtle::ConstantTimeEq;

use super::authorize::{joined, scopes};
use super::caller::Caller;
use super::oauth::{ErrorCode, OauthError, Parameters, Refused};
use super::{account, clients};
use crate::app::App;
use crate::db::clients::Client;
use crate::db::grants::{self, Coded, Pair, Renewed};
use crate::db::{self, Connection, people};
use crate::events::{Ended, Event};
use crate::ids::{GrantId, UserId};
use crate::play::telling::notices::{self, Done, Origin};
use crate::play::{Refusal, Result};
use crate::secrets::hash;
use crate::token::{APP_MINUTES, AppTokens, Scope};

/// The lifetime of a grant after the last refresh, in days.
const DAYS: i64 = 90;

/// Tokens for a client.
#[derive(Clone, Debug)]
pub struct Issued {
    /// The tokens.
    pub tokens: AppTokens,
    /// The lifetime of the access token, in seconds.
    pub seconds: i64,
    /// The scopes, as a parameter.
    pub scopes: String,
}

impl Issued {
    fn new(tokens: AppTokens, scopes: &[String], since: DateTime<Utc>, now: DateTime<Utc>) -> Issued {
        let seconds = (since + Duration::minutes(APP_MINUTES) - now).num_seconds();
        Issued { tokens, seconds, scopes: scopes.join(" ") }
    }
}

/// What became of a code.
enum Redeemed {
    Issued(Issued),
    /// It was used before. True if that has ended its grant.
    Twice(UserId, bool),
    Refused(&'static str),
}

/// Exchanges a code or a refresh token for tokens (RFC 6749, sections 4.1.3 and 6).
pub async fn exchange(app: &App, parameters: &Parameters, origin: &Origin) -> Result<Issued, Refused> {
    let client = client_of(app, parameters).await?;
    match parameters.required("grant_type")? {
        "authorization_code" => redeem(app, &client, parameters, origin).await,
        "refresh_token" => refresh(app, &client, parameters, origin).await,
        _ => {
            let words = "The parameter grant_type must be authorization_code or refresh_token.";
            Err(OauthError::new(ErrorCode::UnsupportedGrantType, words).into())
        }
    }
}

/// The client that sends a request.
async fn client_of(app: &App, parameters: &Parameters) -> Result<Client, Refused> {
    if parameters.optional("client_secret")?.is_some() || parameters.optional("client_assertion")?.is_some() {
        let words = "Clients of this server have no secret. Send client_id alone.";
        return Err(OauthError::new(ErrorCode::InvalidClient, words).into());
    }
    let found = clients::named(app, parameters.required("client_id")?).await?;
    Ok(found.ok_or_else(|| OauthError::new(ErrorCode::InvalidClient, "There is no client with this id."))?)
}

fn not_good(words: &'static str) -> Refused {
    OauthError::new(ErrorCode::InvalidGrant, words).into()
}

async fn redeem(app: &App, client: &Client, parameters: &Parameters, origin: &Origin) -> Result<Issued, Refused> {
    let code = hash(parameters.required("code")?);
    let (redirect, verifier) = (parameters.required("redirect_uri")?, parameters.required("code_verifier")?);
    let (now, tokens) = (app.clock.now(), AppTokens::first(&app.secrets));
    let work = async |connection: &mut Connection| {
        let found = grants::lock_code(connection, &code).await?;
        let Some(grant) = found else {
            return Ok(Redeemed::Refused("The code is unknown."));
        };
        if grant.begun_at.is_some() {
            let ended = grants::end(connection, grant.id, grant.user_id, now).await?;
            return Ok(Redeemed::Twice(grant.user_id, ended));
        }
        if let Some(why) = unfit(&grant, client, redirect, verifier, now) {
            return Ok(Redeemed::Refused(why));
        }
        let pair = Pair { refresh: &hash(&tokens.refresh), access: &hash(&tokens.access) };
        grants::begin(connection, grant.id, pair, now, now + Duration::days(DAYS)).await?;
        Ok::<_, Refusal>(Redeemed::Issued(Issued::new(tokens.clone(), &grant.scopes, now, now)))
    };
    let redeemed = db::transaction(&mut *app.db.get().await?, work).await?;
    match redeemed {
        Redeemed::Issued(issued) => Ok(issued),
        Redeemed::Refused(why) => Err(not_good(why)),
        Redeemed::Twice(user, ended) => {
            if ended {
                copied(app, user, client, origin, now).await?;
            }
            Err(not_good("The code was used before, so its access was revoked."))
        }
    }
}

/// The reason why a code that was not used yet is not good.
fn unfit(grant: &Coded, client: &Client, redirect: &str, verifier: &str, now: DateTime<Utc>) -> Option<&'static str> {
    // Of the verifier, the length and the characters were the client's to choose well (RFC 7636, section 4.1).
    let is_verifier = (43..=128).contains(&verifier.len())
        && verifier.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte));
    if grant.client_id != client.id {
        Some("The code is unknown.")
    } else if grant.ended_at.is_some() || grant.expires_at <= now {
        Some("The code has expired, or the user has revoked the access.")
    } else if grant.redirect != redirect {
        Some("The parameter redirect_uri differs from the one to which the code was sent.")
    } else if !is_verifier || !bool::from(hash(verifier).ct_eq(&grant.challenge)) {
        Some("The parameter code_verifier does not match the code_challenge.")
    } else {
        None
    }
}

async fn refresh(app: &App, client: &Client, parameters: &Parameters, origin: &Origin) -> Result<Issued, Refused> {
    let shown = parameters.required("refresh_token")?;
    let wanted = scopes(parameters)?.unwrap_or_default();
    // As for sessions: the same token always leads to the same next ones.
    let tokens = AppTokens::after(&app.secrets, shown);
    let pair = Pair { refresh: &hash(&tokens.refresh), access: &hash(&tokens.access) };
    let now = app.clock.now();
    let work = async |connection: &mut Connection| {
        let until = now + Duration::days(DAYS);
        let renewed = grants::refresh(connection, &hash(shown), client.id, pair, now, until).await?;
        let is_granted = |scope: &Scope| {
            renewed.as_ref().is_none_or(|renewed| renewed.scopes.iter().any(|name| name == scope.name()))
        };
        if !wanted.iter().all(is_granted) {
            // Undone: the refresh token stays good.
            let words = format!("A requested scope was not granted. Requested: {}.", joined(&wanted));
            return Err(OauthError::new(ErrorCode::InvalidScope, words).into());
        }
        Ok::<_, Refused>(renewed)
    };
    match db::transaction(&mut *app.db.get().await?, work).await? {
        Some(Renewed { user_id, stolen: true, .. }) => {
            copied(app, user_id, client, origin, now).await?;
            Err(not_good("The refresh token was used before, so its access was revoked."))
        }
        Some(Renewed { scopes, since, .. }) => Ok(Issued::new(tokens, &scopes, since, now)),
        None => Err(not_good("The refresh token is unknown, or its access has ended.")),
    }
}

/// Ends the streams of a grant that has ended because its code or refresh token came twice, and owes an email about it.
async fn copied(app: &App, user: UserId, client: &Client, origin: &Origin, now: DateTime<Utc>) -> Result<()> {
    tracing::warn!(user = %user.0, "a code or refresh token of an app was reused; revoked its access");
    app.hub.end(Ended::Tokens(user), now);
    // In a transaction of its own: a deletion locks the person before its grants.
    let work = async |connection: &mut Connection| {
        people::lock(connection, user).await?;
        notices::owe(connection, user, Done::AppReuse(&client.name), origin, now).await
    };
    db::transaction(&mut *app.db.get().await?, work).await?;
    app.hub.publish(Event::EmailOwed);
    Ok(())
}

/// Ends the grant of a refresh or access token of a client (RFC 7009). An unknown token is not an error.
pub async fn revoke(app: &App, parameters: &Parameters) -> Result<(), Refused> {
    let client = client_of(app, parameters).await?;
    let token = hash(parameters.required("token")?);
    let mut connection = app.db.get().await?;
    let Some(found) = grants::of_token(&mut connection, &token).await? else { return Ok(()) };
    if found.client_id != client.id {
        return Err(not_good("The token belongs to another client."));
    }
    if grants::end(&mut connection, found.grant_id, found.user_id, app.clock.now()).await? {
        app.hub.end(Ended::Tokens(found.user_id), app.clock.now());
    }
    Ok(())
}

/// Ends a grant of the caller.
pub async fn end(app: &App, caller: &Caller, id: GrantId) -> Result<()> {
    caller.needs_session()?;
    let (mut connection, person) = account::present(app, caller).await?;
    if !grants::end(&mut connection, id, person.id, app.clock.now()).await? {
        return Err(Refusal::NotFound("app with access"));
    }
    app.hub.end(Ended::Tokens(person.id), app.clock.now());
    Ok(())
}
