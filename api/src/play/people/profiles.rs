//! People as others see them.

use chrono::{DateTime, Utc};

use crate::app::App;
use crate::db::Connection;
use crate::db::people::{self, Person};
use crate::ids::UserId;
use crate::play::{Match, Result};

/// The person with this handle, who has an account; handles are compared in small letters.
pub async fn by_handle(app: &App, handle: &str) -> Result<Option<Person>> {
    with_handle(&mut *app.db.get().await?, handle).await
}

/// The same by this connection.
pub(in crate::play) async fn with_handle(connection: &mut Connection, handle: &str) -> Result<Option<Person>> {
    let handle = handle.trim_start_matches('@').to_lowercase();
    // No handle is longer, and Postgres takes no NUL.
    if handle.len() > 40 || handle.contains('\0') {
        return Ok(None);
    }
    Ok(people::by_handle(connection, &handle).await?)
}

/// The time at which a person was last here, as exact as an hour, if others may know.
pub fn last_seen(person: &Person) -> Option<DateTime<Utc>> {
    person.seen_at.filter(|_| person.shows_seen)
}

/// A time at which a person was last here, in words that do not tell the hour.
pub fn in_words(at: DateTime<Utc>, now: DateTime<Utc>) -> String {
    match (now - at).num_days() {
        ..=0 => "last seen within a day".to_owned(),
        1 => "last seen a day ago".to_owned(),
        days @ 2..=30 => format!("last seen {days} days ago"),
        31.. => "last seen more than 30 days ago".to_owned(),
    }
}

/// When the players of a match were last here, in words; those who hide it are left out.
pub async fn last_seen_in(connection: &mut Connection, m: &Match, now: DateTime<Utc>) -> Result<Vec<(UserId, String)>> {
    let ids = m.players().iter().map(|player| player.id).collect();
    let seen = people::seen(connection, ids).await?;
    Ok(seen.into_iter().map(|(id, at)| (id, in_words(at, now))).collect())
}
