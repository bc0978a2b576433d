//! Guests: people who play the computer at once, without an email address. A guest is known by a cookie alone, and may do nothing but
//! create and play own matches against the computer. Who signs in with that cookie gets these matches.

use chrono::Duration;
use engine::players::Level;

use super::{leaving, names};
use crate::app::App;
use crate::db;
use crate::db::sign_ins::Newcomer;
use crate::ids::{SessionId, UserId};
use crate::limits::Asker;
use crate::play::telling::notices::Origin;
use crate::play::{Refusal, Result};
use crate::token::Bearer;

/// The days after the last visit after which a guest is deleted.
pub const DAYS: i64 = 30;

/// The strongest computer player of guests: the levels above it think for long.
pub const MAX_LEVEL: Level = Level::Three;

/// The maximum number of guests that are deleted in one go.
const MAX_OLD: i64 = 100;

/// Returns whether visitors may play without an account.
pub fn are_welcome(app: &App) -> bool {
    app.config.guests_per_hour > 0 && app.config.registration.is_open()
}

/// Makes a guest and begins the session of this client.
pub async fn make(app: &App, client: &str, from: Asker) -> Result<Bearer> {
    if !are_welcome(app) {
        return Err(Refusal::SignedOut);
    }
    app.limits.guest(from).map_err(Refusal::TooOften)?;
    let now = app.clock.now();
    let (user, session) = (UserId::new(), SessionId::new());
    let mut connection = app.db.get().await?;
    loop {
        let (handle, _) = names::newcomer();
        let skeleton = names::skeleton(&handle);
        let guest = Newcomer { id: user, handle: &handle, skeleton: &skeleton, name: "Guest" };
        match db::guests::make(&mut connection, guest, (session, client), now, now + Duration::days(DAYS)).await {
            Err(trouble) if trouble.is_handle_taken() => {}
            made => return Ok(made.map(|()| Bearer { user, session, is_guest: true })?),
        }
    }
}

/// Deletes a guest who has signed in, and whose matches were given to the account. What fails is done later, by [`forget_old`].
pub async fn end(app: &App, guest: UserId, origin: &Origin) {
    if let Err(why) = leaving::close(app, guest, origin).await {
        tracing::error!(%why, "cannot delete a guest who has signed in");
    }
}

/// Deletes guests who have not been here for long.
pub async fn forget_old(app: &App) -> Result<()> {
    let before = app.clock.now() - Duration::days(DAYS);
    let old = db::guests::not_seen_since(&mut *app.db.get().await?, before, MAX_OLD).await?;
    let nowhere = Origin { client: String::new(), from: Asker::Network([0, 0, 0, 0].into()) };
    for guest in old {
        leaving::close(app, guest, &nowhere).await?;
    }
    Ok(())
}
