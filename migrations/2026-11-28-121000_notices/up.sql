-- Letters that tell the owner of an account what was done in its name.
ALTER DOMAIN letter_kind DROP CONSTRAINT letter_kind_check;
ALTER DOMAIN letter_kind ADD CONSTRAINT letter_kind_check CHECK (
    VALUE IN (
        'sign-in', 'confirm-address', 'invitation', 'match-started', 'your-turn', 'match-over', 'move-played',
        'move-refused', 'reply-held', 'invitation-answered',
        'reminder', 'your-matches', 'letters-off', 'letters-bounce', 'lapsed', 'seat-offered', 'seat-taken', 'still-playing',
        'proposal', 'proposal-answered', 'turn-list', 'digest', 'seat-idle', 'hook-off', 'report', 'account-notice'
    )
);

CREATE DOMAIN notice_kind AS text CHECK (VALUE IN ('new-network', 'new-token', 'token-reuse', 'deleted'));

-- What such a letter says. A row is deleted a day after its letter has left, at the latest after seven days.
CREATE TABLE notices (
    id      uuid        PRIMARY KEY,
    user_id uuid        NOT NULL REFERENCES users,
    kind    notice_kind NOT NULL,
    at      timestamptz NOT NULL,
    -- The beginning of the network address, and the name of the client.
    network text        NOT NULL CHECK (length(network) <= 40),
    client  text        NOT NULL CHECK (length(client) <= 200),
    -- The name of the token, or the handle of the account that is deleted.
    name    text        NOT NULL CHECK (length(name) <= 200),
    -- The address that a deleted account had: the letter goes there. It is deleted as soon as the letter has left.
    address text,
    CONSTRAINT notices_address CHECK ((address IS NULL) = (kind <> 'deleted'))
);
CREATE INDEX notices_by_user ON notices (user_id, at);
CREATE INDEX notices_by_time ON notices (at);
