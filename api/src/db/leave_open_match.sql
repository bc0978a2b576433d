-- A person leaves a match that has not started, and cancels it if the person created it.
WITH open AS (
    SELECT id, creator = $user AS created FROM matches WHERE id = $id AND phase = 'open'
), freed AS (
    DELETE FROM seats USING open WHERE seats.match_id = $id AND seats.user_id = $user RETURNING seats.user_id
), called_off AS (
    UPDATE seats SET over_at = $now FROM open WHERE open.created AND seats.match_id = $id AND seats.user_id <> $user
), withdrawn AS (
    UPDATE invitations SET answer = 'withdrawn', answered_at = $now FROM open
    WHERE open.created AND invitations.match_id = $id AND answer IS NULL RETURNING invitations.id
), moot AS (
    UPDATE emails SET state = 'moot', done_at = $now WHERE home = $id AND state = 'due' AND about IN (SELECT id FROM withdrawn)
)
UPDATE matches SET
    players = players - (SELECT count(*) FROM freed)::smallint,
    phase = CASE WHEN open.created THEN 'cancelled' ELSE phase END,
    ended_at = CASE WHEN open.created THEN $now ELSE ended_at END
FROM open WHERE matches.id = $id
