WITH change AS (
    UPDATE address_changes changes SET
        old_confirmed_at = coalesce(old_confirmed_at, CASE WHEN NOT $new THEN $now END),
        new_confirmed_at = coalesce(new_confirmed_at, CASE WHEN $new THEN $now END)
    FROM users
    WHERE changes.id = $id AND changes.expires_at > $now AND users.id = changes.user_id AND users.deleted_at IS NULL
        AND NOT EXISTS (SELECT FROM address_changes later WHERE later.user_id = changes.user_id
            AND (later.created_at, later.id) > (changes.created_at, changes.id))
    RETURNING changes.user_id, old_address, new_address,
        old_confirmed_at IS NOT NULL AND new_confirmed_at IS NOT NULL AS done
), moved AS (
    UPDATE users SET address = change.new_address, unreachable_since = NULL FROM change
    WHERE change.done AND users.id = change.user_id AND users.address = change.old_address
), forgiven AS (
    DELETE FROM bounces USING change WHERE change.done AND bounces.user_id = change.user_id
)
SELECT done FROM change
