//! Private notes: a text for each person and match, which only its writer sees.

use chrono::{DateTime, Utc};
use diesel::{OptionalExtension, QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;

use super::schema::private_notes;
use super::{Connection, Result, statement};
use crate::ids::{MatchId, UserId};

/// A private note.
#[derive(QueryableByName, Clone, Debug)]
#[diesel(table_name = private_notes)]
pub struct PrivateNoteRow {
    pub match_id: MatchId,
    pub text: String,
    pub written_at: DateTime<Utc>,
}

statement! {
    StorePrivateNote<'a> {
        user: UserId => sql::Uuid, id: MatchId => sql::Uuid, text: &'a str => sql::Text, now: DateTime<Utc> => sql::Timestamptz,
    } = "INSERT INTO private_notes (user_id, match_id, text, written_at) VALUES ($user, $id, $text, $now)
         ON CONFLICT (user_id, match_id) DO UPDATE SET text = $text, written_at = $now"
}

/// Stores the note of a person about a match in place of the earlier one.
pub async fn store(
    connection: &mut Connection,
    (user, id): (UserId, MatchId),
    text: &str,
    now: DateTime<Utc>,
) -> Result<()> {
    StorePrivateNote { user, id, text, now }.execute(connection).await?;
    Ok(())
}

statement! {
    RemovePrivateNote { user: UserId => sql::Uuid, id: MatchId => sql::Uuid } =
    "DELETE FROM private_notes WHERE user_id = $user AND match_id = $id"
}

/// Removes the note, if there is one.
pub async fn remove(connection: &mut Connection, user: UserId, id: MatchId) -> Result<()> {
    RemovePrivateNote { user, id }.execute(connection).await?;
    Ok(())
}

statement! {
    FindPrivateNote { user: UserId => sql::Uuid, id: MatchId => sql::Uuid } =
    "SELECT match_id, text, written_at FROM private_notes WHERE user_id = $user AND match_id = $id"
}

/// The note of a person about a match, if there is one.
pub async fn find(connection: &mut Connection, user: UserId, id: MatchId) -> Result<Option<PrivateNoteRow>> {
    Ok(FindPrivateNote { user, id }.get_result(connection).await.optional()?)
}

statement! {
    ListPrivateNotes { user: UserId => sql::Uuid } =
    "SELECT match_id, text, written_at FROM private_notes WHERE user_id = $user ORDER BY match_id DESC"
}

/// All private notes of a person.
pub async fn of_user(connection: &mut Connection, user: UserId) -> Result<Vec<PrivateNoteRow>> {
    Ok(ListPrivateNotes { user }.load(connection).await?)
}
