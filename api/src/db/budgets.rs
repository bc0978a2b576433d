//! What the limits of an account count: emails that were sent lately, matches that are not over, and imports.

use chrono::{DateTime, Utc};
use diesel::{OptionalExtension, QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;

use super::{Connection, CountRow, Result, people, statement};
use crate::ids::{EmailId, Home, MatchId, UserId};

/// The limits of the emails of a day.
#[derive(Clone, Copy, Debug)]
pub struct PerDay {
    /// At most this many to one person about one match.
    pub of_match: u32,
    /// At most this many to one person.
    pub of_person: u32,
}

/// A time, if there is one.
#[derive(QueryableByName)]
struct TimeRow {
    #[diesel(sql_type = sql::Nullable<sql::Timestamptz>)]
    at: Option<DateTime<Utc>>,
}

statement! {
    /// Reads at most as many emails as one person gets in a day. Those that reply to messages of the person do not count.
    FindRoom {
        user: UserId => sql::Uuid, home: Home => sql::Uuid, of_match: i64 => sql::BigInt, of_person: i64 => sql::BigInt,
        now: DateTime<Utc> => sql::Timestamptz,
    } = "WITH lately AS (
            SELECT home, done_at FROM emails
            WHERE user_id = $user AND state = 'sent' AND lane = 'other' AND done_at > $now - interval '1 day'
                AND replies_to IS NULL
            ORDER BY done_at DESC LIMIT $of_person
         )
         SELECT greatest(
            (SELECT min(done_at) FROM lately HAVING count(*) = $of_person),
            (SELECT done_at FROM lately WHERE home = $home ORDER BY done_at DESC OFFSET $of_match - 1 LIMIT 1)
         ) + interval '1 day' AS at"
}

/// Returns when a person can get another email about a match; none if they can now.
pub async fn room_for_an_email(
    connection: &mut Connection,
    (user, home): (UserId, Home),
    PerDay { of_match, of_person }: PerDay,
    now: DateTime<Utc>,
) -> Result<Option<DateTime<Utc>>> {
    let (of_match, of_person) = (i64::from(of_match), i64::from(of_person));
    let row: TimeRow = FindRoom { user, home, of_match, of_person, now }.get_result(connection).await?;
    Ok(row.at)
}

statement! {
    PutOffEmail { home: Home => sql::Uuid, id: EmailId => sql::Uuid, at: DateTime<Utc> => sql::Timestamptz } =
    "UPDATE emails SET due_at = $at WHERE home = $home AND id = $id"
}

/// Makes an email that is claimed due at a later time.
pub async fn put_off(connection: &mut Connection, (home, id): (Home, EmailId), at: DateTime<Utc>) -> Result<()> {
    PutOffEmail { home, id, at }.execute(connection).await?;
    Ok(())
}

statement! {
    CountMatches { user: UserId => sql::Uuid, besides: MatchId => sql::Uuid, max: i64 => sql::BigInt } =
    "SELECT count(*) AS count FROM (
        SELECT match_id FROM seats WHERE user_id = $user AND over_at IS NULL AND match_id <> $besides
        UNION ALL
        SELECT id FROM matches m WHERE creator = $user AND phase IN ('open', 'running') AND id <> $besides
            AND NOT EXISTS (SELECT FROM seats s WHERE s.match_id = m.id AND s.user_id = $user)
        LIMIT $max
     ) found"
}

/// Returns whether a person has fewer matches that are not over than this, created or played in, one match not counted. Until the
/// transaction ends, others that ask the same of this person wait. Lock the match first.
pub async fn has_room_for_a_match(
    connection: &mut Connection,
    user: UserId,
    besides: MatchId,
    max: u32,
) -> Result<bool> {
    let max = i64::from(max);
    people::lock(connection, user).await?;
    let row: CountRow = CountMatches { user, besides, max }.get_result(connection).await?;
    Ok(row.count < max)
}

statement! {
    NthLatestImport { creator: UserId => sql::Uuid, before: i64 => sql::BigInt } =
    "SELECT created_at AS at FROM matches WHERE creator = $creator AND imported ORDER BY created_at DESC OFFSET $before LIMIT 1"
}

/// The time of the import of a person before so many later ones, if there is one. Lock the person first, to add one.
pub async fn nth_latest_import(
    connection: &mut Connection,
    creator: UserId,
    before: i64,
) -> Result<Option<DateTime<Utc>>> {
    let row: Option<TimeRow> = NthLatestImport { creator, before }.get_result(connection).await.optional()?;
    Ok(row.and_then(|row| row.at))
}
