//! Private notes of players about a match: only the writer reads them.

use crate::app::App;
use crate::db::private_notes::{self, PrivateNoteRow};
use crate::db::{self, people};
use crate::ids::{MatchId, UserId};
use crate::play::{Match, Refusal, Result};

/// The maximum number of characters of a private note.
pub const LONGEST: usize = 2000;

/// Stores the note of a player about a match in place of the earlier one; an empty text removes it. Line breaks stay.
pub async fn write(app: &App, id: MatchId, user: UserId, text: &str) -> Result<()> {
    write_if(app, (id, user), text, &|_| true).await.map(drop)
}

/// The same, unless there is another note than the writer knows. Returns the note that there is now.
pub async fn write_if(
    app: &App,
    (id, user): (MatchId, UserId),
    text: &str,
    is_known: &(dyn Fn(Option<PrivateNoteRow>) -> bool + Sync),
) -> Result<Option<PrivateNoteRow>> {
    let text = text.replace("\r\n", "\n");
    if text.chars().any(|c| c.is_control() && c != '\n' && c != '\t') {
        return Err(Refusal::Field("text", "Expected text without control characters.".to_owned()));
    }
    let text = text.trim();
    if text.chars().count() > LONGEST {
        return Err(Refusal::Field("text", format!("Expected at most {LONGEST} characters.")));
    }
    let mut connection = app.db.get().await?;
    of_player(&Match::visible(&mut connection, id, Some(user)).await?, user)?;
    let work = async |connection: &mut db::Connection| {
        people::lock(connection, user).await?;
        if !is_known(private_notes::find(connection, user, id).await?) {
            return Err(Refusal::Changed);
        }
        if text.is_empty() {
            private_notes::remove(connection, user, id).await?;
        } else {
            private_notes::store(connection, (user, id), text, app.clock.now()).await?;
        }
        Ok(private_notes::find(connection, user, id).await?)
    };
    db::transaction(&mut connection, work).await
}

/// Returns the note of a player about a match, if there is one.
pub async fn read(app: &App, id: MatchId, user: UserId) -> Result<Option<PrivateNoteRow>> {
    let mut connection = app.db.get().await?;
    of_player(&Match::visible(&mut connection, id, Some(user)).await?, user)?;
    Ok(private_notes::find(&mut connection, user, id).await?)
}

fn of_player(m: &Match, user: UserId) -> Result<()> {
    if m.has_player(user) { Ok(()) } else { Err(Refusal::Forbidden("Private notes are for the players of a match.")) }
}
