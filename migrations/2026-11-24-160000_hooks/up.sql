-- The letter to the owner of a webhook that was turned off.
ALTER DOMAIN letter_kind DROP CONSTRAINT letter_kind_check;
ALTER DOMAIN letter_kind ADD CONSTRAINT letter_kind_check CHECK (
    VALUE IN (
        'sign-in', 'confirm-address', 'invitation', 'match-started', 'your-turn', 'match-over', 'move-played',
        'move-refused', 'reply-held', 'invitation-answered',
        'reminder', 'your-matches', 'letters-off', 'letters-bounce', 'lapsed', 'seat-offered', 'seat-taken', 'still-playing',
        'proposal', 'proposal-answered', 'turn-list', 'digest', 'seat-idle', 'hook-off'
    )
);

-- Webhooks: addresses of people's own programs that are called when a letter is owed to them.
CREATE TABLE hooks (
    id            uuid        PRIMARY KEY,
    user_id       uuid        NOT NULL REFERENCES users,
    url           text        NOT NULL CHECK (length(url) <= 500),
    -- The name of the server's secret from which the secret of the hook is derived. That is stored nowhere.
    key_id        text        NOT NULL,
    created_at    timestamptz NOT NULL,
    -- Since when no call has succeeded; null while they do.
    failing_since timestamptz,
    -- The time at which the hook was turned off: its program said that it is gone, or all calls have failed for days.
    off_at        timestamptz
);
CREATE INDEX hooks_by_user ON hooks (user_id);

-- A call that is owed to a hook. It names the letter that it stands beside; a test call names the hook itself.
CREATE TABLE hook_calls (
    hook_id    uuid        NOT NULL REFERENCES hooks ON DELETE CASCADE,
    letter_id  uuid        NOT NULL,
    -- Null for a test call.
    kind       letter_kind,
    match_id   uuid,
    created_at timestamptz NOT NULL,
    attempts   smallint    NOT NULL DEFAULT 0,
    -- The time of the next try; null once the call is done with.
    due_at     timestamptz,
    PRIMARY KEY (hook_id, letter_id)
);
CREATE INDEX hook_calls_due ON hook_calls (due_at) WHERE due_at IS NOT NULL;
