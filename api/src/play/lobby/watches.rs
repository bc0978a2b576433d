//! The watch list of a person: matches of others, to find them again.

use crate::app::App;
use crate::db::{self, people, watches};
use crate::ids::{MatchId, UserId};
use crate::play::{Match, Refusal, Result, Visibility};

/// The maximum number of matches on a watch list.
pub const MAX: i64 = 100;

/// Puts a match on the watch list of a person. Refuses a private match, and one in which the person plays.
pub async fn add(app: &App, id: MatchId, user: UserId) -> Result<()> {
    let mut connection = app.db.get().await?;
    let m = Match::visible(&mut connection, id, Some(user)).await?;
    if m.has_player(user) {
        return Err(Refusal::Conflict("You play in this match, so it is already among your matches.".to_owned()));
    }
    match m.visibility() {
        Visibility::Public | Visibility::Unlisted => {}
        Visibility::Private => {
            return Err(Refusal::Conflict("A private match cannot be on a watch list.".to_owned()));
        }
    }
    let is_added = db::transaction(&mut connection, async |connection| {
        // Of two additions at once, the later one counts the earlier one.
        people::lock(connection, user).await?;
        Ok::<_, Refusal>(watches::add(connection, (user, id), app.clock.now(), MAX).await?)
    })
    .await?;
    let full =
        || Refusal::Conflict(format!("Your watch list already has {MAX} matches, the maximum. Remove one first."));
    if is_added { Ok(()) } else { Err(full()) }
}

/// Takes a match from the watch list of a person. Refuses a match that is not there.
pub async fn remove(app: &App, id: MatchId, user: UserId) -> Result<()> {
    let is_removed = watches::remove(&mut *app.db.get().await?, user, id).await?;
    if is_removed { Ok(()) } else { Err(Refusal::NotFound("match")) }
}
