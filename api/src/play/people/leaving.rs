//! The end of an account.

use engine::ChoiceKind;

use super::account::present;
use super::caller::Caller;
use super::{bots, clients, handles, names, proof, vacations};
use crate::app::App;
use crate::db::people;
use crate::db::{self, Trouble};
use crate::events::{Ended, Event};
use crate::ids::UserId;
use crate::limits::Asker;
use crate::play::game::submit::{NewMove, submit};
use crate::play::telling::news;
use crate::play::telling::notices::{self, Done, Origin};
use crate::play::{Refusal, Result};

/// Deletes the caller's account and those of the caller's bots, and resigns in all running matches, so that the others need not wait.
pub async fn delete(app: &App, caller: &Caller, origin: &Origin) -> Result<()> {
    caller.needs_session()?;
    let (mut connection, person) = present(app, caller).await?;
    proof::needed(app, &mut connection, caller).await?;
    // A move takes a connection of its own; holding this one meanwhile could exhaust the pool.
    drop(connection);
    bots::delete_all(app, person.id, origin).await?;
    let closed = close(app, person.id, origin).await?;
    // One may have been made in between; now no more can.
    bots::delete_all(app, person.id, origin).await?;
    if closed { Ok(()) } else { Err(Refusal::SignedOut) }
}

/// The same for the owner of an account who has said so twice by mail.
pub async fn delete_by_mail(app: &App, user: UserId) -> Result<()> {
    let origin = Origin { client: "Email".to_owned(), from: Asker::Account(user) };
    bots::delete_all(app, user, &origin).await?;
    close(app, user, &origin).await?;
    bots::delete_all(app, user, &origin).await
}

/// Ends an account; `false` if it is deleted already.
pub(in crate::play) async fn close(app: &App, user: UserId, origin: &Origin) -> Result<bool> {
    resign_everywhere(app, user).await?;
    let (left, holders) = loop {
        let (handle, now) = (names::departed(), app.clock.now());
        let mut connection = app.db.get().await?;
        let work = async |connection: &mut db::Connection| {
            vacations::forget(connection, user, now).await?;
            db::grants::end_all(connection, user, now).await?;
            let holders = db::clients::delete_all(connection, user, now).await?;
            // As it is now that it is locked: the email goes to the address that the account has at its end.
            let last = people::person(connection, user).await?;
            let names = (handle.as_str(), names::skeleton(&handle));
            let left = db::deletion::delete(connection, user, (names.0, &names.1), now).await?;
            if left.is_some()
                && let Some(last) = &last
            {
                handles::deleted(app, connection, last, now).await?;
                if let Some(address) = &last.address {
                    notices::owe(connection, user, Done::Deleted(&last.handle, address), origin, now).await?;
                }
            }
            Ok((left, holders))
        };
        match db::transaction(&mut connection, work).await {
            // Nothing was changed; try another random handle.
            Err(Refusal::Database(trouble)) if trouble.is_handle_taken() => {}
            // A person who joins a match, or a match that starts, was first.
            Err(Refusal::Database(Trouble::Deadlock(_))) => {}
            done => break done?,
        }
    };
    app.kept.forget_all();
    app.hub.end(Ended::Account(user), app.clock.now());
    clients::tell(app, holders);
    app.hub.publish(Event::EmailOwed);
    news::left(app, left.as_deref().unwrap_or_default()).await;
    db::incoming::erase_of(&mut *app.db.get().await?, user).await?;
    // A match may have started in between; now no more can.
    resign_everywhere(app, user).await?;
    Ok(left.is_some())
}

/// Resigns in every running match of this person.
async fn resign_everywhere(app: &App, user: UserId) -> Result<()> {
    let held_up = db::deletion::held_up(&mut *app.db.get().await?, user).await?;
    for id in held_up {
        match submit(
            app,
            NewMove { id, user, text: ChoiceKind::Resign.word(), turn: None, received_at: app.clock.now(), via: None },
        )
        .await
        {
            Ok(_) => {}
            // A clock was faster; or the match is broken, and cannot be played on anyway.
            Err(why @ (Refusal::Rules(_) | Refusal::Broken(_))) => {
                tracing::warn!(match_id = %id, %why, "cannot resign for a deleted account");
            }
            Err(refusal) => return Err(refusal),
        }
    }
    Ok(())
}
