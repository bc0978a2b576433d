//! Clients of OAuth: programs that people register, so that others can give them access.

use super::caller::Caller;
use super::{account, names, redirects};
use crate::app::App;
use crate::db::clients::{self, Client};
use crate::db::{self, Connection, people};
use crate::events::Ended;
use crate::ids::{ClientId, UserId};
use crate::play::{Refusal, Result};

/// The maximum number of clients of a person.
pub const MAX: i64 = 10;
/// The maximum number of addresses of a client.
pub const MAX_REDIRECTS: usize = 10;

/// Registers a client of the caller; returns it.
pub async fn create(app: &App, caller: &Caller, name: &str, redirects: &[String]) -> Result<Client> {
    caller.needs_session()?;
    let name = names::own_name("name", name)?;
    if redirects.is_empty() || redirects.len() > MAX_REDIRECTS {
        return Err(Refusal::Field("redirect_uris", format!("Expected 1 to {MAX_REDIRECTS} redirect URIs.")));
    }
    for (at, redirect) in redirects.iter().enumerate() {
        redirects::check(redirect)
            .map_err(|why| Refusal::Field("redirect_uris", format!("Redirect URI {}: {why}", at + 1)))?;
    }
    let (mut connection, person) = account::present(app, caller).await?;
    let (id, created_at) = (ClientId::new(), app.clock.now());
    let work = async |connection: &mut Connection| {
        people::lock(connection, person.id).await?;
        Ok::<_, Refusal>(clients::create(connection, (id, person.id), (&name, redirects), created_at, MAX).await?)
    };
    if !db::transaction(&mut connection, work).await? {
        return Err(Refusal::Conflict(format!("You already have {MAX} apps, the maximum. Remove one first.")));
    }
    Ok(Client { id, name, redirects: redirects.to_vec(), created_at, author: person.handle })
}

/// The client with the id that a request names, if it is known.
pub(in crate::play) async fn named(app: &App, id: &str) -> Result<Option<Client>> {
    let Ok(id) = id.parse::<ClientId>() else { return Ok(None) };
    Ok(clients::find(&mut *app.db.get().await?, id).await?)
}

/// The clients of the caller, the newest first.
pub async fn list(app: &App, caller: &Caller) -> Result<Vec<Client>> {
    caller.needs_session()?;
    let (mut connection, person) = account::present(app, caller).await?;
    Ok(clients::list(&mut connection, person.id).await?)
}

/// Removes a client of the caller. What people have allowed it ends.
pub async fn delete(app: &App, caller: &Caller, id: ClientId) -> Result<()> {
    caller.needs_session()?;
    let (mut connection, person) = account::present(app, caller).await?;
    let now = app.clock.now();
    let work =
        async |connection: &mut Connection| Ok::<_, Refusal>(clients::delete(connection, id, person.id, now).await?);
    let holders = db::transaction(&mut connection, work).await?.ok_or(Refusal::NotFound("app"))?;
    tell(app, holders);
    Ok(())
}

/// Ends the streams of programs of these people, whose grants to a client have ended.
pub(in crate::play) fn tell(app: &App, holders: Vec<UserId>) {
    for holder in holders {
        app.hub.end(Ended::Tokens(holder), app.clock.now());
    }
}
