-- Keys by which a program repeats a request that makes something, for a day: what it makes is made once.
CREATE TABLE idempotency_keys (
    user_id    uuid        NOT NULL REFERENCES users,
    key        text        NOT NULL CHECK (char_length(key) BETWEEN 1 AND 64),
    -- The SHA-256 hash of the path and the body.
    digest     bytea       NOT NULL CHECK (octet_length(digest) = 32),
    created_at timestamptz NOT NULL,
    -- The answer; null while the request is under way.
    status     smallint    CHECK (status BETWEEN 200 AND 299),
    location   text,
    body       text,
    PRIMARY KEY (user_id, key),
    CHECK ((status IS NULL) = (body IS NULL))
);
CREATE INDEX idempotency_keys_by_time ON idempotency_keys (created_at);
