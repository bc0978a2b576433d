WITH at AS (SELECT $now AS now), invited AS (
    INSERT INTO invitations (id, match_id, inviter, user_id, address, created_at)
    SELECT $id, $match_id, $inviter, x.user_id, x.address, at.now
    FROM at, (SELECT $user AS user_id, $address AS address) x
    WHERE NOT EXISTS (
        SELECT FROM invitations i WHERE i.match_id = $match_id AND i.answer IS NULL
            AND (i.user_id = x.user_id OR i.address = x.address)
    )
    RETURNING id, user_id, address
)
INSERT INTO letters (home, id, kind, user_id, match_id, about, created_at, due_at)
SELECT $match_id, $letter, 'invitation', i.user_id, $match_id, i.id, at.now, at.now FROM invited i, at
WHERE NOT EXISTS (
    SELECT FROM letters l JOIN invitations e ON e.id = l.about
    WHERE l.home = $match_id AND l.kind = 'invitation' AND l.state IN ('sent', 'failed')
        AND (e.user_id = i.user_id OR e.address = i.address)
)
