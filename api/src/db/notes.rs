//! Notes of players to their table.

use chrono::{DateTime, Utc};
use diesel::{OptionalExtension, QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;

use super::schema::notes;
use super::{Connection, CountRow, Result, statement};
use crate::ids::{IncomingId, MatchId, NoteId, UserId};

/// A note.
#[derive(QueryableByName, Clone, Debug)]
#[diesel(table_name = notes)]
pub struct NoteRow {
    pub id: NoteId,
    pub match_id: MatchId,
    pub user_id: UserId,
    pub text: String,
    pub at: DateTime<Utc>,
}

statement! {
    WriteNote<'a> {
        match_id: MatchId => sql::Uuid, id: NoteId => sql::Uuid, user: UserId => sql::Uuid, text: &'a str => sql::Text,
        now: DateTime<Utc> => sql::Timestamptz, via: Option<IncomingId> => sql::Nullable<sql::Uuid>,
        part: Option<i16> => sql::Nullable<sql::SmallInt>, max: i64 => sql::BigInt,
    } = "WITH written AS (
            INSERT INTO notes (match_id, id, user_id, text, at, via, part)
            SELECT $match_id, $id, $user, $text, $now, $via, $part
            WHERE (SELECT count(*) FROM notes WHERE match_id = $match_id AND user_id = $user AND at > $now - interval '1 day') < $max
            ON CONFLICT (match_id, via, part) DO NOTHING RETURNING id
         )
         SELECT id FROM written"
}

statement! {
    FindNote { match_id: MatchId => sql::Uuid, id: NoteId => sql::Uuid } =
    "SELECT id, match_id, user_id, text, at FROM notes WHERE match_id = $match_id AND id = $id"
}

/// The note to a table with this id.
pub async fn find(connection: &mut Connection, match_id: MatchId, id: NoteId) -> Result<Option<NoteRow>> {
    Ok(FindNote { match_id, id }.get_result(connection).await.optional()?)
}

statement! {
    FindSameNote<'a> {
        match_id: MatchId => sql::Uuid, user: UserId => sql::Uuid, text: &'a str => sql::Text, since: DateTime<Utc> => sql::Timestamptz,
    } = "SELECT id, match_id, user_id, text, at FROM notes
         WHERE match_id = $match_id AND user_id = $user AND text = $text AND at > $since ORDER BY id DESC LIMIT 1"
}

/// The last note of this person to this table with this text since a time, if there is one.
pub async fn find_same(
    connection: &mut Connection,
    match_id: MatchId,
    user: UserId,
    text: &str,
    since: DateTime<Utc>,
) -> Result<Option<NoteRow>> {
    Ok(FindSameNote { match_id, user, text, since }.get_result(connection).await.optional()?)
}

statement! {
    FindNoteOf { match_id: MatchId => sql::Uuid, via: IncomingId => sql::Uuid, part: i16 => sql::SmallInt } =
    "SELECT count(*) AS count FROM notes WHERE match_id = $match_id AND via = $via AND part = $part"
}

/// Stores a note; one of a message that is known is not stored again. Returns false if the person has written this many to the table in
/// a day.
pub async fn write(
    connection: &mut Connection,
    note: &NoteRow,
    by: Option<(IncomingId, i16)>,
    max: i64,
) -> Result<bool> {
    let NoteRow { id, match_id, user_id: user, ref text, at: now } = *note;
    let (via, part) = (by.map(|(message, _)| message), by.map(|(_, part)| part));
    let statement = WriteNote { match_id, id, user, text, now, via, part, max };
    if statement.execute(connection).await? == 1 {
        return Ok(true);
    }
    let Some((via, part)) = by else { return Ok(false) };
    let known: CountRow = FindNoteOf { match_id, via, part }.get_result(connection).await?;
    Ok(known.count > 0)
}

statement! {
    ListNotes { match_id: MatchId => sql::Uuid, before: NoteId => sql::Uuid, max: i64 => sql::BigInt } =
    "SELECT id, match_id, user_id, text, at FROM notes WHERE match_id = $match_id AND id < $before ORDER BY id DESC LIMIT $max"
}

/// The notes to a table, the newest first, that are older than this one; at most so many.
pub async fn list(connection: &mut Connection, match_id: MatchId, before: NoteId, max: i64) -> Result<Vec<NoteRow>> {
    Ok(ListNotes { match_id, before, max }.load(connection).await?)
}

statement! {
    ListNotesSince {
        match_id: MatchId => sql::Uuid, user: UserId => sql::Uuid, since: Option<DateTime<Utc>> => sql::Nullable<sql::Timestamptz>,
        max: i64 => sql::BigInt,
    } = "SELECT id, match_id, user_id, text, at FROM notes
         WHERE match_id = $match_id AND user_id <> $user AND ($since IS NULL OR at >= least($since,
            (SELECT max(created_at) FROM emails WHERE home = $match_id AND user_id = $user AND state = 'sent' AND kind = 'your-turn')))
         ORDER BY id DESC LIMIT $max"
}

/// The notes of others than this person since a time, or since the last email of a turn if that was earlier: what was written after
/// that email and before its answer has not been read. The newest first; at most so many.
pub async fn since(
    connection: &mut Connection,
    match_id: MatchId,
    user: UserId,
    since: Option<DateTime<Utc>>,
    max: i64,
) -> Result<Vec<NoteRow>> {
    Ok(ListNotesSince { match_id, user, since, max }.load(connection).await?)
}

statement! {
    ListNotesOf { user: UserId => sql::Uuid } =
    "SELECT id, match_id, user_id, text, at FROM notes WHERE user_id = $user ORDER BY id DESC"
}

/// All notes of a person, the newest first.
pub async fn of_user(connection: &mut Connection, user: UserId) -> Result<Vec<NoteRow>> {
    Ok(ListNotesOf { user }.load(connection).await?)
}
