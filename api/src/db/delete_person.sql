WITH person AS (
    SELECT id, address FROM users WHERE id = $user AND deleted_at IS NULL FOR UPDATE
), open AS (
    SELECT matches.id, matches.creator = $user AS created FROM matches, person
    WHERE phase = 'open' AND matches.id IN (SELECT id FROM matches WHERE creator = $user
        UNION ALL SELECT match_id FROM seats WHERE user_id = $user AND over_at IS NULL)
    ORDER BY matches.id FOR NO KEY UPDATE OF matches
), freed AS (
    DELETE FROM seats USING open WHERE seats.match_id = open.id AND seats.user_id = $user RETURNING seats.match_id
), left_matches AS (
    UPDATE matches SET
        players = players - (SELECT count(*) FROM freed WHERE freed.match_id = matches.id)::smallint,
        phase = CASE WHEN open.created THEN 'cancelled' ELSE phase END,
        ended_at = CASE WHEN open.created THEN $now ELSE ended_at END
    FROM open WHERE matches.id = open.id
), called_off AS (
    UPDATE seats SET over_at = $now FROM open
    WHERE open.created AND seats.match_id = open.id AND seats.user_id <> $user
), imported AS (
    UPDATE matches SET visibility = 'private' FROM person, imports
    WHERE imports.importer = person.id AND matches.id = imports.match_id
), ended AS (
    UPDATE sessions SET ended_at = $now FROM person WHERE user_id = person.id AND ended_at IS NULL
), revoked AS (
    UPDATE personal_tokens SET revoked_at = $now FROM person WHERE user_id = person.id AND revoked_at IS NULL
), asked AS (
    DELETE FROM sign_ins USING person WHERE sign_ins.address = person.address RETURNING sign_ins.id
), moved_out AS (
    DELETE FROM user_networks USING person WHERE user_id = person.id
), bounced AS (
    DELETE FROM bounces USING person WHERE user_id = person.id
), noted AS (
    DELETE FROM notes USING person WHERE user_id = person.id
), reported AS (
    DELETE FROM reports USING person WHERE reporter = person.id
), forgotten AS (
    DELETE FROM private_notes USING person WHERE user_id = person.id
), unplanned AS (
    DELETE FROM conditional_moves USING person WHERE user_id = person.id
), unwatched AS (
    DELETE FROM watches USING person WHERE user_id = person.id
), unkeyed AS (
    DELETE FROM idempotency_keys USING person WHERE user_id = person.id
), unhooked AS (
    DELETE FROM hooks USING person WHERE user_id = person.id
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
UPDATE users SET address = NULL, handle = $handle, skeleton = $skeleton, name = 'deleted player', time_zone = 'UTC',
    mail_turns = false, mail_matches = false, mail_invitations = false, digest_at = NULL,
    unreachable_since = NULL, seen_at = NULL, deleted_at = $now
FROM person WHERE users.id = person.id
