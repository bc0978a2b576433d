-- Web Push: the browsers of people that show a notification when a letter is owed to their owner.
CREATE TABLE pushes (
    id         uuid        PRIMARY KEY,
    user_id    uuid        NOT NULL REFERENCES users,
    -- A browser has one session and one subscription; both end together.
    session_id uuid        NOT NULL UNIQUE REFERENCES sessions ON DELETE CASCADE,
    -- The address at the push service of the browser's vendor (RFC 8030, section 5).
    endpoint   text        NOT NULL UNIQUE CHECK (length(endpoint) <= 1000),
    -- The public key of the browser, uncompressed, and its authentication secret (RFC 8291, section 2).
    p256dh     bytea       NOT NULL CHECK (octet_length(p256dh) = 65),
    auth       bytea       NOT NULL CHECK (octet_length(auth) = 16),
    -- The name of the server's secret from which the key is derived that signs messages (RFC 8292).
    key_id     text        NOT NULL,
    created_at timestamptz NOT NULL,
    -- The time at which the browser last sent the subscription: at each visit.
    renewed_at timestamptz NOT NULL,
    -- Until when a server has a message to this browser in hand; null if none has.
    busy_until timestamptz
);
CREATE INDEX pushes_by_user ON pushes (user_id);

-- A message that is owed to a browser. It names the letter that it stands beside.
CREATE TABLE push_messages (
    push_id    uuid        NOT NULL REFERENCES pushes ON DELETE CASCADE,
    letter_id  uuid        NOT NULL,
    kind       letter_kind NOT NULL,
    match_id   uuid        NOT NULL,
    created_at timestamptz NOT NULL,
    attempts   smallint    NOT NULL DEFAULT 0,
    -- The time of the next try; null once the message is done with.
    due_at     timestamptz,
    PRIMARY KEY (push_id, letter_id)
);
CREATE INDEX push_messages_due ON push_messages (due_at) WHERE due_at IS NOT NULL;

-- However a session ends, its browser is told no more.
CREATE FUNCTION end_pushes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM pushes WHERE session_id = NEW.id;
    RETURN NULL;
END
$$;
CREATE TRIGGER sessions_end_pushes AFTER UPDATE OF ended_at ON sessions
    FOR EACH ROW WHEN (NEW.ended_at IS NOT NULL) EXECUTE FUNCTION end_pushes();

-- Until when a server has a call of this webhook in hand; null if none has. Each receiver gets one call at a time.
ALTER TABLE hooks ADD COLUMN busy_until timestamptz;
