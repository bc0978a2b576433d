//! Personal access tokens: create and revoke.

use chrono::{DateTime, Duration, Utc};

use super::caller::Caller;
use super::{account, names, proof};
use crate::app::App;
use crate::db::personal_tokens::{self, NewToken};
use crate::db::{self, Connection, people};
use crate::events::{Ended, Event};
use crate::ids::{TokenId, UserId};
use crate::play::telling::notices::{self, Done, Origin};
use crate::play::{Refusal, Result};
use crate::secrets::hash;
use crate::token::{self, Scope};

/// The maximum number of valid tokens of an account.
const MAX: i64 = 100;
/// The default lifetime of a token, in days.
pub const USUAL_DAYS: u16 = 90;
/// The maximum lifetime of a token, in days.
const MAX_DAYS: u16 = 366;

/// A new token.
#[derive(Clone, Debug)]
pub struct Made {
    /// The id.
    pub id: TokenId,
    /// The name that its owner chose.
    pub name: String,
    /// The token itself, which is not shown again.
    pub token: String,
    /// Its scopes.
    pub scopes: Vec<Scope>,
    /// The time of creation.
    pub created_at: DateTime<Utc>,
    /// The time at which it expires.
    pub expires_at: DateTime<Utc>,
}

/// What a new token allows, and for how long.
pub(in crate::play) struct Rights {
    scopes: Vec<Scope>,
    lifetime: Duration,
}

/// Makes a token.
pub async fn create(
    app: &App,
    caller: &Caller,
    origin: &Origin,
    name: &str,
    scopes: &[Scope],
    days: Option<u16>,
) -> Result<Made> {
    caller.needs_session()?;
    let name = names::name("name", name)?;
    let rights = rights(scopes, days)?;
    let (mut connection, person) = account::present(app, caller).await?;
    proof::needed(app, &mut connection, caller).await?;
    let now = app.clock.now();
    let work = async |connection: &mut Connection| {
        // Of two tokens at once, the later one counts the earlier one.
        people::lock(connection, person.id).await?;
        let made = make(connection, person.id, &name, &rights, now).await?;
        notices::owe(connection, person.id, Done::NewToken(&name), origin, now).await?;
        Ok::<_, Refusal>(made)
    };
    let made = db::transaction(&mut connection, work).await?;
    app.hub.publish(Event::EmailOwed);
    Ok(made)
}

/// Reads the scopes and the lifetime in days of a new token.
pub(in crate::play) fn rights(scopes: &[Scope], days: Option<u16>) -> Result<Rights> {
    let mut scopes = scopes.to_vec();
    scopes.sort_unstable();
    scopes.dedup();
    if scopes.is_empty() {
        let known = Scope::ALL.map(Scope::name).join(", ");
        return Err(Refusal::Field("scopes", format!("Expected at least one scope of {known}.")));
    }
    let days = days.unwrap_or(USUAL_DAYS);
    if !(1..=MAX_DAYS).contains(&days) {
        let detail = format!("Expected 1 to {MAX_DAYS} days. Default: {USUAL_DAYS}.");
        return Err(Refusal::Field("expires_in_days", detail));
    }
    Ok(Rights { scopes, lifetime: Duration::days(days.into()) })
}

/// Makes a token for this account, in a transaction in which the account is locked.
pub(in crate::play) async fn make(
    connection: &mut Connection,
    user: UserId,
    name: &str,
    rights: &Rights,
    now: DateTime<Utc>,
) -> Result<Made> {
    let Rights { scopes, lifetime } = rights;
    let (token, expires_at) = (token::opaque(token::PERSONAL_PREFIX), now + *lifetime);
    let named: Vec<&str> = scopes.iter().map(|scope| scope.name()).collect();
    let new = NewToken { user, name, hash: &hash(&token), scopes: &named, now, expires_at };
    let full = || Refusal::Conflict(format!("You already have {MAX} tokens, the maximum. Revoke one first."));
    let id = personal_tokens::create(connection, new, MAX).await?.ok_or_else(full)?;
    Ok(Made { id, name: name.to_owned(), token, scopes: scopes.clone(), created_at: now, expires_at })
}

/// Revokes a token.
pub async fn revoke(app: &App, caller: &Caller, id: TokenId) -> Result<()> {
    caller.needs_session()?;
    let (mut connection, person) = account::present(app, caller).await?;
    let revoked = personal_tokens::revoke(&mut connection, id, person.id, app.clock.now()).await?;
    app.hub.end(Ended::Tokens(person.id), app.clock.now());
    if revoked { Ok(()) } else { Err(Refusal::NotFound("token")) }
}
