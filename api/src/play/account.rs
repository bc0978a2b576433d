//! The caller's own account: read, change, delete.

use super::caller::Caller;
use super::links;
use super::submit::{NewMove, submit};
use super::{Refusal, Result, names};
use crate::app::App;
use crate::category::Category;
use crate::db::people::{self, Changes, Person};
use crate::db::{self, Trouble};
use crate::ids::{SessionId, UserId};
use crate::token::Scope;

/// The caller as stored, and a connection to go on with. Refuses a caller whose account was deleted, or whose session has
/// ended, since the access token was made.
pub async fn present(app: &App, caller: &Caller) -> Result<(db::Pooled, Person)> {
    let mut connection = app.db.get().await?;
    let found = people::present(&mut connection, caller.user, caller.session, app.clock.now()).await?;
    let person = found.ok_or(Refusal::SignedOut)?;
    Ok((connection, person))
}

/// The changes to an account that its owner asks for; `None` leaves a field as it is.
#[derive(Default, Debug)]
pub struct Wishes {
    /// The unique name.
    pub handle: Option<String>,
    /// The name for people.
    pub name: Option<String>,
    /// The IANA name.
    pub time_zone: Option<String>,
    /// The preferences for letters about turns, matches and invitations.
    pub mail: [Option<bool>; 3],
}

/// Changes the caller's account.
pub async fn change(app: &App, caller: &Caller, wishes: &Wishes) -> Result<Person> {
    caller.may(Scope::AccountWrite)?;
    let handle = wishes.handle.as_deref().map(names::handle).transpose()?;
    let name = wishes.name.as_deref().map(|name| names::name("name", name)).transpose()?;
    let time_zone = wishes.time_zone.as_deref().map(names::time_zone).transpose()?;
    let [mail_turns, mail_matches, mail_invitations] = wishes.mail;
    let (mut connection, person) = present(app, caller).await?;
    let (handle, name) = (handle.as_deref(), name.as_deref());
    let changes = Changes { handle, name, time_zone, mail_turns, mail_matches, mail_invitations };
    match people::change(&mut connection, person.id, &changes).await {
        Ok(changed) => changed.ok_or(Refusal::SignedOut),
        Err(Trouble::Taken(_)) => Err(Refusal::Taken("handle", "Another player has this handle. Choose another one.")),
        Err(trouble) => Err(trouble.into()),
    }
}

/// Deletes the caller's account, and resigns in all running matches, so that the others need not wait.
pub async fn delete(app: &App, caller: &Caller) -> Result<()> {
    caller.needs_session()?;
    let (connection, person) = present(app, caller).await?;
    // A move takes a connection of its own; holding this one meanwhile could exhaust the pool.
    drop(connection);
    resign_everywhere(app, person.id).await?;
    let deleted = loop {
        let (handle, now) = (names::departed(), app.clock.now());
        let mut connection = app.db.get().await?;
        let work =
            async |connection: &mut db::Connection| db::deletion::delete(connection, person.id, &handle, now).await;
        match db::transaction(&mut connection, work).await {
            // Nothing was changed; try another random handle.
            Err(Trouble::Taken(constraint)) if constraint == "users_handle_key" => {}
            done => break done?,
        }
    };
    // A match may have started in between; now no more can.
    resign_everywhere(app, person.id).await?;
    if deleted { Ok(()) } else { Err(Refusal::SignedOut) }
}

/// Resigns in every running match of this person.
async fn resign_everywhere(app: &App, user: UserId) -> Result<()> {
    let held_up = db::deletion::held_up(&mut *app.db.get().await?, user).await?;
    for id in held_up {
        match submit(app, NewMove { id, user, text: "resign", turn: None }).await {
            Ok(_) => {}
            // A clock was faster; or the match is broken, and cannot be played on anyway.
            Err(why @ (Refusal::Rules(_) | Refusal::Broken(_))) => tracing::warn!(match_id = %id, %why, "not resigned"),
            Err(refusal) => return Err(refusal),
        }
    }
    Ok(())
}

/// Ends the caller's session.
pub async fn sign_out(app: &App, caller: &Caller) -> Result<()> {
    let session = caller.needs_session()?;
    let (mut connection, person) = present(app, caller).await?;
    db::sessions::end(&mut connection, session, person.id, app.clock.now()).await?;
    Ok(())
}

/// Ends a session of the caller.
pub async fn end_session(app: &App, caller: &Caller, session: SessionId) -> Result<()> {
    caller.needs_session()?;
    let (mut connection, person) = present(app, caller).await?;
    let ended = db::sessions::end(&mut connection, session, person.id, app.clock.now()).await?;
    if ended { Ok(()) } else { Err(Refusal::NotFound("session")) }
}

/// Stops a kind of letters with the token of a letter's link; returns the kind.
pub async fn unsubscribe(app: &App, token: &str) -> Result<Category> {
    let (user, kind) = links::open_unsubscribe(&app.secrets, token)?;
    let stopped = |one| (one == kind).then_some(false);
    let changes = Changes {
        mail_turns: stopped(Category::Turns),
        mail_matches: stopped(Category::Matches),
        mail_invitations: stopped(Category::Invitations),
        ..Changes::default()
    };
    let mut connection = app.db.get().await?;
    // A deleted account is not found; it gets no letters anyway.
    people::change(&mut connection, user, &changes).await?;
    Ok(kind)
}
