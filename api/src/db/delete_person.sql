-- What an account leaves behind beside the matches that have not started. Rows that name the address are erased; rows of the past that
-- others need stay.
WITH imported AS (
    UPDATE matches SET visibility = 'private' WHERE creator = $user AND imported
), ended AS (
    UPDATE sessions SET ended_at = $now WHERE user_id = $user AND ended_at IS NULL
), revoked AS (
    UPDATE personal_tokens SET revoked_at = $now WHERE user_id = $user AND revoked_at IS NULL
), asked AS (
    DELETE FROM sign_ins WHERE address = $address RETURNING id
), moved_out AS (
    DELETE FROM user_networks WHERE user_id = $user
), bounced AS (
    DELETE FROM bounces WHERE user_id = $user
), noted AS (
    DELETE FROM notes WHERE user_id = $user
), reported AS (
    DELETE FROM reports WHERE reporter = $user
), forgotten AS (
    DELETE FROM private_notes WHERE user_id = $user
), undecked AS (
    DELETE FROM decks WHERE user_id = $user
), unlisted AS (
    DELETE FROM ratings WHERE user_id = $user
), unrated AS (
    DELETE FROM rating_changes WHERE user_id = $user
), unentered AS (
    DELETE FROM entries WHERE user_id = $user AND division IS NULL
), withdrawn AS (
    UPDATE entries SET withdrawn_at = $now, place = NULL WHERE user_id = $user AND division IS NOT NULL AND withdrawn_at IS NULL RETURNING tournament_id
), awakened AS (
    UPDATE tournaments SET due_at = $now WHERE id IN (SELECT tournament_id FROM withdrawn) AND phase = 'running'
), unplanned AS (
    DELETE FROM conditional_moves WHERE user_id = $user
), unwatched AS (
    DELETE FROM watches WHERE user_id = $user
), unnumbered AS (
    DELETE FROM match_numbers WHERE user_id = $user
), unkeyed AS (
    DELETE FROM idempotency_keys WHERE user_id = $user
), unhooked AS (
    DELETE FROM receivers WHERE user_id = $user
), changes AS (
    DELETE FROM address_changes WHERE user_id = $user
), invited AS (
    UPDATE invitations SET
        answer = coalesce(answer, 'withdrawn'), answered_at = coalesce(answered_at, $now),
        user_id = CASE WHEN address = $address THEN $user ELSE user_id END, address = nullif(address, $address)
    WHERE address = $address OR (user_id = $user AND answer IS NULL)
    RETURNING id
), kept AS (
    DELETE FROM kept_emails WHERE recipient = $address OR id IN (SELECT id FROM emails WHERE user_id = $user)
), moot AS (
    UPDATE emails SET state = 'moot', done_at = $now
    WHERE state = 'due' AND (user_id = $user OR about IN (SELECT id FROM asked) OR about IN (SELECT id FROM invited))
)
SELECT 1 AS one
