//! Notes of players to their table, beside the moves: no part of log or record.

use chrono::{DateTime, TimeDelta, Utc};

use super::news;
use crate::app::App;
use crate::brief::clean;
use crate::db::notes::{self, NoteRow};
use crate::db::people::{self, Person};
use crate::db::{self, Connection};
use crate::ids::{IncomingId, MatchId, NoteId, UserId};
use crate::play::{Match, Phase, Refusal, Result};

/// The maximum number of characters of a note.
pub const LONGEST: usize = 500;

/// The maximum number of notes of a person to one table in a day.
const MAX_IN_A_DAY: i64 = 20;

/// The same text of the same person to the same table within this time is the same note: a form that was sent twice.
const SAME: TimeDelta = TimeDelta::minutes(1);

/// The same for notes by mail: one that stands below a line that is refused comes again with each try.
const SAME_BY_MAIL: TimeDelta = TimeDelta::hours(1);

/// The maximum number of notes that an email or a page shows.
const MAX_SHOWN: i64 = 20;

/// Writes a note of the caller to the table. A text that is sent again within a minute is not written again.
pub async fn write(app: &App, id: MatchId, user: UserId, text: &str) -> Result<NoteRow> {
    if text.chars().any(|c| c.is_control() && !c.is_whitespace()) {
        return Err(Refusal::Field("text", "Expected text without control characters.".to_owned()));
    }
    let work = async |connection: &mut Connection| {
        let m = of_player(connection, id, user).await?;
        let note = write_to(connection, &m, user, text, None, app.clock.now()).await?;
        Ok::<_, Refusal>((m, note))
    };
    let (m, note) = db::transaction(&mut *app.db.get().await?, work).await?;
    news::noted(app, &m, note.at);
    Ok(note)
}

/// Publishes a note that [`write_to`] has written, once it is committed.
pub fn publish(app: &App, m: &Match, note: &NoteRow) {
    news::noted(app, m, note.at);
}

/// Writes a note to the table of a match in which the person plays; with the number that it has in the message that brings it.
pub async fn write_to(
    connection: &mut Connection,
    m: &Match,
    user: UserId,
    text: &str,
    by: Option<(IncomingId, i16)>,
    now: DateTime<Utc>,
) -> Result<NoteRow> {
    if !m.takes_notes() {
        return Err(Refusal::Conflict("This match does not allow notes.".to_owned()));
    }
    match m.phase() {
        Phase::Running | Phase::Over => {}
        Phase::Open => return Err(Refusal::Conflict("The match has not started yet.".to_owned())),
        Phase::Cancelled => return Err(Refusal::Conflict("The match was cancelled.".to_owned())),
    }
    let text = clean::visible(text);
    if text.is_empty() || text.chars().count() > LONGEST {
        return Err(Refusal::Field("text", format!("Expected 1 to {LONGEST} characters.")));
    }
    // Of two notes at once, the later one counts the earlier one.
    people::lock(connection, user).await?;
    let same = if by.is_none() { SAME } else { SAME_BY_MAIL };
    if let Some(same) = notes::find_same(connection, m.id(), user, &text, now - same).await? {
        return Ok(same);
    }
    let note = NoteRow { id: NoteId::new(), match_id: m.id(), user_id: user, text, at: now };
    if notes::write(connection, &note, by, MAX_IN_A_DAY).await? {
        return Ok(note);
    }
    Err(Refusal::TooOften(3600))
}

/// A match, for one of its players.
async fn of_player(connection: &mut Connection, id: MatchId, user: UserId) -> Result<Match> {
    let m = Match::visible(connection, id, Some(user)).await?;
    if m.has_player(user) { Ok(m) } else { Err(Refusal::Forbidden("Notes are for the players of a match.")) }
}

/// The match and its notes, the newest first, for one of its players; those older than one of them, at most so many.
pub async fn list(app: &App, id: MatchId, user: UserId, before: NoteId, max: i64) -> Result<(Match, Vec<NoteRow>)> {
    let mut connection = app.db.get().await?;
    let m = of_player(&mut connection, id, user).await?;
    let rows = notes::list(&mut connection, id, before, max).await?;
    Ok((m, rows))
}

/// The notes of the others that no email about a turn has shown to a reader, oldest first, as `Anna: Good luck!`.
pub async fn unread(connection: &mut Connection, m: &Match, reader: &Person) -> Result<Vec<String>> {
    let since = db::emails::last_about_turn(connection, m.id(), reader.id).await?;
    list_for(connection, m, reader, since).await
}

/// The notes of the others since a time, oldest first, as `Anna: Good luck!`; none for a reader who does not want them.
pub(in crate::play) async fn list_for(
    connection: &mut Connection,
    m: &Match,
    reader: &Person,
    since: Option<DateTime<Utc>>,
) -> Result<Vec<String>> {
    if !reader.notes || !m.takes_notes() || !m.has_player(reader.id) {
        return Ok(Vec::new());
    }
    let rows = notes::since(connection, m.id(), reader.id, since, MAX_SHOWN).await?;
    let lines = rows.iter().rev().filter_map(|note| {
        let writer = m.players().iter().find(|player| player.id == note.user_id)?;
        Some(format!("{}: {}", clean::name(&writer.name), clean::tame(&note.text)))
    });
    Ok(lines.collect())
}
