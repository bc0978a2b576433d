WITH joined AS (
    INSERT INTO seats (match_id, user_id, joined_at, listed)
    SELECT m.id, u.id, $now,
        m.visibility = 'public' OR EXISTS (SELECT FROM hidden_matches h WHERE h.match_id = $id AND h.visibility = 'public')
    FROM matches m, users u
    WHERE m.id = $id AND u.id = $user AND u.deleted_at IS NULL AND m.phase = 'open' AND m.players < m.seats
    FOR KEY SHARE OF u
    ON CONFLICT DO NOTHING RETURNING user_id
), answered AS (
    UPDATE invitations i SET answer = 'accepted', answered_at = $now
    FROM joined j JOIN users u ON u.id = j.user_id
    WHERE i.match_id = $id AND i.answer IS NULL AND (i.user_id = u.id OR i.address = u.address)
)
UPDATE matches SET players = players + 1 WHERE id = $id AND EXISTS (SELECT FROM joined)
