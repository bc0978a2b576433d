//! Bots: accounts of their own for programs, owned by people. A bot is used by its token alone.

use chrono::{DateTime, Utc};

use super::caller::Caller;
use super::personal_tokens::{self, Made, Rights};
use super::{account, handles, leaving, names, proof};
use crate::app::App;
use crate::db::bots::{self, Bot, OpenBotRow};
use crate::db::people::Person;
use crate::db::sign_ins::Newcomer;
use crate::db::{self, Connection, people};
use crate::events::{Ended, Event};
use crate::ids::UserId;
use crate::play::telling::notices::{self, Done, Origin};
use crate::play::{Refusal, Result};
use crate::token::Scope;

/// The maximum number of bots of a person; those that were deleted count for a day.
pub const MAX: i64 = 10;

/// The token of a bot as its owner wishes it.
#[derive(Clone, Copy, Debug)]
pub struct TokenWish<'a> {
    /// The scopes.
    pub scopes: &'a [Scope],
    /// The number of days until it expires, if the owner names one.
    pub days: Option<u16>,
}

/// Makes a bot of the caller, and its token.
pub async fn create(
    app: &App,
    caller: &Caller,
    origin: &Origin,
    (handle, name): (&str, &str),
    wish: TokenWish<'_>,
) -> Result<(Bot, Made)> {
    caller.needs_session()?;
    let (handle, name) = (names::own_handle(handle)?, names::own_name("name", name)?);
    let rights = personal_tokens::rights(wish.scopes, wish.days)?;
    let (mut connection, person) = account::present(app, caller).await?;
    proof::needed(app, &mut connection, caller).await?;
    let now = app.clock.now();
    let (id, skeleton) = (UserId::new(), names::skeleton(&handle));
    let new = Newcomer { id, handle: &handle, skeleton: &skeleton, name: &name };
    let work = async |connection: &mut Connection| {
        people::lock(connection, person.id).await?;
        if !bots::create(connection, new, person.id, now, MAX).await? {
            let why = format!(
                "You already have {MAX} bots, the maximum. Delete one first. A deleted bot still counts during the \
                 first day after its creation."
            );
            return Err(Refusal::Conflict(why));
        }
        let bot = people::person(connection, id).await?.ok_or(Refusal::NotFound("bot"))?;
        handles::refuse_kept(app, connection, &bot, &skeleton, now).await?;
        give_token(connection, (person.id, &bot), &rights, origin, now).await
    };
    let made = match db::transaction(&mut connection, work).await {
        Err(Refusal::Database(trouble)) if trouble.is_handle_taken() => return Err(handles::taken()),
        made => made?,
    };
    app.hub.publish(Event::EmailOwed);
    Ok((Bot { id, handle, name, created_at: now }, made))
}

/// Makes the token of a bot, and owes its owner the email about it.
async fn give_token(
    connection: &mut Connection,
    (owner, bot): (UserId, &Person),
    rights: &Rights,
    origin: &Origin,
    now: DateTime<Utc>,
) -> Result<Made> {
    let made = personal_tokens::make(connection, bot.id, &bot.name, rights, now).await?;
    notices::owe(connection, owner, Done::NewToken(&bot.name), origin, now).await?;
    Ok(made)
}

/// Makes a new token for a bot of the caller. The token before ends.
pub async fn renew(app: &App, caller: &Caller, origin: &Origin, id: UserId, wish: TokenWish<'_>) -> Result<Made> {
    caller.needs_session()?;
    let rights = personal_tokens::rights(wish.scopes, wish.days)?;
    let (mut connection, person) = account::present(app, caller).await?;
    let now = app.clock.now();
    // Before the code is asked for: the bot of another person is unknown in any case.
    own(&mut connection, person.id, id).await?;
    proof::needed(app, &mut connection, caller).await?;
    let work = async |connection: &mut Connection| {
        people::lock(connection, person.id).await?;
        people::lock(connection, id).await?;
        let bot = own(connection, person.id, id).await?;
        if bot.blocked {
            return Err(Refusal::Conflict("The host of this server has blocked this bot.".to_owned()));
        }
        bots::end_tokens(connection, id, now).await?;
        give_token(connection, (person.id, &bot), &rights, origin, now).await
    };
    let made = db::transaction(&mut connection, work).await?;
    app.hub.end(Ended::Tokens(id), now);
    app.hub.publish(Event::EmailOwed);
    Ok(made)
}

/// The account of a bot of this owner.
async fn own(connection: &mut Connection, owner: UserId, id: UserId) -> Result<Person> {
    let found = people::person(connection, id).await?;
    found.filter(|bot| bot.owner == Some(owner) && !bot.deleted).ok_or(Refusal::NotFound("bot"))
}

/// The bots of the caller, the newest first.
pub async fn list(app: &App, caller: &Caller) -> Result<Vec<Bot>> {
    caller.needs_session()?;
    let (mut connection, person) = account::present(app, caller).await?;
    Ok(bots::list(&mut connection, person.id).await?)
}

/// Deletes a bot of the caller, which resigns in all running matches.
pub async fn delete(app: &App, caller: &Caller, origin: &Origin, id: UserId) -> Result<()> {
    caller.needs_session()?;
    let (mut connection, person) = account::present(app, caller).await?;
    own(&mut connection, person.id, id).await?;
    // A move takes a connection of its own; holding this one meanwhile could exhaust the pool.
    drop(connection);
    if leaving::close(app, id, origin).await? { Ok(()) } else { Err(Refusal::NotFound("bot")) }
}

/// Deletes the bots of a person.
pub(in crate::play) async fn delete_all(app: &App, owner: UserId, origin: &Origin) -> Result<()> {
    let all = bots::list(&mut *app.db.get().await?, owner).await?;
    for bot in all {
        leaving::close(app, bot.id, origin).await?;
    }
    Ok(())
}

/// The bots that accept challenges, to this game if one is named, the newest first, below this id.
pub async fn open(app: &App, before: UserId, max: i64, game: Option<&str>) -> Result<Vec<OpenBotRow>> {
    Ok(bots::open(&mut *app.db.get().await?, before, max, game).await?)
}

/// The handle of the person who owns an account, if it is that of a bot.
pub async fn owner(app: &App, person: &Person) -> Result<Option<String>> {
    let Some(owner) = person.owner else { return Ok(None) };
    Ok(people::person(&mut *app.db.get().await?, owner).await?.map(|owner| owner.handle))
}
