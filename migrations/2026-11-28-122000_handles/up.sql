-- What a handle looks like: those of two accounts must not be taken for each other. Null where an older account has such a handle already.
ALTER TABLE users ADD COLUMN skeleton text;
UPDATE users u SET skeleton = s.skeleton FROM (
    SELECT DISTINCT ON (skeleton) id, skeleton FROM (
        SELECT id, created_at, replace(replace(translate(replace(handle, '-', ''), '01i', 'oll'), 'rn', 'm'), 'vv', 'w') AS skeleton FROM users
    ) x ORDER BY skeleton, created_at, id
) s WHERE s.id = u.id;
ALTER TABLE users ADD CONSTRAINT users_skeleton_key UNIQUE (skeleton);

-- Handles that were given up lately: others cannot have them for a while.
CREATE TABLE former_handles (
    skeleton    text        PRIMARY KEY,
    -- The account that gave it up.
    user_id     uuid        NOT NULL REFERENCES users,
    -- For a deleted account: an HMAC of the address it had, by a key that the database does not know.
    owner       bytea       CHECK (octet_length(owner) = 32),
    given_up_at timestamptz NOT NULL
);
CREATE INDEX former_handles_by_user ON former_handles (user_id, given_up_at);
CREATE INDEX former_handles_by_time ON former_handles (given_up_at);
