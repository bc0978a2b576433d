WITH used AS (
    UPDATE sign_ins SET used_at = $now
    WHERE id = $id AND used_at IS NULL AND expires_at > $now
      AND ($asked_by IS NULL OR (asked_by = $asked_by AND attempts < 5 AND (
           SELECT sum(attempts) FROM sign_ins others WHERE others.address = sign_ins.address
               AND others.known = sign_ins.known AND others.created_at > $now - interval '1 day') < 20))
    RETURNING address
), person AS (
    INSERT INTO users (id, handle, skeleton, name, address, time_zone, created_at)
    SELECT $user, $handle, $skeleton, $name, address, 'UTC', $now FROM used
    ON CONFLICT (address) DO UPDATE SET address = EXCLUDED.address
    RETURNING id, handle, name, blocked_at IS NOT NULL AS blocked
), familiar AS MATERIALIZED (
    -- Before the row of this network is stored: Citus runs the parts of a statement one after the other, each with what those before it did.
    SELECT EXISTS (SELECT 1 FROM user_networks n JOIN person p ON p.id = n.user_id WHERE n.network = $network) AS known
), here AS (
    INSERT INTO user_networks (user_id, network, seen_at) SELECT id, $network, $now FROM person WHERE NOT blocked
    ON CONFLICT (user_id, network) DO UPDATE SET seen_at = EXCLUDED.seen_at
), elsewhere AS (
    DELETE FROM user_networks o USING person p WHERE o.user_id = p.id AND o.network <> $network AND o.network IN (
        SELECT n.network FROM user_networks n WHERE n.user_id = p.id ORDER BY n.seen_at DESC OFFSET 31)
), session AS (
    INSERT INTO sessions (id, user_id, client, created_at, last_used_at, expires_at, proved_at)
    SELECT $session, id, $client, $now, $now, $expires_at, $now FROM person WHERE NOT blocked
), token AS (
    INSERT INTO refresh_tokens (hash, session_id, issued_at) SELECT $hash, $session, $now FROM person WHERE NOT blocked
)
SELECT $session AS session, id AS user_id, handle, name, id = $user AS new_account, blocked,
    familiar.known AS known_network FROM person, familiar
