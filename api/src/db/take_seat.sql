WITH held AS (
    SELECT s.match_id, s.seat, s.holder, s.user_id, s.from_ply FROM seats s, users u
    WHERE s.match_id = $id AND s.seat = $seat AND s.holder < 31 AND u.id = $user AND u.deleted_at IS NULL
    FOR UPDATE OF s FOR KEY SHARE OF u
), kept AS (
    INSERT INTO replacements (match_id, seat, holder, user_id, from_ply, to_ply, at)
    SELECT match_id, seat, holder, user_id, from_ply, $ply + 1, $now FROM held
), answered AS (
    UPDATE invitations i SET answer = 'accepted', answered_at = $now FROM held h, users u
    WHERE i.match_id = $id AND u.id = $user AND i.answer IS NULL AND (i.user_id = u.id OR i.address = u.address)
)
UPDATE seats s SET user_id = $user, joined_at = $now, holder = h.holder + 1, from_ply = $ply + 1 FROM held h
WHERE s.match_id = $id AND s.seat = $seat
