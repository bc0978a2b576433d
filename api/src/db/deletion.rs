//! The end of an account.

use chrono::{DateTime, Utc};
use diesel::sql_types as sql;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::{Connection, Found, statement};

statement! {
    /// Matches are locked before seats, as joining and starting do. `FOR UPDATE` looks again at the phase of a match that
    /// was just being started. What names the address is erased; what others need of the past stays.
    DeletePerson<'a> {
        user: Uuid => sql::Uuid,
        handle: &'a str => sql::Text,
        now: DateTime<Utc> => sql::Timestamptz,
    } =
    "WITH person AS (
        SELECT id, address FROM users WHERE id = $user AND deleted_at IS NULL FOR UPDATE
     ), open AS (
        SELECT matches.id, matches.creator = person.id AS created FROM matches, person
        WHERE phase = 'open' AND (matches.creator = person.id
            OR EXISTS (SELECT FROM seats WHERE seats.match_id = matches.id AND seats.user_id = person.id))
        ORDER BY matches.id FOR UPDATE OF matches
     ), freed AS (
        DELETE FROM seats USING open WHERE seats.match_id = open.id AND seats.user_id = $user RETURNING seats.match_id
     ), left_matches AS (
        UPDATE matches SET
            players = players - (SELECT count(*) FROM freed WHERE freed.match_id = matches.id)::smallint,
            phase = CASE WHEN open.created THEN 'cancelled' ELSE phase END,
            ended_at = CASE WHEN open.created THEN $now ELSE ended_at END
        FROM open WHERE matches.id = open.id
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
        WHERE invitations.address = person.address
           OR (answer IS NULL AND (user_id = person.id OR match_id IN (SELECT id FROM open WHERE created)))
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
     FROM person WHERE users.id = person.id"
}

/// Deletes an account: its name, its address and everything that acts for it. Matches that run, and all moves, stay.
/// False if it was deleted already. The handle may be taken: `users_handle_key`.
pub async fn delete(connection: &mut Connection, user: Uuid, handle: &str, now: DateTime<Utc>) -> Found<bool> {
    Ok(DeletePerson { user, handle, now }.execute(connection).await? > 0)
}
