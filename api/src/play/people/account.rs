//! The caller's own account.

use chrono::{DateTime, Utc};

use super::caller::Caller;
use super::challenges::Challenges;
use super::{handles, names};
use crate::app::App;
use crate::category::Category;
use crate::db;
use crate::db::people::{self, Changes, Person};
use crate::events::{Ended, Event};
use crate::ids::{SessionId, UserId};
use crate::play::telling::links;
use crate::play::telling::{brief, digest};
use crate::play::{EmailLength, Refusal, Result};
use crate::token::Scope;

/// The caller as stored, and a connection to continue with. Refuses a caller whose account was deleted, or whose session has
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
    /// The preferences for emails about turns, matches and invitations, and for the digest.
    pub mail: [Option<bool>; 4],
    /// The preference for notes of others.
    pub notes: Option<bool>,
    /// Whether others may know when the caller was last here.
    pub shows_seen: Option<bool>,
    /// Whether lists and the profile show the caller's ratings.
    pub shows_rating: Option<bool>,
    /// Whether a program plays the account.
    pub is_bot: Option<bool>,
    /// The length of emails about turns.
    pub email_length: Option<EmailLength>,
    /// The challenges that a bot accepts.
    pub challenges: Option<Challenges>,
}

/// Changes the caller's account.
pub async fn change(app: &App, caller: &Caller, wishes: &Wishes) -> Result<Person> {
    change_if(app, caller, wishes, &|_| true).await
}

/// The same, unless the account is in another state than the caller knows.
pub async fn change_if(
    app: &App,
    caller: &Caller,
    wishes: &Wishes,
    is_known: &(dyn Fn(&Person) -> bool + Sync),
) -> Result<Person> {
    caller.may(Scope::AccountWrite)?;
    let handle = wishes.handle.as_deref().map(names::handle).transpose()?;
    let name = wishes.name.as_deref().map(|name| names::name("name", name)).transpose()?;
    let time_zone = wishes.time_zone.as_deref().map(names::time_zone).transpose()?;
    let [mail_turns, mail_matches, mail_invitations, mail_digest] = wishes.mail;
    let (mut connection, person) = present(app, caller).await?;
    // What a person had before it was reserved is kept as it is.
    if let Some(handle) = handle.as_deref().filter(|handle| *handle != person.handle) {
        names::own_handle(handle)?;
    }
    if let Some(name) = name.as_deref().filter(|name| *name != person.name) {
        names::own_name("name", name)?;
    }
    if person.owner.is_some() {
        if wishes.is_bot == Some(false) {
            return Err(Refusal::Field("bot", "The account was created for a bot and remains one.".to_owned()));
        }
        if wishes.mail.contains(&Some(true)) {
            return Err(Refusal::Field("mail", "A bot has no email address and gets no emails.".to_owned()));
        }
    }
    let challenges = wishes.challenges.as_ref().map(Challenges::to_store).transpose()?;
    if challenges.as_deref().is_some_and(|some| !some.is_empty()) && !wishes.is_bot.unwrap_or(person.is_bot) {
        let why = "Only an account that a program plays accepts challenges: set `bot` to true.";
        return Err(Refusal::Field("challenges", why.to_owned()));
    }
    let (handle, name) = (handle.as_deref(), name.as_deref());
    let (notes, shows_seen) = (wishes.notes, wishes.shows_seen);
    // The time of the digest depends on the zone.
    let digest_at = Some(digest::next(app.clock.now(), brief::zone(time_zone.unwrap_or(&person.time_zone))));
    let digest_at = digest_at.filter(|_| mail_digest.is_some() || time_zone.is_some());
    let skeleton = handle.map(names::skeleton);
    let changes = Changes {
        // One that is kept as it is must not be refused for looking like an older one.
        handle: handle.filter(|handle| *handle != person.handle),
        skeleton: skeleton.as_deref().filter(|_| handle.is_some_and(|handle| handle != person.handle)),
        name,
        time_zone,
        mail_turns,
        mail_matches,
        mail_invitations,
        mail_digest,
        digest_at,
        notes,
        shows_seen,
        shows_rating: wishes.shows_rating,
        is_bot: wishes.is_bot,
        email_length: wishes.email_length,
        challenges: challenges.as_deref(),
    };
    let work = async |connection: &mut db::Connection| {
        people::lock(connection, person.id).await?;
        let before = people::person(connection, person.id).await?.ok_or(Refusal::SignedOut)?;
        if !is_known(&before) {
            return Err(Refusal::Changed);
        }
        let changed = people::change(connection, person.id, &changes).await?.ok_or(Refusal::SignedOut)?;
        if let Some(handle) = changes.handle {
            handles::change(app, connection, &before, handle, app.clock.now()).await?;
        }
        Ok(changed)
    };
    let done = db::transaction(&mut connection, work).await;
    // Each of them names the players.
    app.kept.forget_all();
    match done {
        Err(Refusal::Database(trouble)) if trouble.is_handle_taken() => Err(handles::taken()),
        done => done,
    }
}

/// Ends the caller's session.
pub async fn sign_out(app: &App, caller: &Caller) -> Result<()> {
    let session = caller.needs_session()?;
    let (mut connection, person) = present(app, caller).await?;
    db::sessions::end(&mut connection, session, person.id, app.clock.now()).await?;
    app.hub.end(Ended::Session(person.id, session), app.clock.now());
    Ok(())
}

/// Ends a session of the caller.
pub async fn end_session(app: &App, caller: &Caller, session: SessionId) -> Result<()> {
    caller.needs_session()?;
    let (mut connection, person) = present(app, caller).await?;
    if !db::sessions::end(&mut connection, session, person.id, app.clock.now()).await? {
        // It may be the session of another person.
        return Err(Refusal::NotFound("session"));
    }
    app.hub.end(Ended::Session(person.id, session), app.clock.now());
    Ok(())
}

/// Ends every session of the caller, this one too, takes back the access of every app, and gives the calendar another address.
pub async fn end_all_sessions(app: &App, caller: &Caller) -> Result<()> {
    caller.needs_session()?;
    let (mut connection, person) = present(app, caller).await?;
    let now = app.clock.now();
    let work = async |connection: &mut db::Connection| {
        db::grants::end_all(connection, person.id, now).await?;
        people::renew_calendar(connection, person.id).await?;
        Ok::<_, Refusal>(db::sessions::end_all(connection, person.id, now).await?)
    };
    for session in db::transaction(&mut connection, work).await? {
        app.hub.end(Ended::Session(person.id, session), now);
    }
    // Personal tokens stay, but their streams cannot be told from those of apps: they connect again.
    app.hub.end(Ended::Tokens(person.id), now);
    Ok(())
}

/// A kind of emails that the token of a link names, and whether its reader gets them. A deleted account gets none.
pub async fn emails_of_link(app: &App, token: &str) -> Result<(Category, bool)> {
    let (user, kind) = links::open_unsubscribe(&app.secrets, token)?;
    let person = people::person(&mut *app.db.get().await?, user).await?;
    Ok((kind, person.is_some_and(|person| wants(&person, kind))))
}

/// Unsubscribes from a category of emails with the token of an email's link, or subscribes again; returns the kind.
pub async fn change_by_link(app: &App, token: &str, wanted: bool) -> Result<Category> {
    let (user, kind) = links::open_unsubscribe(&app.secrets, token)?;
    let now = app.clock.now();
    let work = async |connection: &mut db::Connection| want_emails(connection, user, kind, wanted, now).await;
    db::transaction(&mut *app.db.get().await?, work).await?;
    app.hub.publish(Event::EmailOwed);
    Ok(kind)
}

/// Returns whether a person wants emails of a category.
pub fn wants(person: &Person, category: Category) -> bool {
    match category {
        Category::Turns => person.mail_turns,
        Category::Matches => person.mail_matches,
        Category::Invitations => person.mail_invitations,
        Category::Digest => person.digest_at.is_some(),
    }
}

/// Unsubscribes from a category of emails or subscribes again, in a transaction. One last email tells of the stop, and how to undo it.
pub async fn want_emails(
    connection: &mut db::Connection,
    user: UserId,
    kind: Category,
    wanted: bool,
    now: DateTime<Utc>,
) -> Result<()> {
    if set_emails(connection, user, kind, wanted, now).await? && !wanted {
        db::emails::owe_emails_off(connection, user, kind, now).await?;
    }
    Ok(())
}

/// Stops a kind of emails, in a transaction, without an email about it.
pub(in crate::play) async fn stop_emails(
    connection: &mut db::Connection,
    user: UserId,
    kind: Category,
    now: DateTime<Utc>,
) -> Result<()> {
    set_emails(connection, user, kind, false, now).await.map(drop)
}

/// Returns whether that is a change.
async fn set_emails(
    connection: &mut db::Connection,
    user: UserId,
    kind: Category,
    wanted: bool,
    now: DateTime<Utc>,
) -> Result<bool> {
    // Of two stops at once, the later one finds the emails off.
    people::lock(connection, user).await?;
    // A deleted account gets no emails anyway.
    let Some(person) = people::person(connection, user).await?.filter(|person| !person.deleted) else {
        return Ok(false);
    };
    if wants(&person, kind) == wanted {
        return Ok(false);
    }
    let mut changes = Changes::default();
    match kind {
        Category::Turns => changes.mail_turns = Some(wanted),
        Category::Matches => changes.mail_matches = Some(wanted),
        Category::Invitations => changes.mail_invitations = Some(wanted),
        Category::Digest => {
            changes.mail_digest = Some(wanted);
            changes.digest_at = Some(digest::next(now, brief::zone(&person.time_zone)));
        }
    }
    people::change(connection, user, &changes).await?;
    Ok(true)
}
