WITH used AS (
    UPDATE sign_ins SET used_at = $now
    WHERE id = $id AND used_at IS NULL AND expires_at > $now
      AND address = (SELECT address FROM users WHERE id = $user AND deleted_at IS NULL)
      AND ($asked_by IS NULL OR (asked_by = $asked_by AND attempts < 5 AND (
           SELECT sum(attempts) FROM sign_ins others WHERE others.address = sign_ins.address
               AND others.known = sign_ins.known AND others.created_at > $now - interval '1 day') < 20))
    RETURNING id
)
UPDATE sessions SET proved_at = $now
WHERE id = $session AND user_id = $user AND ended_at IS NULL AND expires_at > $now AND EXISTS (SELECT FROM used)
