WITH found AS (
    -- The grant before its token, as what ends grants locks them.
    SELECT g.id FROM grant_tokens t JOIN grants g ON g.id = t.grant_id
    WHERE t.hash = $shown AND g.client_id = $client FOR UPDATE OF g
), shown AS (
    UPDATE grant_tokens SET used_at = coalesce(used_at, $now) FROM found WHERE hash = $shown
    RETURNING grant_id, used_at AS since, used_at >= $earliest AS good
), going AS (
    UPDATE grants SET
        last_used_at = CASE WHEN shown.good THEN $now ELSE last_used_at END,
        expires_at = CASE WHEN shown.good THEN $expires_at ELSE expires_at END,
        ended_at = CASE WHEN NOT shown.good THEN $now END
    FROM shown
    WHERE grants.id = shown.grant_id AND grants.ended_at IS NULL AND grants.expires_at > $now
    RETURNING grants.id, grants.user_id, grants.scopes, shown.since, shown.good
), issued AS (
    INSERT INTO grant_tokens (hash, access_hash, grant_id, issued_at) SELECT $fresh, $access, id, $now FROM going WHERE good
    ON CONFLICT DO NOTHING
)
SELECT id, user_id, scopes, since, NOT good AS stolen FROM going
