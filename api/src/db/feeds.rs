//! The matches of a person that have changed since a time: where a feed of events starts.

use chrono::{DateTime, Utc};
use diesel::{QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;

use super::matches::IdRow;
use super::moves::MoveRow;
use super::schema::emails;
use super::words::EmailKind;
use super::{Connection, Result, statement};
use crate::ids::{EmailId, MatchId, UserId};

statement! {
    /// The matches of a person in which something happened at this time or later, though the person may not know of it. Of matches that
    /// ended since, the latest hundred are looked at, and of those that the person created.
    ListChanged { user: UserId => sql::Uuid, since: DateTime<Utc> => sql::Timestamptz, max: i64 => sql::BigInt } =
    "SELECT m.id FROM matches m LEFT JOIN played_on e ON e.match_id = m.id WHERE m.id = ANY(ARRAY(
        SELECT match_id FROM seats WHERE user_id = $user AND over_at IS NULL
        UNION ALL (SELECT match_id FROM seats WHERE user_id = $user AND over_at >= $since ORDER BY over_at DESC LIMIT 100)
        UNION ALL (SELECT id FROM matches WHERE creator = $user ORDER BY id DESC LIMIT 100)
     )) AND (m.started_at + (m.moment - coalesce(e.moment, 0)) * interval '1 millisecond' >= $since OR m.started_at >= $since OR m.ended_at >= $since
        OR m.created_at >= $since OR (m.phase = 'open' AND (SELECT max(joined_at) FROM seats WHERE match_id = m.id) >= $since))
     ORDER BY m.id DESC LIMIT $max"
}

/// The matches of a person, as a player or as creator, in which something happened at this time or later; at most so many. The person
/// need not be allowed to know of it.
pub async fn changed(
    connection: &mut Connection,
    user: UserId,
    since: DateTime<Utc>,
    max: i64,
) -> Result<Vec<MatchId>> {
    let rows: Vec<IdRow> = ListChanged { user, since, max }.load(connection).await?;
    Ok(rows.into_iter().map(|row| row.id).collect())
}

/// An email about a match.
#[derive(QueryableByName, Clone, Copy, Debug)]
#[diesel(table_name = emails)]
pub struct ToldRow {
    pub match_id: Option<MatchId>,
    pub kind: EmailKind,
}

statement! {
    ListTold {
        user: UserId => sql::Uuid, from: EmailId => sql::Uuid, since: DateTime<Utc> => sql::Timestamptz, max: i64 => sql::BigInt,
    } = "SELECT match_id, kind FROM emails WHERE user_id = $user AND id >= $from AND match_id IS NOT NULL AND created_at >= $since
         ORDER BY id DESC LIMIT $max"
}

/// The emails about matches that were owed to a person at this time or later, the newest first; at most so many.
pub async fn told(connection: &mut Connection, user: UserId, since: DateTime<Utc>, max: i64) -> Result<Vec<ToldRow>> {
    Ok(ListTold { user, from: EmailId::earliest(since), since, max }.load(connection).await?)
}

statement! {
    ListNoted { user: UserId => sql::Uuid, since: DateTime<Utc> => sql::Timestamptz, max: i64 => sql::BigInt } =
    "SELECT s.match_id AS id, n.at FROM seats s
     CROSS JOIN LATERAL (SELECT at FROM notes WHERE match_id = s.match_id ORDER BY id DESC LIMIT 1) n
     WHERE s.user_id = $user AND s.over_at IS NULL AND n.at >= $since LIMIT $max"
}

/// A match with the time of its latest note.
#[derive(QueryableByName, Clone, Copy, Debug)]
pub struct NotedRow {
    #[diesel(sql_type = sql::Uuid)]
    pub id: MatchId,
    #[diesel(sql_type = sql::Timestamptz)]
    pub at: DateTime<Utc>,
}

/// The matches of a person, not over yet, in which a note was written at this time or later; at most so many.
pub async fn noted(connection: &mut Connection, user: UserId, since: DateTime<Utc>, max: i64) -> Result<Vec<NotedRow>> {
    Ok(ListNoted { user, since, max }.load(connection).await?)
}

statement! {
    ListLatestMoves { id: MatchId => sql::Uuid, since: DateTime<Utc> => sql::Timestamptz } =
    "SELECT ply, seat, cause, text, events, moment, at FROM moves WHERE match_id = $id AND at >= $since ORDER BY ply"
}

/// The lines of the log since a time.
pub async fn lines(connection: &mut Connection, id: MatchId, since: DateTime<Utc>) -> Result<Vec<MoveRow>> {
    Ok(ListLatestMoves { id, since }.load(connection).await?)
}
