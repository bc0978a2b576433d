WITH shown AS (
    UPDATE refresh_tokens SET used_at = coalesce(used_at, $now) WHERE hash = $shown
    RETURNING session_id, used_at >= $earliest AS good
), session AS (
    UPDATE sessions SET
        last_used_at = CASE WHEN shown.good THEN $now ELSE last_used_at END,
        expires_at = CASE WHEN shown.good THEN $expires_at ELSE expires_at END,
        ended_at = CASE WHEN NOT shown.good THEN $now END
    FROM shown
    WHERE sessions.id = shown.session_id AND sessions.ended_at IS NULL AND sessions.expires_at > $now
    RETURNING sessions.id, sessions.user_id, shown.good
), person AS (
    SELECT session.id AS session FROM session
    JOIN users ON users.id = session.user_id AND users.deleted_at IS NULL
    WHERE session.good
), issued AS (
    INSERT INTO refresh_tokens (hash, session_id, issued_at) SELECT $fresh, session, $now FROM person
    ON CONFLICT (hash) DO NOTHING
)
SELECT session.id AS session, session.user_id, handle, name, false AS new_account, NOT session.good AS stolen FROM session
JOIN users ON users.id = session.user_id AND users.deleted_at IS NULL
