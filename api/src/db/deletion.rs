//! The end of an account.

use chrono::{DateTime, Utc};
use diesel::sql_types as sql;
use diesel_async::RunQueryDsl;

use super::matches::IdRow;
use super::{Connection, Result, statement};
use crate::ids::{MatchId, UserId};

statement! {
    ListHeldUp { user: UserId => sql::Uuid } =
    "SELECT m.id FROM seats s JOIN matches m ON m.id = s.match_id
     WHERE s.user_id = $user AND NOT s.over AND m.phase = 'running' AND m.left_seats & (1 << s.seat) = 0 ORDER BY m.id"
}

/// The matches that run and that this person has not left.
pub async fn held_up(connection: &mut Connection, user: UserId) -> Result<Vec<MatchId>> {
    let rows: Vec<IdRow> = ListHeldUp { user }.load(connection).await?;
    Ok(rows.into_iter().map(|row| row.id).collect())
}

macro_rules! open_matches {
    () => {
        "phase = 'open' AND matches.id IN (SELECT id FROM matches WHERE creator = $user
            UNION ALL SELECT match_id FROM seats WHERE user_id = $user AND NOT over)
         ORDER BY matches.id FOR NO KEY UPDATE OF matches"
    };
}

statement! {
    LockOpenMatches { user: UserId => sql::Uuid } = concat!("SELECT id FROM matches WHERE ", open_matches!())
}

statement! {
    /// Rows that name the address are erased; rows of the past that others need stay. The locks look again at the phase of a match
    /// that was just being started.
    DeletePerson<'a> {
        user: UserId => sql::Uuid,
        handle: &'a str => sql::Text,
        now: DateTime<Utc> => sql::Timestamptz,
    } =
    concat!("WITH person AS (
        SELECT id, address FROM users WHERE id = $user AND deleted_at IS NULL FOR UPDATE
     ), open AS (
        SELECT matches.id, matches.creator = $user AS created FROM matches, person WHERE ", open_matches!(), "
     ), freed AS (
        DELETE FROM seats USING open WHERE seats.match_id = open.id AND seats.user_id = $user RETURNING seats.match_id
     ), left_matches AS (
        UPDATE matches SET
            players = players - (SELECT count(*) FROM freed WHERE freed.match_id = matches.id)::smallint,
            phase = CASE WHEN open.created THEN 'cancelled' ELSE phase END,
            ended_at = CASE WHEN open.created THEN $now ELSE ended_at END
        FROM open WHERE matches.id = open.id
     ), called_off AS (
        UPDATE seats SET over = true FROM open
        WHERE open.created AND seats.match_id = open.id AND seats.user_id <> $user
     ), ended AS (
        UPDATE sessions SET ended_at = $now FROM person WHERE user_id = person.id AND ended_at IS NULL
     ), revoked AS (
        UPDATE personal_tokens SET revoked_at = $now FROM person WHERE user_id = person.id AND revoked_at IS NULL
     ), asked AS (
        DELETE FROM sign_ins USING person WHERE sign_ins.address = person.address RETURNING sign_ins.id
     ), changes AS (
        DELETE FROM address_changes USING person WHERE user_id = person.id
     ), invited AS (
        UPDATE invitations SET
            answer = coalesce(answer, 'withdrawn'), answered_at = coalesce(answered_at, $now),
            user_id = CASE WHEN invitations.address = person.address THEN person.id ELSE user_id END,
            address = nullif(invitations.address, person.address)
        FROM person
        WHERE invitations.id IN (
            SELECT i.id FROM invitations i, person WHERE i.address = person.address
            UNION ALL SELECT i.id FROM invitations i WHERE i.user_id = $user AND i.answer IS NULL
            UNION ALL SELECT i.id FROM invitations i, open WHERE i.match_id = open.id AND open.created AND i.answer IS NULL)
        RETURNING invitations.id
     ), kept AS (
        DELETE FROM kept_letters USING person WHERE recipient = person.address
            OR kept_letters.id IN (SELECT letters.id FROM letters WHERE letters.user_id = person.id)
     ), moot AS (
        UPDATE letters SET state = 'moot', done_at = $now FROM person
        WHERE state = 'due' AND (user_id = person.id OR about IN (SELECT id FROM asked) OR about IN (SELECT id FROM invited))
     )
     UPDATE users SET address = NULL, handle = $handle, name = 'deleted player', time_zone = 'UTC',
        mail_turns = false, mail_matches = false, mail_invitations = false, deleted_at = $now
     FROM person WHERE users.id = person.id")
}

/// Deletes an account: its name, its address and everything that acts for it. Matches that run, and all moves, stay.
/// False if it was deleted already. The handle may be taken: `users_handle_key`. Do it in a transaction.
///
/// Matches are locked before people, in the order of their ids, as joining and starting do: a start holds its match while
/// its letters ask for their readers.
pub async fn delete(connection: &mut Connection, user: UserId, handle: &str, now: DateTime<Utc>) -> Result<bool> {
    LockOpenMatches { user }.execute(connection).await?;
    Ok(DeletePerson { user, handle, now }.execute(connection).await? > 0)
}
