//! Personal access tokens: create and revoke.

use chrono::{DateTime, Duration, Utc};

use super::caller::Caller;
use super::notices::{self, Done, Origin};
use super::{Refusal, Result, account, names, proof};
use crate::app::App;
use crate::db::personal_tokens::{self, NewToken};
use crate::db::{self, Connection, people};
use crate::events::{Ended, Event};
use crate::ids::TokenId;
use crate::secrets::hash;
use crate::token::{self, Scope};

/// The maximum number of valid tokens of an account.
const MOST: i64 = 100;
/// The default lifetime of a token, in days.
pub const USUAL_DAYS: u16 = 90;
/// The maximum lifetime of a token, in days.
const MOST_DAYS: u16 = 366;

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
    /// The time at which it was made.
    pub created_at: DateTime<Utc>,
    /// The time at which it expires.
    pub expires_at: DateTime<Utc>,
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
    let mut scopes = scopes.to_vec();
    scopes.sort_unstable();
    scopes.dedup();
    if scopes.is_empty() {
        let known = Scope::ALL.map(Scope::name).join(", ");
        return Err(Refusal::Field("scopes", format!("Expected at least one scope; there is: {known}.")));
    }
    let days = days.unwrap_or(USUAL_DAYS);
    if !(1..=MOST_DAYS).contains(&days) {
        let detail = format!("Expected 1 to {MOST_DAYS} days; {USUAL_DAYS} if you leave it out.");
        return Err(Refusal::Field("expires_in_days", detail));
    }
    let (mut connection, person) = account::present(app, caller).await?;
    proof::needed(app, &mut connection, caller).await?;
    let now = app.clock.now();
    let (token, expires_at) = (token::opaque(token::PERSONAL_PREFIX), now + Duration::days(days.into()));
    let named: Vec<&str> = scopes.iter().map(|scope| scope.name()).collect();
    let new = NewToken { user: person.id, name: &name, hash: &hash(&token), scopes: &named, now, expires_at };
    let work = async |connection: &mut Connection| {
        // Of two tokens at once, the later one counts the earlier one.
        people::lock(connection, person.id).await?;
        let made = personal_tokens::create(connection, new, MOST).await?;
        if made.is_some() {
            notices::owe(connection, person.id, Done::NewToken(&name), origin, now).await?;
        }
        Ok::<_, Refusal>(made)
    };
    let made = db::transaction(&mut connection, work).await?;
    let full = || Refusal::Conflict(format!("You have {MOST} tokens, which is the most. Revoke one first."));
    let id = made.ok_or_else(full)?;
    app.hub.publish(Event::LetterOwed);
    Ok(Made { id, name, token, scopes, created_at: now, expires_at })
}

/// Revokes a token.
pub async fn revoke(app: &App, caller: &Caller, id: TokenId) -> Result<()> {
    caller.needs_session()?;
    let (mut connection, person) = account::present(app, caller).await?;
    let revoked = personal_tokens::revoke(&mut connection, id, person.id, app.clock.now()).await?;
    app.hub.end(Ended::Tokens(person.id), app.clock.now());
    if revoked { Ok(()) } else { Err(Refusal::NotFound("token")) }
}
