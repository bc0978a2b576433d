WITH invited AS (
    INSERT INTO invitations (id, match_id, inviter, user_id, address, created_at)
    SELECT $id, $match_id, $inviter, $user, $address, $now
    WHERE NOT EXISTS (
        SELECT 1 FROM invitations i WHERE i.match_id = $match_id AND i.answer IS NULL AND (i.user_id = $user OR i.address = $address)
    )
    RETURNING id, user_id
), told AS (
    SELECT 1 AS one FROM emails l JOIN invitations e ON e.match_id = $match_id AND e.id = l.about
    WHERE l.home = $match_id AND l.kind = 'invitation' AND l.state IN ('sent', 'failed') AND (e.user_id = $user OR e.address = $address)
), owed AS (
    INSERT INTO emails (home, id, kind, user_id, match_id, about, created_at, due_at)
    SELECT $match_id, $email, 'invitation', user_id, $match_id, id, $now, $now FROM invited WHERE NOT EXISTS (SELECT 1 FROM told)
    RETURNING id
)
SELECT id FROM owed
